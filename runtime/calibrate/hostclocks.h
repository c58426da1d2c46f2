/*===- hostclocks.h - The clocks of this machine, and how they advance ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_HOSTCLOCKS_H
#define IPOINT_CALIBRATE_HOSTCLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum ipoint_clock_kind {
  IPOINT_COUNTER,     /* ticks, at a rate to be measured */
  IPOINT_CPU_COUNTER, /* the same, of each CPU for itself */
  IPOINT_CLOCK,       /* nanoseconds that pass */
  IPOINT_CPU_CLOCK    /* nanoseconds that the process or thread runs */
};

/* Functions are made for each clock by itself, so that no call through a
   pointer is in what they time. */
struct ipoint_host_clock {
  const char *name;
  enum ipoint_clock_kind kind;
  uint64_t (*read)(void);
  /* Ticks of ipoint_base_ticks() around `reads` reads in a row. */
  uint64_t (*cost)(uint64_t reads);
  /* IPOINT_CLOCK_GROUPS * IPOINT_CLOCK_PER_GROUP differences of pairs of reads:
     the same work in between within a group, a little more from one to the
     next. */
  void (*pairs)(uint64_t *differences);
};

#define IPOINT_CLOCK_GROUPS 128u
#define IPOINT_CLOCK_PER_GROUP 128u
#define IPOINT_CLOCK_PAIRS (IPOINT_CLOCK_GROUPS * IPOINT_CLOCK_PER_GROUP)

/* All that this processor and system could have, whether or not they may be
   read. */
extern const struct ipoint_host_clock ipoint_host_clocks[];
extern const size_t ipoint_host_clock_count;

/* 1 if it can be read and moves. Found out by a child, as an instruction that
   is missing or not allowed is the end of who tries it. */
int ipoint_host_clock_works(const struct ipoint_host_clock *clock);

/* The counter by which the others' costs are measured: the processor's, waiting
   for what stands before and behind it where it has a way to. */
uint64_t ipoint_base_ticks(void);
extern const char ipoint_base_name[];

/* As `cost` of a clock, around nothing. */
uint64_t ipoint_base_cost(uint64_t reads);

/* The port's counter, as probes read it, and as `pairs` of a clock;
   CLOCK_MONOTONIC_RAW, ns. */
uint64_t ipoint_read_port(void);
void ipoint_port_pairs(uint64_t *differences);
uint64_t ipoint_raw_ns(void);

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

#endif /* IPOINT_CALIBRATE_HOSTCLOCKS_H */
