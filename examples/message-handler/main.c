#include "message.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE_MAX_BYTES = MESSAGE_MAX + 5 };

static uint32_t seed = 12345;

/* Numerical Recipes' generator: the same messages in each run. */
static unsigned next_random(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % below;
}

/* Puts a message on the line; now and then a byte of it is disturbed. */
static unsigned make_frame(uint8_t *line) {
  unsigned length = next_random(MESSAGE_MAX + 1);
  uint16_t crc;
  line[0] = MESSAGE_START;
  line[1] = (uint8_t)(1 + next_random(20) % 4);
  line[2] = (uint8_t)length;
  for (unsigned i = 0; i < length; ++i)
    line[3 + i] = (uint8_t)next_random(256);
  crc = crc16(0xffff, line + 1, length + 2);
  line[3 + length] = (uint8_t)(crc >> 8);
  line[4 + length] = (uint8_t)crc;
  if (next_random(50) == 0)
    line[next_random(length + 5)] ^= 0x10;
  return length + 5;
}

static unsigned send_replies(struct queue *queue) {
  struct message message;
  unsigned sent = 0;
  while (queue_get(queue, &message))
    ++sent;
  return sent;
}

int main(int argc, char **argv) {
  static struct handler handler;
  struct parser parser = {WAIT_START, {0, 0, {0}}, 0, 0};
  unsigned frames = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000;
  unsigned spoilt = 0, sent = 0;
  for (unsigned frame = 0; frame < frames; ++frame) {
    uint8_t line[LINE_MAX_BYTES];
    unsigned length = make_frame(line);
    for (unsigned i = 0; i < length; ++i) {
      int result = parse_byte(&parser, line[i]);
      if (result > 0)
        dispatch(&handler, &parser.message);
      else if (result < 0)
        ++spoilt;
    }
    if (frame % 8 == 7)
      sent += send_replies(&handler.replies);
  }
  printf("%u handled, %u rejected, %u spoilt, %u replies sent, %u dropped\n", handler.handled,
         handler.rejected, spoilt, sent, handler.dropped);
  return 0;
}
