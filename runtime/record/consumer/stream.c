/*===- stream.c - One thread's ring on its way into a stream file ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/drain.h"

#include "record/consumer/kept.h"
#include "support/files.h"
#include "wire/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where nothing is drained before the end, seconds between checkpoints. */
#define CHECKPOINT_SECONDS 20u

/* A ring's file is in the hands of the recorded program: take nothing in it for
 * granted. */
static int is_sound(const struct ipoint_ring_header *ring, size_t size) {
  return __atomic_load_n(&ring->magic, __ATOMIC_ACQUIRE) == IPOINT_RING_MAGIC &&
         ring->count >= IPOINT_RING_MIN_COUNT &&
         (ring->count & (ring->count - 1)) == 0 &&
         ring->count <= IPOINT_RING_SIZE_MAX / sizeof(uint64_t) &&
         ring->count <= IPOINT_RING_COUNT_MAX &&
         ipoint_ring_bytes(ring->count) == size;
}

static void unmap(struct ipoint_stream *stream) {
  ipoint_guard_end(&stream->guard);
  munmap(stream->ring, ipoint_ring_bytes(stream->slots));
  stream->ring = NULL;
}

static void use(struct ipoint_stream *stream, struct ipoint_ring_header *ring,
                uint64_t slots) {
  stream->ring = ring;
  stream->slots = slots;
  ipoint_guard_begin(&stream->guard, ring, ipoint_ring_bytes(slots));
}

static int map_ring(struct ipoint_stream *stream, int folder,
                    const char *name) {
  struct ipoint_ring_header *ring = MAP_FAILED;
  struct stat status;
  int file = ipoint_file_open(folder, name, O_RDWR);
  if (file < 0)
    return 0;
  if (fstat(file, &status) == 0 &&
      (size_t)status.st_size >= ipoint_ring_bytes(IPOINT_RING_MIN_COUNT))
    ring = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,
                MAP_SHARED, file, 0);
  close(file);
  if (ring == MAP_FAILED)
    return 0;
  use(stream, ring,
      ((size_t)status.st_size - IPOINT_RING_HEADER_SIZE) / sizeof(uint64_t));
  if (is_sound(ring, (size_t)status.st_size))
    return 1;
  ipoint_guard_end(&stream->guard);
  munmap(ring, (size_t)status.st_size);
  return 0;
}

/* The header of one that waits is being made anew. */
int ipoint_stream_is_whole(struct ipoint_stream *stream) {
  const struct ipoint_ring_header *ring = stream->ring;
  if (!ipoint_guard_is_whole(&stream->guard))
    return 0;
  /* Cut within a page: what is behind has become zeros, without a fault. */
  if (!stream->waiting && ring->magic == 0 && ring->count == 0)
    stream->guard.cut = 1;
  return !stream->guard.cut;
}

/* stream-PID-TID, or with a number after it where a thread's number came round
   again; of signal handlers, stream-PID-TID-handlerN. */
static int make_file(const struct ipoint_stream *stream) {
  char name[96];
  int i, file = -1;
  for (i = 1; i < 100000 && file < 0; i++) {
    int length = snprintf(name, sizeof name, "stream-%u-%u", stream->out.pid,
                          stream->out.tid);
    if (stream->handler)
      length += snprintf(name + length, sizeof name - (size_t)length,
                         "-handler%u", stream->handler);
    if (i > 1)
      snprintf(name + length, sizeof name - (size_t)length, "-%d", i);
    file = ipoint_file_create(stream->out.trace->folder, name, O_WRONLY);
    if (file < 0 && errno != EEXIST)
      return -1;
  }
  return file;
}

static void begin(struct ipoint_stream *stream) {
  const struct ipoint_ring_header *ring = stream->ring;
  stream->waiting = 0;
  stream->policy = ring->policy <= IPOINT_DISCARD
                       ? (enum ipoint_policy)ring->policy
                       : IPOINT_STREAM;
  stream->out.pid = ring->pid;
  stream->out.tid = ring->tid;
  stream->handler = ring->handler;
  stream->out.unwrap.last = ring->created;
  stream->drained = ring->created;
  stream->out.file = make_file(stream);
  if (stream->out.file < 0)
    stream->out.error = errno;
}

int ipoint_stream_open(struct ipoint_stream *stream, int folder,
                       const char *name, struct ipoint_trace *trace) {
  memset(stream, 0, sizeof *stream);
  if (!map_ring(stream, folder, name))
    return 0;
  snprintf(stream->file_name, sizeof stream->file_name, "%s", name);
  stream->out.trace = trace;
  begin(stream);
  stream->foreign = strtoul(name, NULL, 10) == 0;
  unlinkat(folder, name, 0);
  return 1;
}

static uint32_t finished(const struct ipoint_stream *stream) {
  return __atomic_load_n(&stream->ring->finished, __ATOMIC_ACQUIRE);
}

