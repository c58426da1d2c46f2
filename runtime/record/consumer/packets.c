/*===- packets.c - From records in a ring to CTF packets ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/packets.h"

#include "ipoint/record.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

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

void ipoint_packet_header(uint8_t *bytes, const struct ipoint_packets *out,
                          const struct ipoint_packet *packet) {
  uint64_t bits = (IPOINT_PACKET_HEADER_SIZE + (uint64_t)packet->count * 8) * 8;
  bytes = put32(bytes, IPOINT_PACKET_MAGIC);
  memcpy(bytes, out->trace->uuid, 16);
  bytes = put32(bytes + 16, 0); /* stream_id */
  bytes = put64(bytes, packet->begin);
  bytes = put64(bytes, packet->end);
  bytes = put64(bytes, bits);
  bytes = put64(bytes, bits);
  bytes = put64(bytes, out->discarded);
  bytes = put64(bytes, out->sequence);
  bytes = put32(bytes, out->tid);
  put32(bytes, out->pid);
}

/* 0, or errno. */
static int write_all(int file, struct iovec *part, int count) {
  while (count > 0) {
    ssize_t done = writev(file, part, count);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return done < 0 ? errno : ENOSPC;
    for (; count > 0 && (size_t)done >= part->iov_len; count--)
      done -= (ssize_t)part++->iov_len;
    if (count > 0) {
      part->iov_base = (char *)part->iov_base + done;
      part->iov_len -= (size_t)done;
    }
  }
  return 0;
}

/* Takes away what is behind the whole packets. */
static void cut_back(struct ipoint_packets *out) {
  if (ftruncate(out->file, (off_t)out->written) != 0 ||
      lseek(out->file, (off_t)out->written, SEEK_SET) < 0)
    out->torn = 1;
}

/* Nothing of it is in the file after an error, unless that is torn. */
static void append(struct ipoint_packets *out,
                   const struct ipoint_packet *packet, uint64_t *records) {
  uint8_t header[IPOINT_PACKET_HEADER_SIZE];
  uint64_t size = sizeof header + packet->count * sizeof *records,
           *room = &out->trace->room;
  struct iovec parts[2] = {{header, sizeof header},
                           {records, packet->count * sizeof *records}};
  ipoint_packet_header(header, out, packet);
  out->error = write_all(out->file, parts, 2);
  if (out->error) {
    cut_back(out);
    return;
  }
  out->written += size;
  out->records += packet->count;
  out->sequence++;
  *room -= size < *room ? size : *room;
}

/* As many of `n` records as the trace has room for. Once that is not all, it
   has none. */
static size_t fitting(struct ipoint_trace *trace, size_t n) {
  uint64_t room = trace->room;
  if (room >= IPOINT_PACKET_HEADER_SIZE + n * sizeof(uint64_t))
    return n;
  trace->room = 0;
  return room < IPOINT_PACKET_HEADER_SIZE
             ? 0
             : (size_t)(room - IPOINT_PACKET_HEADER_SIZE) / sizeof(uint64_t);
}

size_t ipoint_packets_write(struct ipoint_packets *out, uint64_t *records,
                            size_t n, uint64_t earliest, uint64_t now) {
  size_t done = 0;
  while (done < n && !out->error) {
    struct ipoint_packet packet;
    size_t fit = out->beyond_room ? n - done : fitting(out->trace, n - done);
    if (fit == 0)
      break;
    packet =
        ipoint_packet_take(&out->unwrap, records + done, fit, earliest, now);
    append(out, &packet, records + done);
    if (!out->error)
      done += packet.count;
  }
  return done;
}

void ipoint_packets_undo(struct ipoint_packets *out,
                         const struct ipoint_packets *before) {
  int torn = out->torn;
  out->trace->room += out->written - before->written;
  *out = *before;
  out->torn = torn;
  cut_back(out);
}
