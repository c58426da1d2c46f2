/*===- across.h - Whether a clock is one clock on all CPUs --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_ACROSS_H
#define IPOINT_CALIBRATE_ACROSS_H

#include <sched.h>
#include <stdint.h>

/* What two threads on two CPUs saw that read a clock by turns: each passes its
   reading on to the other, so each reading comes after the one before. */
struct ipoint_across {
  unsigned pairs;    /* of CPUs, that took part; 0: there is one CPU only */
  uint64_t turns;    /* readings in all */
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

#endif /* IPOINT_CALIBRATE_ACROSS_H */
