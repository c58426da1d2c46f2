/*===- spread.c - What repeated runs say of a figure ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/spread.h"

#include <math.h>
#include <stdlib.h>

/* Cornish and Fisher's expansion of the quantile in powers of 1/degrees
   (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5), which
   converges from three degrees on. */
double ipoint_student(double degrees) {
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  const double g1 = (z3 + z) / 4, g2 = (5 * z5 + 16 * z3 + 3 * z) / 96,
               g3 = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  if (degrees < 2)
    return 12.7062;
  if (degrees < 3)
    return 4.30265;
  return z + g1 / degrees + g2 / (degrees * degrees) +
         g3 / (degrees * degrees * degrees);
}

struct ipoint_run_spread ipoint_run_spread_of(const double *values,
                                              size_t count) {
  struct ipoint_run_spread spread = {0};
  double squares = 0;
  size_t i;
  spread.half_width = INFINITY;
  if (count == 0)
    return spread;
  spread.least = spread.most = values[0];
  for (i = 0; i < count; i++) {
    double apart = values[i] - spread.mean; /* Welford's recurrence */
    spread.mean += apart / (double)(i + 1);
    squares += apart * (values[i] - spread.mean);
    spread.since_most++;
    if (values[i] < spread.least)
      spread.least = values[i];
    if (values[i] > spread.most || i == 0) {
      spread.most = values[i];
      spread.since_most = 0;
    }
  }
  if (count < 2)
    return spread;
  spread.deviation = sqrt(squares / (double)(count - 1));
  spread.half_width = ipoint_student((double)(count - 1)) * spread.deviation /
                      sqrt((double)count);
  return spread;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ipoint_percentile(double *values, size_t count, double share) {
  size_t rank;
  if (count == 0)
    return 0;
  qsort(values, count, sizeof *values, compare);
  rank = (size_t)ceil(share * (double)count);
  return values[rank == 0 ? 0 : rank - 1];
}
