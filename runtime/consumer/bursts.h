/*===- bursts.h - When the threads of a recording make their bursts -------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A thread that has made its records falls asleep, and its probes leave at
|* once; the drain wakes all of them together when a period is over.
|*
|* Where probes are patched, processes take them out in between
|* (agent/patcher.c). No thread may record while some are there and others not,
|* so there is a *window*, in the control page: it is open while all probes are
|* to be in their places, and odd then; before anything was taken out it is 0.
|* Each process follows it, and holds it for closed until it has.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_BURSTS_H
#define IPOINT_CONSUMER_BURSTS_H

#include "consumer/stream.h"
#include "consumer/session.h"

struct ipoint_patched {
  uint32_t pid;
  int gone; /* 1: it has ended */
};

struct ipoint_bursts {
  uint64_t period; /* from one burst to the next, ticks; 0: there are none */
  unsigned share;  /* of the time, at most one in so many parts has probes in
                      code that can be without; then the period is longer. 0:
                      all that it takes */
  uint64_t began;  /* the last one, ticks */
  uint64_t ready;  /* when the processes had followed it, ticks; 0: they have
                      not yet */
  uint64_t settle; /* threads that have not begun theirs after so many ticks are
                      not waited for */
  struct ipoint_patched *patched; /* processes whose probes can be taken out */
  size_t patched_count;
};

/* The process takes its probes out (code-PID, session.h). */
void ipoint_bursts_add(struct ipoint_bursts *bursts, uint32_t pid);
/* It has ended: removes its mark from `folder`. */
void ipoint_bursts_drop(struct ipoint_bursts *bursts, int folder, uint32_t pid);

/* Threads of ours in the process, which take probes out. */
unsigned ipoint_bursts_patchers(const struct ipoint_bursts *bursts,
                                uint32_t pid);

/* Is a burst under way that ipoint_bursts_end may end? */
int ipoint_bursts_open(const struct ipoint_bursts *bursts,
                       const struct ipoint_control *control);

/* Ends the burst that is under way, where that is worth while. */
void ipoint_bursts_end(struct ipoint_bursts *bursts,
                       const struct ipoint_session *session,
                       struct ipoint_stream *const *streams, size_t count,
                       uint64_t now);

/* Begins the next one, if it is time. */
void ipoint_bursts_begin(struct ipoint_bursts *bursts,
                         const struct ipoint_session *session,
                         struct ipoint_stream *const *streams, size_t count,
                         uint64_t now);

/* Ticks until then, while no thread records; else 0. */
uint64_t ipoint_bursts_left(const struct ipoint_bursts *bursts,
                            const struct ipoint_control *control, uint64_t now);

void ipoint_bursts_free(struct ipoint_bursts *bursts);

#endif /* IPOINT_CONSUMER_BURSTS_H */
