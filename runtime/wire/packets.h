/*===- packets.h - From records in a ring to CTF packets ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* records ──take──> times, order repaired ──header──> eighty bytes of packet
|* header and context
|*
|* Freestanding, and free of any clock: the caller says between which two
|* moments records were published.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_PACKETS_H
#define IPOINT_WIRE_PACKETS_H

#include <stddef.h>
#include <stdint.h>

#define IPOINT_PACKET_MAGIC UINT32_C(0xC1FC1FC1)
#define IPOINT_PACKET_HEADER_SIZE 80u
/* The longest silence inside a packet, ticks: a quarter of what 40 bits can
   distinguish. Longer ones begin a new packet, whose header has all 64 bits. */
#define IPOINT_PACKET_GAP (UINT64_C(1) << 38)
/* Between which two moments records were published must be known to within
   this, ticks, for 40 bits to determine their times. */
#define IPOINT_PACKET_SPAN (UINT64_C(1) << 39)

/* What one stream carries from packet to packet. */
struct ipoint_unwrap {
  uint64_t last; /* time of the last record, ticks; at first, when the ring was
                    made */
  uint64_t
      repaired; /* records moved forward to `last`, as theirs lay before it */
};

struct ipoint_packet {
  uint64_t begin, end; /* ticks */
  size_t count;        /* records, from the first that was offered */
};

/* Takes the longest prefix of records[0..n) that makes one packet; n >= 1, and
   at least one is taken. All were published after the counter read `earliest`
   and before it read `now`, which are at most IPOINT_PACKET_SPAN apart; a
   thread that was held between reading the counter and publishing may have
   times up to 2^38 before `earliest`. A record whose time lies before its
   predecessor's gets its predecessor's, in place. */
struct ipoint_packet ipoint_packet_take(struct ipoint_unwrap *unwrap,
                                        uint64_t *records, size_t n,
                                        uint64_t earliest, uint64_t now);

struct ipoint_packet_context {
  uint8_t uuid[16];
  uint64_t discarded; /* records lost by the stream so far */
  uint64_t sequence;
  uint32_t tid, pid;
};

/* Writes packet header and context, IPOINT_PACKET_HEADER_SIZE bytes,
 * little-endian. */
void ipoint_packet_header(uint8_t *out, const struct ipoint_packet *packet,
                          const struct ipoint_packet_context *context);

#endif /* IPOINT_WIRE_PACKETS_H */
