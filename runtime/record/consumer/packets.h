/*===- packets.h - From records in a ring to CTF packets ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   records ──take──> times, order repaired ──write──> packets in a file
|*
|* Free of any clock: the caller says between which two moments records were
|* published.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_PACKETS_H
#define IPOINT_RECORD_CONSUMER_PACKETS_H

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

/* Where a trace is written; its streams share it. */
struct ipoint_trace {
  int folder; /* descriptor */
  uint8_t uuid[16];
  uint64_t room; /* bytes that it may still grow by; 0: nothing is written any
                    more */
};

/* The packets of one stream. */
struct ipoint_packets {
  struct ipoint_trace *trace;
  uint32_t pid, tid;
  int file;           /* descriptor, or -1 */
  int beyond_room;    /* 1: written even where `room` is too small */
  uint64_t written;   /* bytes of whole packets in the file */
  uint64_t records;   /* in them */
  uint64_t sequence;  /* of the next packet */
  uint64_t discarded; /* records that the stream has lost, for headers */
  struct ipoint_unwrap unwrap;
  int error; /* errno of what failed first (ENOSPC: the file takes no more;
                EFAULT: the records are not there); nothing is written then */
  int torn;  /* 1: a part of a packet is left behind `written` */
};

/* Appends records that were published between the two moments. How many: all;
   or fewer after an error, or where the trace has no room for them, which then
   becomes 0. */
size_t ipoint_packets_write(struct ipoint_packets *out, uint64_t *records,
                            size_t n, uint64_t earliest, uint64_t now);

/* Takes back what was written since `out` was as `before`. */
void ipoint_packets_undo(struct ipoint_packets *out,
                         const struct ipoint_packets *before);

/* Packet header and context, IPOINT_PACKET_HEADER_SIZE bytes, little-endian. */
void ipoint_packet_header(uint8_t *bytes, const struct ipoint_packets *out,
                          const struct ipoint_packet *packet);

#endif /* IPOINT_RECORD_CONSUMER_PACKETS_H */
