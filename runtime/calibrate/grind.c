/*===- grind.c - How fast a CPU gets on, by length of slice ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/grind.h"

#include "calibrate/clockmath.h"
#include "calibrate/hostclocks.h"

#include <math.h>
#include <stdlib.h>

/* Of pointers that lead through all of them, far from one another in turn: no
   processor guesses where one leads. 4 KB. */
#define NODES 512u
#define STRIDE 197u /* has no factor in common with it */

/* Rounds of SPEED_BATCHES, or more until a round takes SPEED_TICKS: some
   microseconds each. */
#define SPEED_ROUNDS 2000
#define SPEED_BATCHES UINT64_C(64)
#define SPEED_TICKS 2000

/* On either side of a knee; half of them at the ends. */
#define NEIGHBOURS 8

static void **chain(void) {
  static void *nodes[NODES] __attribute__((aligned(64)));
  unsigned i;
  if (!nodes[0])
    for (i = 0; i < NODES; i++)
      nodes[i] = &nodes[(i + STRIDE) % NODES];
  return nodes;
}

#define FOUR(once)                                                             \
  once;                                                                        \
  once;                                                                        \
  once;                                                                        \
  once
#define SIXTY_FOUR(once) FOUR(FOUR(FOUR(once)))

#define LOAD at = (void **)*(void *volatile *)at
uint64_t ipoint_grind_loads(uint64_t batches) {
  void **at = chain();
  uint64_t before = ipoint_base_ticks(), i, after;
  for (i = 0; i < batches; i++) {
    SIXTY_FOUR(LOAD);
  }
  __asm__ __volatile__("" : : "r"(at) : "memory");
  after = ipoint_base_ticks();
  return after - before;
}

#define ADD                                                                    \
  sum += one;                                                                  \
  __asm__ __volatile__("" : "+r"(sum), "+r"(one))
/* As ipoint_grind_loads(), additions of registers, which take one cycle each on
   any processor. */
static uint64_t grind_adds(uint64_t batches) {
  unsigned long sum = 0, one = 1;
  uint64_t before = ipoint_base_ticks(), i, after;
  __asm__ __volatile__("" : "+r"(sum), "+r"(one));
  for (i = 0; i < batches; i++) {
    SIXTY_FOUR(ADD);
  }
  after = ipoint_base_ticks();
  return after - before;
}

/* Rounds that are long enough for a counter that steps by many ticks. */
static double fastest(uint64_t (*grind)(uint64_t)) {
  uint64_t batches = SPEED_BATCHES, least = UINT64_MAX;
  int i;
  while (grind(batches) < SPEED_TICKS && batches < SPEED_BATCHES << 8)
    batches *= 2;
  for (i = 0; i < SPEED_ROUNDS; i++) {
    uint64_t ticks = grind(batches);
    if (ticks < least)
      least = ticks;
  }
  return (double)least / (double)(batches * IPOINT_GRIND_BATCH);
}

struct ipoint_grind_speed ipoint_grind_speed(void) {
  struct ipoint_grind_speed speed;
  speed.load = fastest(ipoint_grind_loads);
  speed.add = fastest(grind_adds);
  return speed;
}

size_t ipoint_slices_make(struct ipoint_slice *slices, size_t most, double from,
                          double to, double load) {
  double length = from;
  size_t count = 0;
  for (; count < most && length <= to * 1.0001; length *= 1.1) {
    struct ipoint_slice *slice = &slices[count];
    slice->batches = (uint64_t)(length / load / IPOINT_GRIND_BATCH + 0.5);
    if (!slice->batches)
      slice->batches = 1;
    slice->length = (double)slice->batches * IPOINT_GRIND_BATCH * load;
    slice->wanted = slice->done = 0;
    slice->best = slice->sum = 0;
    /* The shortest may come out alike. */
    if (count == 0 || slice->batches > slices[count - 1].batches)
      count++;
  }
  return count;
}

/* Of each as many as take `share` ticks, from 1 to `best`; returns what all
   take. */
static double plan(struct ipoint_slice *slices, size_t count, uint64_t best,
                   double share) {
  double sum = 0;
  size_t i;
  for (i = 0; i < count; i++) {
    double fit = share / slices[i].length;
    slices[i].wanted = fit >= (double)best ? best : fit < 1 ? 1 : (uint64_t)fit;
    sum += (double)slices[i].wanted * slices[i].length;
  }
  return sum;
}

size_t ipoint_slices_plan(struct ipoint_slice *slices, size_t count,
                          uint64_t best, double budget) {
  double low = 0, high = budget;
  int i;
  /* Half of the time is for runs that are repeated. */
  while (count > 1 && plan(slices, count, 1, 0) > budget / 2)
    count--;
  if (plan(slices, count, best, INFINITY) <= budget)
    return count;
  for (i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    if (plan(slices, count, best, middle) <= budget)
      low = middle;
    else
      high = middle;
  }
  plan(slices, count, best, low);
  return count;
}

void ipoint_slices_rate(struct ipoint_slice *slices, size_t count,
                        double load) {
  size_t i;
  for (i = 0; i < count; i++)
    slices[i].length = (double)slices[i].batches * IPOINT_GRIND_BATCH * load;
}

static double loss_of(const struct ipoint_slice *slice) {
  return slice->best > slice->length ? 1 - slice->length / slice->best : 0;
}

/* Least, median and most of what some lose. */
struct losses {
  double least, median, most;
};

static struct losses losses_of(const struct ipoint_slice *slices, size_t n) {
  double values[NEIGHBOURS];
  struct losses losses;
  size_t i;
  for (i = 0; i < n; i++)
    values[i] = loss_of(&slices[i]);
  qsort(values, n, sizeof *values, ipoint_compare_doubles);
  losses.least = values[0];
  losses.median = values[n / 2];
  losses.most = values[n - 1];
  return losses;
}

size_t ipoint_knees_find(const struct ipoint_slice *slices, size_t count,
                         struct ipoint_knee knees[IPOINT_MOST_KNEES]) {
  size_t found = 0, i;
  for (i = NEIGHBOURS / 2; i + NEIGHBOURS / 2 <= count; i++) {
    size_t front = i < NEIGHBOURS ? i : NEIGHBOURS;
    size_t back = count - i < NEIGHBOURS ? count - i : NEIGHBOURS;
    struct losses before = losses_of(&slices[i - front], front);
    struct losses after = losses_of(&slices[i], back);
    double step = after.median - before.median;
    if (found == IPOINT_MOST_KNEES || step < IPOINT_LEAST_LOSS ||
        after.least <= before.most ||
        loss_of(&slices[i]) - loss_of(&slices[i - 1]) < step / 2)
      continue;
    knees[found].below = slices[i - 1].length;
    knees[found].from = slices[i].length;
    knees[found++].loss = step;
  }
  return found;
}
