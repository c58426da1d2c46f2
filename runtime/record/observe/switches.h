/*===- switches.h - When recorded threads were off CPU --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   switches of all threads ──take──> fresh ──settle──> in ticks ──write──>
|*   streams of those threads that have a ring of records
|*
|* The kernel stamps switches with CLOCK_MONOTONIC_RAW, probes read the counter.
|* Both are read at the same moment four times a second; between two moments the
|* one is a straight line over the other.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_SWITCHES_H
#define IPOINT_RECORD_OBSERVE_SWITCHES_H

#include "record/consumer/drain.h"
#include "record/observe/perf.h"

/* Moments that are kept. */
#define IPOINT_SWITCH_MOMENTS 8

/* One moment on both clocks. */
struct ipoint_clock_pair {
  uint64_t ticks, raw_ns;
};

/* The counter at `raw_ns`, by the two of `n` pairs (at least 2, in order) that
   it lies between or is nearest to. */
uint64_t ipoint_clock_at(const struct ipoint_clock_pair *pairs, size_t n,
                         uint64_t raw_ns);

struct ipoint_switch_list {
  struct ipoint_switch *items;
  size_t count, room;
};

/* All zero: not in use. */
struct ipoint_switches {
  int active; /* 1 from begin to finish */
  struct ipoint_perf perf;
  struct ipoint_clock_pair pairs[IPOINT_SWITCH_MOMENTS];
  size_t pair_count;
  uint64_t uncertainty; /* ticks: the most by which a pair may be wrong */
  uint64_t narrowest;   /* ticks between the two readings around the best */
  struct ipoint_switch_list fresh;   /* as they came; times in ns */
  struct ipoint_switch_list settled; /* not yet written; times in ticks */
  struct ipoint_packets *streams;    /* of threads that record */
  size_t stream_count;
  uint8_t *cpus;       /* 1 for each CPU that a recorded thread came to … */
  size_t cpu_count;    /* of `cpus` */
  uint64_t settled_at; /* when some were last, ticks */
  uint64_t recorded;   /* switches that were written … */
  uint64_t interrupts; /* … and beginnings and ends of interrupts */
  uint64_t lost;       /* switches that were not, for want of room */
  int error; /* errno of what failed first; nothing is written after that */
};

/* Begins to watch `pid`, and interrupts too if `interrupts`. 0, or -1 and the
   reason in `switches->perf.reason`; why interrupts can't be had is in
   `switches->perf.no_interrupts`. */
int ipoint_switches_begin(struct ipoint_switches *switches, pid_t pid,
                          int interrupts);

/* Takes what has come, and about four times a second writes what is old enough
   to be whole. Takes what that needs from the trace's room; without any it
   finishes. */
void ipoint_switches_poll(struct ipoint_switches *switches,
                          struct ipoint_drain *drain);

/* Writes the rest and lets go of everything but the figures. */
void ipoint_switches_finish(struct ipoint_switches *switches,
                            struct ipoint_drain *drain);

#endif /* IPOINT_RECORD_OBSERVE_SWITCHES_H */
