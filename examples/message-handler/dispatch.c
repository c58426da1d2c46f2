#include "message.h"

static unsigned count_bits(const uint8_t *bytes, unsigned length) {
  unsigned bits = 0;
  for (unsigned i = 0; i < length; ++i)
    for (uint8_t rest = bytes[i]; rest; rest &= (uint8_t)(rest - 1))
      ++bits;
  return bits;
}

static void reply(struct handler *handler, const struct message *message) {
  if (!queue_put(&handler->replies, message))
    ++handler->dropped;
}

static void answer_bits(struct handler *handler, const struct message *message) {
  unsigned bits = count_bits(message->payload, message->length);
  struct message answer = {KIND_COUNT_BITS, 2, {0}};
  answer.payload[0] = (uint8_t)(bits >> 8);
  answer.payload[1] = (uint8_t)bits;
  reply(handler, &answer);
}

void dispatch(struct handler *handler, const struct message *message) {
  switch (message->kind) {
  case KIND_PING:
    reply(handler, message);
    break;
  case KIND_COUNT_BITS:
    answer_bits(handler, message);
    break;
  case KIND_STORE:
    for (unsigned i = 0; i < message->length; ++i)
      handler->store[i] += message->payload[i];
    break;
  default:
    ++handler->rejected;
    return;
  }
  ++handler->handled;
}
