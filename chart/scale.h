/*===- scale.h - From values to places ------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CHART_SCALE_H
#define IPOINT_CHART_SCALE_H

#include "chart/chart.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IPOINT_MOST_TICKS 16

/* An axis. */
struct ipoint_scale {
  double least, most; /* where it begins and ends; of a logarithmic one > 0 */
  int is_log;
  double ticks[IPOINT_MOST_TICKS];
  size_t tick_count;
};

/* An axis for values from least to most, with ticks at round values, as many as
   come nearest to `wanted`. Its ends are ticks but on a logarithmic axis. */
struct ipoint_scale ipoint_scale_for(double least, double most, int is_log,
                                     size_t wanted);

/* The axes of a chart; 0 if it has no point to show. */
int ipoint_scales_of(const struct ipoint_chart *chart, size_t x_ticks,
                     size_t y_ticks, struct ipoint_scale *x,
                     struct ipoint_scale *y);

/* Whether a value can be shown, and where: from 0 to 1. */
int ipoint_scale_has(const struct ipoint_scale *scale, double value);
double ipoint_scale_place(const struct ipoint_scale *scale, double value);

/* Where bar `index` of the series ends: where the next one begins, or as far
   from its beginning as the one before. */
double ipoint_bar_end(const struct ipoint_series *series, size_t index);

/* The value in as few digits as distinguish it, with k, M, G or T for factors
   of 1,000. */
void ipoint_tick_text(double value, char text[24]);

#ifdef __cplusplus
}
#endif

#endif /* IPOINT_CHART_SCALE_H */
