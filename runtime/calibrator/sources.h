/*===- sources.h - Regular interruptions, in an answer ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_SOURCES_H
#define IPOINT_CALIBRATOR_SOURCES_H

#include "calibrate/gaps.h"
#include "calibrator/answer.h"

/* Interruptions of a CPU that come regularly. */
struct ipoint_source {
  double period_ns, error_ns, chance; /* see struct ipoint_period */
  size_t events;
  double cycles;    /* share of the cycles that have one */
  double length_ns; /* the median */
  double share;     /* of the time, without what else came in some of them */
};

#define IPOINT_MOST_SOURCES 8

/* Looks for them among the gaps, those that take most time first; returns how
   many there are. `ticks` is how long was watched. */
size_t ipoint_sources_find(const struct ipoint_gap *gaps, size_t count,
                           uint64_t ticks, double tick_ns,
                           struct ipoint_source sources[IPOINT_MOST_SOURCES]);

/* Adds the table `periods` for them, and a row for each. */
void ipoint_answer_sources_begin(struct ipoint_answer *answer);
void ipoint_answer_source(struct ipoint_answer *answer, int cpu,
                          const struct ipoint_source *source);

#endif /* IPOINT_CALIBRATOR_SOURCES_H */