int ipoint_stream_begins(struct ipoint_stream *stream) {
  uint32_t state = finished(stream);
  if (state != IPOINT_RING_EMPTY && state != IPOINT_RING_TAKEN &&
      state != IPOINT_RING_DROPPED)
    begin(stream);
  return !stream->waiting;
}

/* Of records that came from a ring that was cut off, those before the first
   that is missing. No record is 0. */
static size_t before_cut(const uint64_t *records, size_t n) {
  size_t i;
  for (i = 0; i < n && records[i]; i++)
    ;
  return i;
}

/* Records that were published between the two readings of the counter. */
static void write_records(struct ipoint_stream *stream, uint64_t *records,
                          size_t n, uint64_t earliest, uint64_t now) {
  struct ipoint_packets *out = &stream->out, before;
  size_t done;
  /* The drain was stopped, or the machine slept. */
  if (now - earliest > IPOINT_PACKET_SPAN)
    stream->unsure += n;
  out->discarded =
      __atomic_load_n(&stream->ring->lost, __ATOMIC_RELAXED) + stream->lost;
  before = *out;
  done = ipoint_packets_write(out, records, n, earliest, now);
  if (out->error == EFAULT) {
    stream->guard.cut = 1; /* just now */
    out->error = 0;
  }
  if (!ipoint_stream_is_whole(stream)) {
    size_t there = before_cut(records, n);
    ipoint_packets_undo(out, &before);
    stream->lost += n - there;
    n = there;
    done = ipoint_packets_write(out, records, n, earliest, now);
  }
  if (out->error)
    stream->lost += n - done;
  stream->damaged |= out->torn;
}

uint64_t ipoint_stream_pending(struct ipoint_stream *stream, uint64_t now,
                               uint64_t rate) {
  struct ipoint_checkpoint *grown;
  if (!stream->ring || stream->damaged)
    return 0;
  if (ipoint_policy_drains(stream->policy)) {
    uint64_t waiting = ipoint_ring_position(stream->ring) - stream->ring->tail;
    if (waiting == 0) /* what comes now is not older than this */
      stream->drained = now;
    return waiting;
  }
  if (now - stream->drained < CHECKPOINT_SECONDS * rate)
    return 0;
  grown = realloc(stream->checkpoints,
                  (stream->checkpoint_count + 1) * sizeof *grown);
  if (!grown)
    return 0;
  stream->checkpoints = grown;
  grown[stream->checkpoint_count].position = ipoint_ring_position(stream->ring);
  grown[stream->checkpoint_count++].time = ipoint_port_counter();
  stream->drained = now;
  return 0;
}

void ipoint_stream_drain(struct ipoint_stream *stream) {
  struct ipoint_ring_header *ring = stream->ring;
  uint64_t before, position, now, tail;
  if (!ring || stream->damaged)
    return;
  tail = ring->tail;
  before = ipoint_port_counter();
  position = ipoint_ring_position(ring);
  now = ipoint_port_counter();
  if (!ipoint_stream_is_whole(stream) && ring->magic != IPOINT_RING_MAGIC)
    return; /* its position is unknown */
  if (position - tail > stream->slots) {
    stream->damaged = 1; /* the program wrote where it must not */
    return;
  }
  while (tail != position) {
    /* Not past the end of the slots, and soon enough done that the thread
     * needn't wait. */
    uint64_t first = tail & (stream->slots - 1), n = position - tail;
    if (n > stream->slots - first)
      n = stream->slots - first;
    if (n > stream->slots / 4)
      n = stream->slots / 4;
    write_records(stream, ipoint_ring_slots(ring) + first, (size_t)n,
                  stream->drained, now);
    tail += n;
    __atomic_store_n(&ring->tail, tail, __ATOMIC_RELEASE);
  }
  stream->drained = before;
}

/* The newest records that the trace has room for, packet headers included. */
static uint64_t first_with_room(const struct ipoint_stream *stream,
                                uint64_t begin, uint64_t end) {
  uint64_t headers =
      IPOINT_PACKET_HEADER_SIZE * (2 * stream->checkpoint_count + 4);
  uint64_t most = stream->out.trace->room > headers
                      ? (stream->out.trace->room - headers) / sizeof(uint64_t)
                      : 0;
  return end - begin > most ? end - most : begin;
}

/* Of what came from a ring that was cut off: the newest without a gap. */
static void keep_newest(struct ipoint_stream *stream, const uint64_t *copy,
                        uint64_t *begin, uint64_t *end) {
  uint64_t mask = stream->slots - 1, at, all = *end - *begin;
  while (*end != *begin && !copy[(*end - 1) & mask])
    --*end;
  for (at = *end; at != *begin && copy[(at - 1) & mask]; at--)
    ;
  *begin = at;
  stream->lost += all - (*end - *begin);
}

/* Copies the records that are there, as their thread may still be at work, and
   writes them piece by piece between the checkpoints. */
