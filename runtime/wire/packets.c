/*===- packets.c - From records in a ring to CTF packets ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "wire/packets.h"

#include "ipoint/record.h"

/* Counters of two processors may differ by this much, ticks. */
#define SKEW (UINT64_C(1) << 20)

/* The last of the untimed records that follow `i`, by eights: where only paths
   are recorded this is all that the drain does with a record. */
static size_t pass_untimed(const uint64_t *records, size_t i, size_t n) {
  for (; n - i > 8; i += 8) {
    const uint64_t *r = records + i + 1;
    if (ipoint_record_is_timed(r[0] | r[1] | r[2] | r[3] | r[4] | r[5] | r[6] |
                               r[7]))
      break;
  }
  return i;
}

struct ipoint_packet ipoint_packet_take(struct ipoint_unwrap *unwrap,
                                        uint64_t *records, size_t n,
                                        uint64_t earliest, uint64_t now) {
  struct ipoint_packet packet;
  uint64_t last = unwrap->last;
  size_t i;
  /* Nothing here is older than this, so 40 bits determine the time. */
  if (earliest > IPOINT_PACKET_GAP && last < earliest - IPOINT_PACKET_GAP)
    last = earliest - IPOINT_PACKET_GAP;
  packet.begin = last;
  for (i = 0; i < n; i++) {
    uint64_t delta;
    if (!ipoint_record_is_timed(records[i])) {
      i = pass_untimed(records, i, n);
      continue;
    }
    delta = (ipoint_record_value(records[i]) - last) & IPOINT_VALUE_MASK;
    if (delta > IPOINT_PACKET_GAP) {
      if (last + delta >
          now + SKEW) { /* it would lie in the future: it lies in the past */
        records[i] = ipoint_record_timed(ipoint_record_id(records[i]), last);
        unwrap->repaired++;
        delta = 0;
      } else if (i > 0)
        break; /* a long silence: the next packet has the time */
    }
    last += delta;
    if (i == 0)
      packet.begin = last;
  }
  packet.count = i;
  packet.end = last;
  unwrap->last = last;
  return packet;
}

static uint8_t *put32(uint8_t *out, uint32_t value) {
  int i;
  for (i = 0; i < 4; i++)
    *out++ = (uint8_t)(value >> 8 * i);
  return out;
}

static uint8_t *put64(uint8_t *out, uint64_t value) {
  return put32(put32(out, (uint32_t)value), (uint32_t)(value >> 32));
}

void ipoint_packet_header(uint8_t *out, const struct ipoint_packet *packet,
                          const struct ipoint_packet_context *context) {
  uint64_t bits = (IPOINT_PACKET_HEADER_SIZE + (uint64_t)packet->count * 8) * 8;
  int i;
  out = put32(out, IPOINT_PACKET_MAGIC);
  for (i = 0; i < 16; i++)
    *out++ = context->uuid[i];
  out = put32(out, 0); /* stream_id */
  out = put64(out, packet->begin);
  out = put64(out, packet->end);
  out = put64(out, bits);
  out = put64(out, bits);
  out = put64(out, context->discarded);
  out = put64(out, context->sequence);
  out = put32(out, context->tid);
  put32(out, context->pid);
}
