/*===- clockfigures.c - What one clock costs and resolves ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/clockfigures.h"

#include "calibrate/clockmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How long at most, and for how many steps, a coarse clock is watched. */
#define PATIENCE 1000000000u
#define STEPS 12
/* Reads that lie further apart than this, ns, had something between them. */
#define UNDISTURBED 50000u
/* What a clock that is steered may be off by, of a step. */
#define STEP_GRAIN 0.02

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

struct ipoint_spread ipoint_spread_of(double *values, size_t n) {
  struct ipoint_spread spread = {0, 0, 0, 0};
  if (n == 0)
    return spread;
  qsort(values, n, sizeof *values, compare_numbers);
  spread.minimum = values[0];
  spread.median = values[n / 2];
  spread.p99 = values[(n - 1) * 99 / 100];
  spread.maximum = values[n - 1];
  return spread;
}

/* The largest step that both are multiples of, within the grain. */
static double common_step(double step, double moved) {
  double grain = STEP_GRAIN * fmin(step, moved);
  while (moved > grain) {
    double rest = fabs(step - moved * round(step / moved));
    step = moved;
    moved = rest;
  }
  return step;
}

/* Of one that stands still between two reads: what all that it moves by are
   multiples of. Where the CPU was gone for a while, several steps look like
   one, and are left out. */
static double watch(const struct ipoint_host_clock *clock) {
  uint64_t begin = ipoint_raw_ns(), before = begin, last = clock->read();
  double step = NAN;
  int steps = 0;
  while (steps < STEPS && before - begin < PATIENCE) {
    uint64_t now = clock->read(), at = ipoint_raw_ns();
    /* The first step was under way. */
    if (now > last && at - before < UNDISTURBED && steps++ > 0)
      step = isnan(step) ? (double)(now - last)
                         : common_step(step, (double)(now - last));
    if (now > last)
      last = now;
    before = at;
  }
  return step;
}

static double jitter_of(const uint64_t *differences) {
  double values[IPOINT_CLOCK_PER_GROUP];
  struct ipoint_spread spread;
  size_t i;
  for (i = 0; i < IPOINT_CLOCK_PER_GROUP; i++)
    values[i] = (double)differences[i];
  spread = ipoint_spread_of(values, IPOINT_CLOCK_PER_GROUP);
  return spread.p99 - spread.minimum;
}

struct ipoint_clock_steps
ipoint_clock_steps(const struct ipoint_host_clock *clock) {
  struct ipoint_clock_steps found = {NAN, -1, 0, 0};
  uint64_t *differences = calloc(IPOINT_CLOCK_PAIRS, sizeof *differences);
  size_t i, near = 0;
  if (!differences)
    return found;
  clock->pairs(differences);
  clock->pairs(differences);
  for (i = 0; i < IPOINT_CLOCK_PAIRS; i++) {
    found.backward += (int64_t)differences[i] < 0;
    near += differences[i] > 0 && differences[i] <= IPOINT_STEP_WINDOW;
  }
  found.jitter = jitter_of(differences);
  if (near * 10 >= IPOINT_CLOCK_PAIRS) {
    uint64_t step = ipoint_clock_resolution(differences, IPOINT_CLOCK_PAIRS);
    found.step = (double)step;
    found.waits = ipoint_clock_waits(differences, IPOINT_CLOCK_GROUPS,
                                     IPOINT_CLOCK_PER_GROUP, step);
  } else
    found.step = watch(clock);
  free(differences);
  return found;
}

struct ipoint_spread ipoint_clock_cost(uint64_t (*cost)(uint64_t reads),
                                       uint64_t reads, double base,
                                       uint64_t nanoseconds) {
  double *rounds = calloc(IPOINT_COST_ROUNDS, sizeof *rounds);
  struct ipoint_spread spread = {NAN, NAN, NAN, NAN};
  uint64_t begin = ipoint_raw_ns();
  size_t n = 0;
  if (!rounds)
    return spread;
  cost(reads < 64 ? 64 : 1); /* what runs for the first time is slow */
  while (n < IPOINT_COST_ROUNDS &&
         (n < 5 || ipoint_raw_ns() - begin < nanoseconds))
    rounds[n++] = ((double)cost(reads) - base) / (double)reads;
  spread = ipoint_spread_of(rounds, n);
  free(rounds);
  return spread;
}

struct ipoint_joint_reading ipoint_read_jointly(uint64_t (*read)(void)) {
  struct ipoint_joint_reading best = {0, 0, UINT64_MAX};
  int i;
  for (i = 0; i < 32; i++) {
    uint64_t before = ipoint_raw_ns(), value = read(), after = ipoint_raw_ns();
    if (after - before >= best.width_ns)
      continue;
    best.value = value;
    best.raw_ns = before + (after - before) / 2;
    best.width_ns = after - before;
  }
  return best;
}

double ipoint_joint_rate(const struct ipoint_joint_reading *begin,
                         const struct ipoint_joint_reading *end, double step,
                         double *error) {
  double passed = (double)(end->raw_ns - begin->raw_ns);
  double units = (double)(end->value - begin->value);
  *error = (double)(begin->width_ns + end->width_ns) / 2 / passed +
           (units > 0 ? step / units : 0);
  return units / passed * 1e9;
}
