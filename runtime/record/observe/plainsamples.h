/*===- plainsamples.h - Where a program that has no probes spends its time -===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   the kernel's clock of a CPU's use (no PMU) ──one ring per CPU──> a file
|*
|* The file is what perf record writes (perf.data, docs/formats.md): the records
|* are the kernel's, as they came. All threads and children of the program are
|* sampled, in user mode, without privileges where perf_event_paranoid is 2 or
|* less. Where the kernel takes no samples, a library in the program takes
|* them (record/observe/timer.h).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_PLAINSAMPLES_H
#define IPOINT_RECORD_OBSERVE_PLAINSAMPLES_H

#include "record/observe/perfring.h"
#include "record/observe/timer.h"
#include "record/consumer/perffile.h"

/* All zero: not in use. */
struct ipoint_sampler {
  struct ipoint_perf_ring *rings; /* null: not the kernel's samples … */
  size_t ring_count;
  struct ipoint_timer timer; /* … but these, if `program` is not null … */
  const char *program;       /* … of this one; path, not owned */
  struct ipoint_perf_file out;
  uint64_t period; /* ns of the CPU's time from one sample to the next, mean */
  uint64_t random; /* state: what the next period is drawn from */
  uint64_t samples, lost, throttled; /* records of these kinds */
  uint64_t drawn;   /* how many samples there were at the last draw */
  char reason[160]; /* why nothing is sampled */
};

/* Whether the kernel samples processes of ours, and what a sample costs, ns of
   a thread's time, at least 1: it is tried out, for a tenth of a second. 0:
   it does not, and the reason. */
uint64_t ipoint_sampler_try(char *reason, size_t size);

/* Samples the process `pid`, which has begun nothing, from its next exec on,
   each `period` ns of the time that it has a CPU, into `file`, which is empty.
   0, or -1 and the reason. */
int ipoint_sampler_begin(struct ipoint_sampler *sampler, pid_t pid, int file,
                         uint64_t period);

/* The same with a program that will be started and samples itself into the file
   `shared`. */
int ipoint_sampler_begin_timer(struct ipoint_sampler *sampler,
                               const char *program, int shared, int file,
                               uint64_t period);

/* Writes what has come, and draws the next period. */
void ipoint_sampler_poll(struct ipoint_sampler *sampler);

/* Writes the rest, and makes the file whole. The reason is set if a program
   that was to sample itself could not. */
void ipoint_sampler_finish(struct ipoint_sampler *sampler);

#endif /* IPOINT_RECORD_OBSERVE_PLAINSAMPLES_H */
