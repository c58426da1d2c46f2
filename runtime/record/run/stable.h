/*===- stable.h - What repeated runs say; how many are enough -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Runs are the unit: values within one resemble each other.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_STABLE_H
#define IPOINT_RECORD_RUN_STABLE_H

#include "record/run/launch.h"

#include <stddef.h>

/* Of values that are independent and much alike. */
struct ipoint_run_spread {
  double mean, deviation; /* the latter 0 for less than two values */
  double least, most;
  /* Half the width of the mean's 95 % confidence interval (Student's);
     infinite for less than two values. */
  double half_width;
  size_t since_most; /* values that came after the largest one */
};

struct ipoint_run_spread ipoint_run_spread_of(const double *values,
                                              size_t count);

/* The 97.5 % quantile of Student's distribution with `degrees` degrees
   of freedom, at least 1, to 1 %. */
double ipoint_student(double degrees);

/* The value that a `share` of `values`, which this sorts, does not exceed
   (nearest rank); 0 if there are none. */
double ipoint_percentile(double *values, size_t count, double share);

/* `ipoint-run --until-stable`: each run gives a value, and there are runs until
   these say what is asked of them. */

/* What a run's value is. */
enum ipoint_figure {
  IPOINT_FIGURE_NONE, /* nothing is asked */
  IPOINT_FIGURE_CPU,  /* CPU time of the program, s */
  IPOINT_FIGURE_REAL, /* elapsed time, s */
  IPOINT_FIGURE_CALLS /* of the calls of a function, inclusive, raw, ticks */
};

struct ipoint_stable {
  enum ipoint_figure figure;
  char function[256];
  double share; /* of calls: this percentile, 0 to 1; -1: their mean; 2: the
                   largest */
  double width; /* the mean of the values is to be known to this share of it,
                   0: the largest value … */
  size_t quiet_runs; /* … is not to be among this many last ones */
  double *values;    /* by run */
  size_t count;
  size_t held; /* runs in a row behind which it was stable */
};

/* Fewer runs say too little of how much they vary. */
#define IPOINT_STABLE_LEAST 5
/* Runs in a row behind which it is to hold: the first may be chance. */
#define IPOINT_STABLE_HELD 2

/* Reads `2%`, `real:2%`, `FUNCTION:2%`, `FUNCTION.p99:5%` or `FUNCTION.max:20`
   into a struct ipoint_stable. 0 if it is none of these. */
int ipoint_stable_parse(const char *text, void *stable);

/* Notes a run, whose trace is in `trace`. 1 if no more are needed, 0 if they
   are, -1 when what keeps its value from being known was printed. */
int ipoint_stable_note(struct ipoint_stable *stable,
                       const struct ipoint_run *run, const char *trace);

/* Says in a line what came out, where the runs have ended. */
void ipoint_stable_say(const struct ipoint_stable *stable, int is_stable);

void ipoint_stable_free(struct ipoint_stable *stable);

#endif /* IPOINT_RECORD_RUN_STABLE_H */
