/*===- bursts.h - When the threads of a recording make their bursts -------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A thread that has made its records falls asleep, and its probes leave at
|* once;
|* the drain wakes all of them together when a period is over.
|*
|* Where probes are patched (code.h) it takes them out in between. No thread may
|* record while some are there and others not, so there is a *window*, in the
|* control page: it is open while all probes are in their places, and odd then;
|* before anything was taken out it is 0. Before it is
|* closed each ring's limit is lowered, so that a thread's next probe, should it
|* still be there, sees that it is closed.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_BURSTS_H
#define IPOINT_CONSUMER_BURSTS_H

#include "consumer/code.h"
#include "consumer/stream.h"
#include "consumer/session.h"

struct ipoint_bursts {
  uint64_t period; /* from one burst to the next, ticks; 0: there are none */
  unsigned share;  /* of the time, at most one in so many parts has probes in
                      code that can be without; then the period is longer. 0:
                      all that it takes */
  uint64_t began;  /* the last one, ticks */
  uint64_t taken;  /* by it, until all probes were out again, ticks */
  uint64_t settle; /* threads that have not begun theirs after so many ticks are
                      not waited for */
  struct ipoint_code *codes; /* of processes whose probes can be taken out */
  size_t code_count;
};

/* The process has a list of code (session.h): its probes may be taken out. */
void ipoint_bursts_add(struct ipoint_bursts *bursts, uint32_t pid);
/* It has ended: removes its list from `folder`. */
void ipoint_bursts_drop(struct ipoint_bursts *bursts, int folder, uint32_t pid);

/* Is a burst under way that ipoint_bursts_end may end? */
int ipoint_bursts_open(const struct ipoint_bursts *bursts,
                       const struct ipoint_control *control);

/* Ends the burst that is under way, where that is worth while: 1, and then the
   caller has to look for rings that are new and call ipoint_bursts_take_out. */
int ipoint_bursts_end(struct ipoint_bursts *bursts,
                      const struct ipoint_session *session,
                      struct ipoint_stream *const *streams, size_t count,
                      uint64_t now);
void ipoint_bursts_take_out(struct ipoint_bursts *bursts,
                            struct ipoint_control *control,
                            struct ipoint_stream *const *streams, size_t count);

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
