/*===- calibrate.h - Measures the counter and the probes ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_TOOLS_CALIBRATE_H
#define IPOINT_TOOLS_CALIBRATE_H

#include <stdint.h>

/* One moment on three clocks. */
struct ipoint_moment {
  uint64_t ticks;    /* the port's counter */
  uint64_t raw_ns;   /* CLOCK_MONOTONIC_RAW: steered by nobody */
  uint64_t epoch_ns; /* since the Unix epoch */
};

struct ipoint_calibration {
  uint64_t step; /* ticks */
  int waits;     /* 1 if a read waits for the next step */
  /* What one probe adds to the time between two reads: means in thousandths of
   * a tick. */
  uint64_t base_timed_mean, base_untimed_mean;
  uint64_t base_timed_min; /* ticks */
};

/* The same moment as near as it gets: of several attempts, the one whose
 * readings lie closest. */
struct ipoint_moment ipoint_moment_now(void);

/* Takes about ten milliseconds. Uses the real probes on a ring of its own. */
struct ipoint_calibration ipoint_calibrate(void);

#endif /* IPOINT_TOOLS_CALIBRATE_H */