static void write_kept(struct ipoint_stream *stream) {
  struct ipoint_ring_header *ring = stream->ring;
  uint64_t mask = stream->slots - 1, earliest = ring->created, begin, end, at,
           now, first;
  uint64_t *copy = malloc((size_t)stream->slots * sizeof *copy);
  size_t i;
  int cut = 0;
  if (!copy) {
    stream->out.error = ENOMEM;
    return;
  }
  end = ipoint_ring_position(ring);
  now = ipoint_port_counter();
  /* Policy `overwrite`: the slot behind the cursor may be half written. */
  begin = stream->policy == IPOINT_OVERWRITE && end > mask ? end - mask : 0;
  if (stream->policy == IPOINT_OVERWRITE) {
    first = begin;
    begin = first_with_room(stream, begin, end);
    cut = begin != first;
  }
  if (end - begin > stream->slots) {
    stream->damaged = 1;
    free(copy);
    return;
  }
  stream->overwritten = begin = ipoint_kept_copy(
      ring, stream->slots, begin, end,
      !stream->gone && finished(stream) < IPOINT_RING_FINISHED, copy);
  if (stream->policy == IPOINT_OVERWRITE && !ipoint_stream_is_whole(stream))
    keep_newest(stream, copy, &begin, &end);
  for (i = 0, at = begin; at != end;) {
    uint64_t stop = end, until = now, n;
    while (i < stream->checkpoint_count &&
           stream->checkpoints[i].position <= at)
      earliest = stream->checkpoints[i++].time;
    if (i < stream->checkpoint_count &&
        stream->checkpoints[i].position < stop) {
      stop = stream->checkpoints[i].position;
      until = stream->checkpoints[i].time;
    }
    n = stop - at;
    if (n > stream->slots - (at & mask))
      n = stream->slots - (at & mask);
    write_records(stream, copy + (at & mask), (size_t)n, earliest, until);
    at += n;
  }
  if (cut)
    stream->out.trace->room = 0;
  free(copy);
}

/* All but the ring's mapping. */
static void end(struct ipoint_stream *stream) {
  if (ipoint_policy_drains(stream->policy))
    ipoint_stream_drain(stream);
  else
    write_kept(stream);
  stream->lost += __atomic_load_n(&stream->ring->lost, __ATOMIC_RELAXED);
  stream->intruded =
      __atomic_load_n(&stream->ring->intruded, __ATOMIC_RELAXED) != 0;
  if (stream->out.file >= 0 && close(stream->out.file) != 0 &&
      !stream->out.error)
    stream->out.error = errno;
  free(stream->checkpoints);
  stream->checkpoints = NULL;
}

/* A thread that has ended its ring, and lives, never looks at the slots again:
   their memory is not needed. Else the thread unmaps it, or is gone. */
static void give_back(struct ipoint_ring_header *ring, uint64_t slots) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t)ipoint_ring_slots(ring);
  uintptr_t end = begin + (size_t)slots * sizeof(uint64_t);
  begin = (begin + page - 1) & ~(page - 1);
  end &= ~(page - 1);
  if (__atomic_load_n(&ring->ended, __ATOMIC_ACQUIRE) && begin < end)
    madvise((void *)begin, end - begin, MADV_REMOVE);
}

void ipoint_stream_close(struct ipoint_stream *stream) {
  if (!stream->ring)
    return;
  if (!stream->waiting || ipoint_stream_begins(stream))
    end(stream);
  give_back(stream->ring, stream->slots);
  unmap(stream);
}

int ipoint_stream_pass_on(struct ipoint_stream *stream,
                          struct ipoint_stream *next) {
  uint32_t parked = IPOINT_RING_PARKED;
  end(stream);
  memset(next, 0, sizeof *next);
  ipoint_guard_end(&stream->guard);
  use(next, stream->ring, stream->slots);
  memcpy(next->file_name, stream->file_name, sizeof next->file_name);
  next->out.pid = stream->out.pid;
  next->foreign = stream->foreign;
  next->out.trace = stream->out.trace;
  next->out.file = -1;
  next->waiting = 1;
  stream->ring = NULL;
  if (__atomic_compare_exchange_n(&next->ring->finished, &parked,
                                  IPOINT_RING_EMPTY, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_RELAXED))
    return 1;
  unmap(next); /* it was dropped */
  return 0;
}

void ipoint_stream_add(struct ipoint_totals *totals,
                       const struct ipoint_stream *stream) {
  totals->records += stream->out.records;
  totals->lost += stream->lost;
  totals->overwritten += stream->overwritten;
  totals->repaired += stream->out.unwrap.repaired;
  totals->unsure += stream->unsure;
  totals->threads += stream->out.records > 0 && !stream->handler;
  totals->damaged += stream->damaged && !stream->guard.cut;
  totals->intruded += stream->intruded != 0;
  if (stream->guard.cut && totals->cut++ == 0) {
    totals->cut_by = stream->out.pid;
    memcpy(totals->cut_file, stream->file_name, sizeof totals->cut_file);
  }
  if (!totals->error)
    totals->error = stream->out.error;
}
