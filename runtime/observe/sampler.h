/*===- sampler.h - Where a program that has no probes spends its time -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   the kernel's clock of a CPU's use (no PMU) ──one ring per CPU──> a file
|*
|* The file is what perf record writes (perf.data, docs/formats.md): the records
|* are the kernel's, as they came. All threads and children of the program are
|* sampled, in user mode, without privileges where perf_event_paranoid is 2 or
|* less.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_SAMPLER_H
#define IPOINT_OBSERVE_SAMPLER_H

#include "observe/perf.h"

/* All zero: not in use. */
struct ipoint_sampler {
  struct ipoint_perf_ring *rings;
  size_t ring_count;
  int file;         /* descriptor; not owned */
  uint64_t period;  /* ns of the CPU's time from one sample to the next, mean */
  uint64_t random;  /* state: what the next period is drawn from */
  uint64_t written; /* bytes of records */
  uint64_t samples, lost, throttled; /* records of these kinds */
  int error;        /* errno of what failed first; nothing is written then */
  char reason[160]; /* why nothing is sampled */
};

/* Samples the process `pid`, which has begun nothing, from its next exec on,
   each `period` ns of the time that it has a CPU, into `file`, which is empty.
   0, or -1 and the reason. */
int ipoint_sampler_begin(struct ipoint_sampler *sampler, pid_t pid, int file,
                         uint64_t period);

/* Writes what has come, and draws the next period. */
void ipoint_sampler_poll(struct ipoint_sampler *sampler);

/* Writes the rest, and makes the file whole. */
void ipoint_sampler_finish(struct ipoint_sampler *sampler);

#endif /* IPOINT_OBSERVE_SAMPLER_H */
