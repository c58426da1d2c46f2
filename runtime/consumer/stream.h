/*===- stream.h - One thread's ring on its way into a stream file ---------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_STREAM_H
#define IPOINT_CONSUMER_STREAM_H

#include "wire/packets.h"
#include "wire/ring.h"
#include "support/guard.h"

/* Under policies `overwrite` and `discard`: all records before `position` were
   published before the counter read `time`. */
struct ipoint_checkpoint {
  uint64_t position, time;
};

struct ipoint_stream {
  struct ipoint_ring_header
      *ring; /* mapped; null once it is drained and the thread has ended */
  uint64_t
      slots; /* as found when mapped, and checked: the header is not ours */
  enum ipoint_policy policy;
  struct ipoint_guard guard; /* over the ring; `cut`: the program has taken a
                                part of it away */
  char file_name[32];        /* of the ring, in the session's folder */
  int foreign;      /* 1: its numbers are those of another PID namespace */
  uint32_t handler; /* as in the ring */
  char name[IPOINT_NAME_SIZE]; /* of its thread (names.h); empty: it has none */
  uint64_t named;              /* when that was looked for last, ticks … */
  uint64_t patience;           /* … and how long it will do */
  struct ipoint_packets out;   /* to the stream file */
  int waiting;      /* 1: no thread has the ring yet; only ring, slots and
                       out.pid mean something */
  uint64_t drained; /* when it was drained last: the counter as it was before */
  uint64_t lost, overwritten; /* records */
  uint64_t unsure; /* records whose times may be too early, by multiples of 2^40
                      ticks: the ring was not read for too long */
  int damaged;
  int gone;     /* 1: its thread is no more, and all that it stored is there */
  int intruded; /* 1: a forked process has written into the ring too */
  struct ipoint_checkpoint *checkpoints;
  size_t checkpoint_count;
};

/* Maps the ring file `name` in `folder` and makes its stream file in the trace.
   0 if the ring is not ready or is no ring: try again later. Unlinks the ring
   file once it is mapped. */
int ipoint_stream_open(struct ipoint_stream *stream, int folder,
                       const char *name, struct ipoint_trace *trace);

/* Records that wait in the ring. Ticks: `now` was read before the call.
   Policies `overwrite` and `discard`: 0, and a checkpoint is made where one is
   due. To be called more often than every 2^39 ticks. */
uint64_t ipoint_stream_pending(struct ipoint_stream *stream, uint64_t now,
                               uint64_t rate);

/* Policy `stream`: writes what is there. */
void ipoint_stream_drain(struct ipoint_stream *stream);

/* The end: drains (policies `overwrite` and `discard`: what is there, the
 * oldest first), closes. */
void ipoint_stream_close(struct ipoint_stream *stream);

/* Ends `stream` but for the ring, which its process keeps for another thread:
   `next` waits for that. 0 if it did not keep it after all: there is no next.
 */
int ipoint_stream_pass_on(struct ipoint_stream *stream,
                          struct ipoint_stream *next);

/* 1 if the ring is what it was made as. 0 once the program has cut it off, by
   truncating its file: `guard.cut` is set then, and nothing more comes of it.
 */
int ipoint_stream_is_whole(struct ipoint_stream *stream);

/* Of a waiting stream: 1 if a thread has the ring now; the stream has begun. */
int ipoint_stream_begins(struct ipoint_stream *stream);

#endif /* IPOINT_CONSUMER_STREAM_H */
