/*===- cpus.h - Clocks and CPUs -------------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CPUS_H
#define IPOINT_CALIBRATE_CPUS_H

#include <sched.h>
#include <stdint.h>

struct ipoint_clock_check {
  int steady; /* 1: the processor promises one rate, asleep or not; 0: it does
                 not; -1: not known (a port of one's own) */
  char hypervisor[16]; /* as it calls itself; empty: none is seen */
  char kernel[32];     /* the clock that the kernel goes by; empty: not known */
  uint64_t skew;       /* ticks by which the counters of two CPUs differ, as far
                          as that was seen; 0: not at all */
  uint64_t skew_error; /* of `skew`, ticks; 0 if there is one CPU */
};

/* Found out at the first call, in at most some twenty milliseconds; the calling
   thread visits the CPUs that it may use, sixteen of them at most. */
const struct ipoint_clock_check *ipoint_clock_check(void);

/* Why times may be wrong, a line to be said; null: nothing speaks for it. */
const char *ipoint_clock_doubt(const struct ipoint_clock_check *check);

/* What two threads on two CPUs saw that read a clock by turns: each passes its
   reading on to the other, so each reading comes after the one before. */
struct ipoint_across {
  unsigned pairs;    /* of CPUs, that took part; 0: there is one CPU only */
  uint64_t backward; /* readings that lay before the one that they follow … */
  uint64_t most;     /* … by so much at most, in units of the clock */
  uint64_t turn;     /* the least that a turn took, likewise: a difference of
                        less than that would not be seen; UINT64_MAX: not known */
};

/* Of the first of the CPUs with each other one, sixteen at most, each pair for
   `nanoseconds` at most. Where a thread cannot be made or moved there are no
   pairs. */
struct ipoint_across ipoint_compare_cpus(uint64_t (*read)(void),
                                         const cpu_set_t *cpus,
                                         uint64_t nanoseconds);

/* On different ones. */

/* The drain leaves the program's CPU (-1: any) alone, if there is another. */
void ipoint_cpus_part(int cpu);

/* Goes to this CPU (-1: stays). Where it was is in `before`;
   ipoint_cpus_return() goes back there. */
void ipoint_cpus_visit(int cpu, cpu_set_t *before);
void ipoint_cpus_return(const cpu_set_t *before);

#endif /* IPOINT_CALIBRATE_CPUS_H */
