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

/* The first byte of a packet. */
static void begin_packet(struct ipoint_itm *itm, uint8_t head) {
  if (head & 3u) { /* a source: 1, 2 or 4 bytes of a port or of the hardware */
    itm->left = 1u << ((head & 3u) - 1);
    itm->is_ours = !(head & 4u) && (unsigned)head >> 3 == itm->port;
  } else if (head == OVERFLOW_PACKET) {
    itm->overflows++;
  } else if ((head & 0x0fu) == 0 || (head & 0x0bu) == 0x08u ||
             (head & 0xdfu) == 0x94u) {
    /* Local time stamp, extension, global time stamp. */
    itm->goes_on = head >> 7;
  } else {
    itm->unknown++;
  }
}

void ipoint_itm_take(struct ipoint_itm *itm, const uint8_t *bytes,
                     size_t count) {
  for (; count; count--, bytes++) {
    unsigned zeros = itm->zeros;
    itm->zeros = *bytes ? 0 : zeros + 1;
    /* Wherever a loss has led to. */
    if (*bytes == SYNC_END && zeros >= SYNC_ZEROS) {
      itm->left = 0;
      itm->goes_on = 0;
    } else if (itm->left) {
      itm->left--;
      if (itm->is_ours)
        ipoint_frames_take(itm->frames, bytes, 1);
    } else if (itm->goes_on) {
      itm->goes_on = *bytes >> 7;
    } else if (*bytes) {
      begin_packet(itm, *bytes);
    }
  }
}
