/*===- tracers.h - The kernel's tracers of noise, in an answer ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_TRACERS_H
#define IPOINT_CALIBRATOR_TRACERS_H

#include "calibrator/answer.h"

#include <stdint.h>

/* Runs osnoise and hwlat in a private instance of tracefs, each for
   `nanoseconds`, and adds what they report as table `tracers`. Where they are
   not there, or not to be used, adds a note of why. Nothing stays as it was
   not. */
void ipoint_answer_tracers(struct ipoint_answer *answer, uint64_t nanoseconds);

struct ipoint_tracer_sums {
  double samples, noise_us, runtime_us, largest_us, hardware;
};

/* Adds a line of a trace: of osnoise (columns RUNTIME, NOISE, share, largest,
   HW, ...), or of hwlat (`inner/outer(us): 12/14`). 1; 0 if it is neither. */
int ipoint_tracer_line(const char *line, struct ipoint_tracer_sums *sums);

#endif /* IPOINT_CALIBRATOR_TRACERS_H */
