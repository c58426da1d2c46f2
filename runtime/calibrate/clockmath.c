/*===- clockmath.c - What readings of a counter say about it --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/clockmath.h"

/* How far from a multiple of the step a difference may lie. A step need not be
   a whole number of ticks (10 ns are 25.96 of them on one machine), but a short
   step has no room to be vague. */
static uint64_t tolerance(uint64_t step) {
  return step < 8 ? 0 : step < 32 ? 1 : step / 16;
}

static int is_multiple(uint64_t difference, uint64_t step) {
  uint64_t rest = difference % step;
  return rest <= tolerance(step) || step - rest <= tolerance(step);
}

/* What was seen most often of what is as good as `step`. */
static uint64_t most_frequent(const size_t *count, uint64_t step) {
  uint64_t found = step, i;
  for (i = step - tolerance(step); i <= step + tolerance(step); i++)
    if (count[i] > count[found])
      found = i;
  return found;
}

uint64_t ipoint_clock_resolution(const uint64_t *differences, size_t n) {
  size_t count[IPOINT_STEP_WINDOW + 1] = {0}, used = 0, i;
  uint64_t step;
  for (i = 0; i < n; i++)
    if (differences[i] > 0 && differences[i] <= IPOINT_STEP_WINDOW) {
      count[differences[i]]++;
      used++;
    }
  for (step = IPOINT_STEP_MAX; used && step > 1; step--) {
    size_t multiples = 0, none = 0; /* next to nothing is a multiple of all */
    for (i = 0; i <= IPOINT_STEP_WINDOW; i++)
      if (is_multiple(i, step)) {
        multiples += count[i];
        if (i < step / 2)
          none += count[i];
      }
    if (multiples * 10 >= used * 9 && none * 2 <= multiples)
      return most_frequent(count, step);
  }
  return 1;
}

int ipoint_clock_waits(const uint64_t *differences, size_t groups,
                       size_t per_group, uint64_t step) {
  size_t group, i, agree = 0, zeros = 0;
  if (step <= 1)
    return 0;
  /* One that waits never gives the same twice. */
  for (i = 0; i < groups * per_group; i++)
    zeros += differences[i] == 0;
  if (zeros * 10 > groups * per_group)
    return 0;
  for (group = 0; group < groups; group++) {
    size_t count[IPOINT_STEP_WINDOW + 2] = {0}, most = 0;
    for (i = 0; i < per_group; i++) {
      uint64_t steps = (differences[group * per_group + i] + step / 2) / step;
      if (steps <= IPOINT_STEP_WINDOW && ++count[steps] > most)
        most = count[steps];
    }
    agree += most;
  }
  /* Rounding down splits most groups: three quarters agree on average. Waiting
     splits none but for what interrupts. */
  return agree * 100 >= groups * per_group * 88;
}

int ipoint_compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Bisects the range of values: qsort() took four fifths of the instructions
   with which ipoint-run records a short program. */
uint64_t ipoint_clock_usual(const uint64_t *differences, size_t n) {
  uint64_t least = UINT64_MAX, low = 0, high = 0;
  size_t i;
  for (i = 0; i < n; i++) {
    if (differences[i] > high)
      high = differences[i];
    if (differences[i] != 0 && differences[i] < least)
      least = differences[i];
  }
  if (high == 0)
    return 0;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    size_t up_to = 0;
    for (i = 0; i < n; i++)
      up_to += differences[i] <= middle;
    if (up_to > n / 2)
      high = middle;
    else
      low = middle + 1;
  }
  return low ? low : least;
}

uint64_t ipoint_clock_mean(const uint64_t *differences, size_t n) {
  uint64_t sum = 0, usual = ipoint_clock_usual(differences, n);
  size_t used = 0, i;
  for (i = 0; i < n; i++)
    if (differences[i] <= 8 * usual) {
      sum += differences[i];
      used++;
    }
  return used ? sum * 1000 / used : 0;
}

/* Processors of 32 bits have no 128-bit integers: the whole part exactly, and
   what is left, less than one tick in a nanosecond, by floating point. */
uint64_t ipoint_clock_rate(uint64_t ticks, uint64_t nanoseconds) {
  uint64_t rest = ticks % nanoseconds;
  return ticks / nanoseconds * 1000000000u +
         (uint64_t)((long double)rest * 1e9L / (long double)nanoseconds + 0.5L);
}

uint64_t ipoint_clock_parts(uint64_t part, uint64_t whole) {
  if (whole == 0)
    return 0;
  return (uint64_t)((long double)part * 1e9L / (long double)whole + 0.5L);
}

uint64_t ipoint_clock_skew(uint64_t before, uint64_t middle, uint64_t after) {
  if ((int64_t)(middle - before) < 0)
    return before - middle;
  return (int64_t)(middle - after) > 0 ? middle - after : 0;
}

int64_t ipoint_clock_drift(uint64_t nanoseconds, uint64_t others) {
  return (int64_t)ipoint_clock_parts(nanoseconds, others) - 1000000000;
}

uint64_t ipoint_clock_offset(uint64_t ticks, uint64_t epoch_ns, uint64_t rate,
                             int64_t *seconds) {
  int64_t whole = (int64_t)(epoch_ns / 1000000000u) - (int64_t)(ticks / rate);
  int64_t rest = (int64_t)(epoch_ns % 1000000000u * rate / 1000000000u) -
                 (int64_t)(ticks % rate);
  if (rest < 0) {
    rest += (int64_t)rate;
    whole--;
  }
  *seconds = whole;
  return (uint64_t)rest;
}
