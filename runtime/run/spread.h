/*===- spread.h - What repeated runs say of a figure ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Runs are the unit: values within one resemble each other.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_SPREAD_H
#define IPOINT_RUN_SPREAD_H

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

#endif /* IPOINT_RUN_SPREAD_H */
