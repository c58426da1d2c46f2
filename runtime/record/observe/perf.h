/*===- perf.h - Context switches as the kernel reports them ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   kernel ──perf_event_open(2)──> one ring per CPU ──decode──> switches
|*
|* A software event that counts nothing, with context-switch records: allowed
|* without privileges for one's own processes where perf_event_paranoid is 2 or
|* less. Threads and children inherit it. The recorded process holds no
|* descriptor and no memory of it.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_PERF_H
#define IPOINT_RECORD_OBSERVE_PERF_H

#include "record/observe/perfring.h"

/* One thread left a CPU, came back to one, or was interrupted. */
struct ipoint_switch {
  uint64_t time; /* ns of CLOCK_MONOTONIC_RAW, or what it is turned into */
  uint32_t pid, tid;
  uint32_t id;  /* IPOINT_ID_SWITCH_OUT, _PREEMPTED or _SWITCH_IN,
                   IPOINT_ID_INTERRUPT or _INTERRUPT_END */
  uint32_t cpu; /* the CPU's number */
};

typedef void ipoint_switch_sink(void *context, const struct ipoint_switch *one);

struct ipoint_perf {
  struct ipoint_perf_ring *rings;
  size_t ring_count;
  int *others; /* descriptors of further threads and of interrupts, which share
                  the rings */
  size_t other_count;
  uint64_t lost;    /* records that did not fit into a ring */
  char reason[160]; /* why there are none; empty if there are */
  struct ipoint_tracepoints interrupts;
  char no_interrupts[160]; /* why they are not recorded, if they were asked for;
                              empty if they are */
};

/* Begins to watch the threads that `pid` has now, and all that they will start.
   0, or -1 and the reason in words. */
int ipoint_perf_open(struct ipoint_perf *perf, pid_t pid);

/* Begins to record the interrupts that the kernel handles, on all CPUs: device
   interrupts, soft interrupts, and those that processors send to themselves and
   each other (timers). Needs privileges. 0, or -1 and the reason in
   `no_interrupts`. */
int ipoint_perf_interrupts(struct ipoint_perf *perf);

/* Gives `sink` what has come since the last call, the rings one after another.
 */
void ipoint_perf_read(struct ipoint_perf *perf, ipoint_switch_sink *sink,
                      void *context);

void ipoint_perf_close(struct ipoint_perf *perf);

/* Decodes the records between two positions of a ring whose `data` has `bytes`
   bytes, a power of two; a position that is passed lies at its remainder. Of
   interrupts that come within others, only the outermost is given to `sink`.
   Returns how many records the kernel says that it lost. */
uint64_t ipoint_perf_decode(const uint8_t *data, uint64_t bytes, uint64_t tail,
                            uint64_t head, struct ipoint_perf_cpu *cpu,
                            ipoint_switch_sink *sink, void *context);

#endif /* IPOINT_RECORD_OBSERVE_PERF_H */
