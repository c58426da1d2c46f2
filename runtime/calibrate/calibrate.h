/*===- calibrate.h - Measures the counter and the probes ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CALIBRATE_H
#define IPOINT_CALIBRATE_CALIBRATE_H

#include <stdint.h>

/* One moment on several clocks. */
struct ipoint_moment {
  uint64_t ticks;      /* the port's counter */
  uint64_t raw_ns;     /* CLOCK_MONOTONIC_RAW: not steered */
  uint64_t epoch_ns;   /* since the Unix epoch */
  uint64_t steered_ns; /* CLOCK_MONOTONIC: steered towards true seconds */
  uint64_t width;      /* ticks between which raw_ns was read */
};

/* What one probe adds to the time between two reads. */
struct ipoint_overhead {
  uint64_t timed_mean, untimed_mean; /* thousandths of a tick */
  uint64_t timed_min;                /* ticks */
  uint64_t timed_spread; /* how far the usual mean of a round of measuring lies
                            above timed_mean, thousandths of a tick */
};

/* Ways in which probes may read the counter (docs/formats.md, settings). */
#define IPOINT_READINGS 4

struct ipoint_calibration {
  uint64_t step; /* ticks */
  int waits;     /* 1 if a read waits for the next step */
  /* Of inline probes by how they read; zero for ways that the port has not. */
  struct ipoint_overhead base[IPOINT_READINGS];
  /* Of probes that are calls, which read in the usual way. */
  struct ipoint_overhead called;
  /* Of those in windows, likewise. */
  struct ipoint_overhead window;
};

/* The same moment as near as it gets: of several attempts, the one whose
 * readings lie closest. */
struct ipoint_moment ipoint_moment_now(void);

/* Takes some ten milliseconds. Uses the real probes on a private ring, on
   the program's CPU (-1: any): on a shared machine one is slower than another
   for seconds. */
struct ipoint_calibration ipoint_calibrate(int cpu);

/* Measures once more and keeps the least: what disturbed the first time is
   unlikely to have come again. */
void ipoint_calibrate_again(struct ipoint_calibration *found, int cpu);

#endif /* IPOINT_CALIBRATE_CALIBRATE_H */
