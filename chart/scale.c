/*===- scale.c - From values to places ------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "chart/scale.h"

#include <math.h>
#include <string.h>

/* The round number (1, 2 or 5 times a power of ten) nearest to a step above it.
 */
static double round_step(double step) {
  double power = pow(10, floor(log10(step)));
  double first = step / power;
  return power * (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10);
}

static void tick_linear(struct ipoint_scale *scale, size_t wanted) {
  double step = round_step((scale->most - scale->least) / (double)wanted);
  long long from = (long long)floor(scale->least / step + 1e-9);
  long long to = (long long)ceil(scale->most / step - 1e-9), i;
  for (i = from; i <= to && scale->tick_count < IPOINT_MOST_TICKS; i++)
    scale->ticks[scale->tick_count++] = (double)i * step;
  scale->least = scale->ticks[0];
  scale->most = scale->ticks[scale->tick_count - 1];
}

/* At powers of ten, and between these where there are few. */
static void tick_logarithmic(struct ipoint_scale *scale, size_t wanted) {
  double decades = log10(scale->most / scale->least);
  int every = (int)fmax(1, ceil(decades / (double)wanted));
  static const double between[] = {1, 2, 5};
  size_t count = decades < (double)wanted / 2 ? 3 : 1, k;
  int power = (int)floor(log10(scale->least));
  for (; scale->tick_count < IPOINT_MOST_TICKS &&
         pow(10, power) <= scale->most * 1.0001;
       power += every)
    for (k = 0; k < count && scale->tick_count < IPOINT_MOST_TICKS; k++) {
      double tick = between[k] * pow(10, power);
      if (tick >= scale->least * 0.9999 && tick <= scale->most * 1.0001)
        scale->ticks[scale->tick_count++] = tick;
    }
}

struct ipoint_scale ipoint_scale_for(double least, double most, int is_log,
                                     size_t wanted) {
  struct ipoint_scale scale;
  memset(&scale, 0, sizeof scale);
  scale.is_log = is_log;
  if (wanted < 2)
    wanted = 2;
  if (wanted > IPOINT_MOST_TICKS - 2)
    wanted = IPOINT_MOST_TICKS - 2;
  if (!(most > least)) { /* one value: some room around it */
    double room = least == 0 ? 1 : fabs(least) / 2;
    most = is_log ? least * 2 : least + room;
    least = is_log ? least / 2 : least - room;
  }
  scale.least = least;
  scale.most = most;
  if (is_log)
    tick_logarithmic(&scale, wanted);
  else
    tick_linear(&scale, wanted);
  return scale;
}

/* Larger ones have no differences. */
#define LARGEST 1e150

static int can_be_shown(double value, int is_log) {
  return fabs(value) <= LARGEST && (!is_log || value > 1 / LARGEST);
}

int ipoint_scale_has(const struct ipoint_scale *scale, double value) {
  return can_be_shown(value, scale->is_log) && value >= scale->least &&
         value <= scale->most;
}

double ipoint_scale_place(const struct ipoint_scale *scale, double value) {
  if (scale->is_log)
    return log(value / scale->least) / log(scale->most / scale->least);
  return (value - scale->least) / (scale->most - scale->least);
}

double ipoint_bar_end(const struct ipoint_series *series, size_t index) {
  if (index + 1 < series->count)
    return series->x[index + 1];
  if (index == 0)
    return series->x[0] + 1;
  return 2 * series->x[index] - series->x[index - 1];
}

struct extent {
  double least, most;
};

static void extend(struct extent *extent, double value) {
  extent->least = fmin(extent->least, value);
  extent->most = fmax(extent->most, value);
}

/* Bars need room down to 0, and for the last one. */
static void extend_by_bars(struct extent *x, struct extent *y,
                           const struct ipoint_chart *chart,
                           const struct ipoint_series *series) {
  double end;
  if (series->shape != IPOINT_BARS || series->count == 0)
    return;
  end = ipoint_bar_end(series, series->count - 1);
  if (can_be_shown(end, chart->x_log))
    extend(x, end);
  extend(y, chart->y_log ? y->least / 2 : 0);
}

int ipoint_scales_of(const struct ipoint_chart *chart, size_t x_ticks,
                     size_t y_ticks, struct ipoint_scale *x,
                     struct ipoint_scale *y) {
  struct extent of_x = {INFINITY, -INFINITY}, of_y = of_x;
  size_t i, k;
  for (i = 0; i < chart->series_count; i++) {
    const struct ipoint_series *series = &chart->series[i];
    for (k = 0; k < series->count; k++)
      if (can_be_shown(series->x[k], chart->x_log) &&
          can_be_shown(series->y[k], chart->y_log)) {
        extend(&of_x, series->x[k]);
        extend(&of_y, series->y[k]);
      }
    if (of_x.least <= of_x.most)
      extend_by_bars(&of_x, &of_y, chart, series);
  }
  if (!(of_x.least <= of_x.most) || !(of_y.least <= of_y.most))
    return 0;
  *x = ipoint_scale_for(of_x.least, of_x.most, chart->x_log, x_ticks);
  *y = ipoint_scale_for(of_y.least, of_y.most, chart->y_log, y_ticks);
  return 1;
}

void ipoint_tick_text(double value, char text[24]) {
  static const char units[] = "\0kMGT";
  int unit = 0;
  double size = fabs(value);
  char *zero;
  for (; size >= 1000 && unit < 4; unit++)
    size /= 1000;
  snprintf(text, 24, "%s%.4g%.1s", value < 0 ? "-" : "", size, &units[unit]);
  zero = strstr(text, "e-0");
  if (zero)
    memmove(zero + 2, zero + 3, strlen(zero + 2));
}
