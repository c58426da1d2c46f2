#include "message.h"

static int finish(struct parser *parser) {
  uint8_t header[2];
  uint16_t crc;
  header[0] = parser->message.kind;
  header[1] = parser->message.length;
  crc = crc16(0xffff, header, 2);
  crc = crc16(crc, parser->message.payload, parser->message.length);
  return crc == parser->crc ? 1 : -1;
}

int parse_byte(struct parser *parser, uint8_t byte) {
  switch (parser->state) {
  case WAIT_START:
    if (byte == MESSAGE_START)
      parser->state = WAIT_KIND;
    return 0;
  case WAIT_KIND:
    parser->message.kind = byte;
    parser->state = WAIT_LENGTH;
    return 0;
  case WAIT_LENGTH:
    if (byte > MESSAGE_MAX) {
      parser->state = WAIT_START;
      return -1;
    }
    parser->message.length = byte;
    parser->filled = 0;
    parser->state = byte ? IN_PAYLOAD : CRC_HIGH;
    return 0;
  case IN_PAYLOAD:
    parser->message.payload[parser->filled++] = byte;
    if (parser->filled == parser->message.length)
      parser->state = CRC_HIGH;
    return 0;
  case CRC_HIGH:
    parser->crc = (uint16_t)(byte << 8);
    parser->state = CRC_LOW;
    return 0;
  case CRC_LOW:
    parser->crc = (uint16_t)(parser->crc | byte);
    parser->state = WAIT_START;
    return finish(parser);
  }
  return -1;
}
