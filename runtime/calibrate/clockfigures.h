/*===- clockfigures.h - What one clock costs and resolves ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CLOCKFIGURES_H
#define IPOINT_CALIBRATE_CLOCKFIGURES_H

#include "calibrate/hostclocks.h"

/* Of many observations. */
struct ipoint_spread {
  double minimum, median, p99, maximum;
};

/* Sorts. All 0 if n is 0. */
struct ipoint_spread ipoint_spread_of(double *values, size_t n);

/* How a clock advances, in its own units. */
struct ipoint_clock_steps {
  double step;       /* least advance; NAN: it did not move for a while */
  int waits;         /* 1: a read waits for the step; 0: it does not; -1: not
                        known, as the step is far longer than a read */
  double jitter;     /* 99th percentile less minimum of pairs of reads with
                        nothing in between */
  unsigned backward; /* pairs of reads of which the second was less */
};

/* Takes some milliseconds, of a coarse clock up to 100. */
struct ipoint_clock_steps
ipoint_clock_steps(const struct ipoint_host_clock *clock);

/* Ticks of the base counter for one read, of rounds of `reads` in a row, with
   what the base itself takes removed (`base`: the usual difference of two
   readings of it). At most IPOINT_COST_ROUNDS rounds, fewer where these take
   more than `nanoseconds`, at least 5. */
#define IPOINT_COST_ROUNDS 1024u
struct ipoint_spread ipoint_clock_cost(uint64_t (*cost)(uint64_t reads),
                                       uint64_t reads, double base,
                                       uint64_t nanoseconds);

/* A reading of a clock and of CLOCK_MONOTONIC_RAW at one moment. */
struct ipoint_joint_reading {
  uint64_t value, raw_ns, width_ns; /* raw_ns lies within so much of it */
};
struct ipoint_joint_reading ipoint_read_jointly(uint64_t (*read)(void));

/* Units that pass in a second of CLOCK_MONOTONIC_RAW, and by how much that can
   be off, as a share, a step (in units) of the clock included. */
double ipoint_joint_rate(const struct ipoint_joint_reading *begin,
                         const struct ipoint_joint_reading *end, double step,
                         double *error);

#endif /* IPOINT_CALIBRATE_CLOCKFIGURES_H */
