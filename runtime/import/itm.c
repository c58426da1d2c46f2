/*===- itm.c - The trace packets of a Cortex-M ----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/itm.h"

/* A sync packet is at least 47 bits of 0 and one of 1. No other packet has as
   many: a source packet has up to 32. */
#define SYNC_ZEROS 5
#define SYNC_END 0x80u
#define OVERFLOW_PACKET 0x70u

/* Local time stamps: 0 and three bits of them; or, with more bytes behind, how
   late it is. */
static int is_short_stamp(uint8_t head) {
  return (head & 0x8fu) == 0 && head != OVERFLOW_PACKET;
}
static int is_long_stamp(uint8_t head) { return (head & 0xcfu) == 0xc0u; }

static void end_packet(struct ipoint_itm *itm) {
  const struct ipoint_itm_events *events = &itm->events;
  if (itm->head & 3u) {
    if (!(itm->head & 4u)) /* not the hardware's */
      events->written(events->context, (unsigned)itm->head >> 3, itm->value,
                      itm->size);
  } else if (is_long_stamp(itm->head) && events->stamped) {
    events->stamped(events->context, itm->value, (itm->head & 0x30u) != 0);
  }
}

/* The first byte of a packet. */
static void begin_packet(struct ipoint_itm *itm, uint8_t head) {
  const struct ipoint_itm_events *events = &itm->events;
  itm->head = head;
  itm->size = 0;
  itm->value = 0;
  if (head & 3u) { /* a source: 1, 2 or 4 bytes of a port or of the hardware */
    itm->left = 1u << ((head & 3u) - 1);
  } else if (head == OVERFLOW_PACKET) {
    itm->overflows++;
    if (events->overflowed)
      events->overflowed(events->context);
  } else if (is_short_stamp(head)) {
    if (events->stamped)
      events->stamped(events->context, (unsigned)head >> 4, 0);
  } else if (is_long_stamp(head) || (head & 0x0bu) == 0x08u ||
             (head & 0xdfu) == 0x94u) {
    /* An extension and global time stamps are passed over. */
    itm->goes_on = head >> 7;
  } else {
    itm->unknown++;
  }
}

static void take_byte(struct ipoint_itm *itm, uint8_t byte) {
  if (itm->left) {
    itm->value |= (uint32_t)byte << 8 * itm->size++;
    if (--itm->left == 0)
      end_packet(itm);
  } else if (itm->goes_on) {
    if (itm->size < 4)
      itm->value |= (byte & 0x7fu) << 7 * itm->size++;
    itm->goes_on = byte >> 7;
    if (!itm->goes_on)
      end_packet(itm);
  } else if (byte) {
    begin_packet(itm, byte);
  }
}

void ipoint_itm_take(struct ipoint_itm *itm, const uint8_t *bytes,
                     size_t count) {
  for (; count; count--, bytes++) {
    unsigned zeros = itm->zeros;
    itm->zeros = *bytes ? 0 : zeros + 1;
    if (*bytes == SYNC_END && zeros >= SYNC_ZEROS) {
      /* Wherever a loss has led to. */
      itm->left = 0;
      itm->goes_on = 0;
    } else {
      take_byte(itm, *bytes);
    }
  }
}
