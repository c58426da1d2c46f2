/* The parts of the message handler. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdint.h>

enum { MESSAGE_START = 0x7e, MESSAGE_MAX = 64, QUEUE_SIZE = 16 };

enum message_kind { KIND_PING = 1, KIND_COUNT_BITS = 2, KIND_STORE = 3 };

/* On the line: start byte, kind, length, payload, CRC (two bytes, high byte first). */
struct message {
  uint8_t kind;
  uint8_t length;
  uint8_t payload[MESSAGE_MAX];
};

struct parser {
  enum { WAIT_START, WAIT_KIND, WAIT_LENGTH, IN_PAYLOAD, CRC_HIGH, CRC_LOW } state;
  struct message message;
  uint8_t filled;
  uint16_t crc;
};

struct queue {
  struct message slots[QUEUE_SIZE];
  unsigned head, count;
};

struct handler {
  struct queue replies;
  uint32_t store[MESSAGE_MAX];
  unsigned handled, rejected, dropped;
};

/* CRC-16/CCITT of LENGTH bytes, continued from CRC. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, unsigned length);

/* Takes one byte. 1: a message is complete in parser->message; 0: not yet; -1: it was spoilt. */
int parse_byte(struct parser *parser, uint8_t byte);

/* Acts on a message; a reply goes to the queue. */
void dispatch(struct handler *handler, const struct message *message);

/* 0 if the queue is full, or empty. */
int queue_put(struct queue *queue, const struct message *message);
int queue_get(struct queue *queue, struct message *message);

#endif
