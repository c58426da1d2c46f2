/*===- period.c - Regular events among others -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/period.h"

#include "calibrate/clockmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Events that the search looks at: more of them need finer frequencies. */
#define WINDOW 1024u
/* Steps of frequency for each turn that the window could have more. */
#define OVERSAMPLING 4
#define MOST_STEPS 400000u
#define LEAST_EVENTS 16u
#define LEAST_CYCLES 8
#define LEAST_SHARE 0.5
#define MOST_CHANCE 1e-6
#define MOST_PARTS 400 /* of a period, that the best frequency may be */
#define BINS 64
/* How far from where it is expected an event may lie, in periods; and, once it
   is known how far they usually do, how many times that, or so little anyway.
 */
#define NEAR 0.1
#define USUALS 5
#define NEAREST 0.002
#define PARTS 8

/* (sum of cos)² + (sum of sin)², over n: exp(-power) is the chance of so much
   for events at any time. */
static double power_at(const double *times, size_t n, double frequency) {
  double x = 0, y = 0;
  size_t i;
  for (i = 0; i < n; i++) {
    double angle = 2 * M_PI * frequency * (times[i] - times[0]);
    x += cos(angle);
    y += sin(angle);
  }
  return (x * x + y * y) / (double)n;
}

/* The frequency of the greatest power; each event's angle is turned on from
   step to step. */
static double search(const double *times, size_t n, double least, double step,
                     size_t steps, double *turning, double *power) {
  double *x = turning, *y = x + n, *dx = y + n, *dy = dx + n, best = least;
  size_t i, k;
  *power = 0;
  for (i = 0; i < n; i++) {
    double time = times[i] - times[0];
    x[i] = cos(2 * M_PI * least * time);
    y[i] = sin(2 * M_PI * least * time);
    dx[i] = cos(2 * M_PI * step * time);
    dy[i] = sin(2 * M_PI * step * time);
  }
  for (k = 0; k < steps; k++) {
    double sum_x = 0, sum_y = 0, here;
    for (i = 0; i < n; i++) {
      double turned = x[i] * dx[i] - y[i] * dy[i];
      sum_x += x[i];
      sum_y += y[i];
      y[i] = x[i] * dy[i] + y[i] * dx[i];
      x[i] = turned;
    }
    here = (sum_x * sum_x + sum_y * sum_y) / (double)n;
    if (here > *power) {
      *power = here;
      best = least + step * (double)k;
    }
  }
  return best;
}

/* Goes up from a frequency that is near a peak. */
static double climb(const double *times, size_t n, double frequency,
                    double step) {
  double here = power_at(times, n, frequency);
  int i;
  for (i = 0; i < 20; i++) {
    double left = power_at(times, n, frequency - step),
           right = power_at(times, n, frequency + step);
    if (left > here || right > here) {
      frequency += right > left ? step : -step;
      here = right > left ? right : left;
    } else
      step /= 2;
  }
  return frequency;
}

/* The middle of the phases where most events lie, 0 to 1. */
static double usual_phase(const double *times, size_t n, double frequency) {
  size_t count[BINS] = {0}, i, best = 0, most = 0;
  double x = 0, y = 0, centre;
  for (i = 0; i < n; i++) {
    double phase = (times[i] - times[0]) * frequency;
    count[(size_t)((phase - floor(phase)) * BINS) % BINS]++;
  }
  for (i = 0; i < BINS; i++) {
    size_t here = count[i] + count[(i + 1) % BINS] + count[(i + 2) % BINS];
    if (here > most) {
      most = here;
      best = i;
    }
  }
  centre = ((double)best + 1.5) / BINS;
  for (i = 0; i < n; i++) {
    double off = (times[i] - times[0]) * frequency - centre;
    off -= floor(off + 0.5);
    if (fabs(off) < NEAR) {
      x += cos(2 * M_PI * off);
      y += sin(2 * M_PI * off);
    }
  }
  centre += atan2(y, x) / (2 * M_PI);
  return centre - floor(centre);
}

/* The line through (cycle, time) of members. */
struct line {
  double n, x, y, xx, xy;
};

static void put(struct line *line, double x, double y) {
  line->n++;
  line->x += x;
  line->y += y;
  line->xx += x * x;
  line->xy += x * y;
}

static double slope(const struct line *line) {
  double spread = line->xx - line->x * line->x / line->n;
  return spread > 0 ? (line->xy - line->x * line->y / line->n) / spread : NAN;
}

/* Follows the events from the first to the last. `at` is where one is expected,
   moved on with what is seen, so that a timer that is late by a little each
   time is followed too. Of each cycle the event that is nearest belongs to it,
   if it is not farther than `near` periods. Writes how far those lie off, in
   periods, to `offs`. */
static size_t follow(const double *times, size_t n, double period, double at,
                     double near, unsigned char *member, double *cycle,
                     double *offs) {
  double number = 0, off = 0;
  size_t i, count = 0, last = 0;
  for (i = 0; i < n; i++) {
    double passed = floor((times[i] - at) / period + 0.5);
    double here = times[i] - (at + passed * period);
    /* The longer none was seen, the less is known where the next one is. */
    double within = near * (1 + (passed > 4 ? passed / 4 : 0));
    member[i] = 0;
    if (fabs(here) >= (within < NEAR ? within : NEAR) * period)
      continue;
    if (count && number + passed <= cycle[last]) {
      if (fabs(here) >= fabs(off))
        continue;
      member[last] = 0; /* of the same cycle, and less near */
      count--;
    }
    if (count && number + passed > cycle[last]) {
      /* The cycle before is settled. */
      at += off / 4;
      here = times[i] - (at + passed * period);
    }
    number += passed;
    at += passed * period;
    off = here;
    offs[count++] = fabs(here) / period;
    member[i] = 1;
    cycle[i] = number;
    last = i;
  }
  return count;
}

/* The period by all members, and where those at the beginning say that cycle 0
   is. */
static void refine(const double *times, size_t n, const unsigned char *member,
                   const double *cycle, double *period, double *at) {
  struct line all = {0, 0, 0, 0, 0};
  double begins[LEAST_EVENTS], better;
  size_t i, seen = 0;
  for (i = 0; i < n; i++)
    if (member[i])
      put(&all, cycle[i], times[i] - times[0]);
  better = slope(&all);
  if (!(better > 0))
    return;
  *period = better;
  for (i = 0; i < n && seen < LEAST_EVENTS; i++)
    if (member[i])
      begins[seen++] = times[i] - cycle[i] * better;
  qsort(begins, seen, sizeof *begins, ipoint_compare_doubles);
  *at = begins[seen / 2];
}

/* The same, as near as the events usually are. */
static size_t follow_closely(const double *times, size_t n, double period,
                             double at, unsigned char *member, double *room) {
  double *offs = room + n, near;
  size_t count = follow(times, n, period, at, NEAR, member, room, offs);
  if (!count)
    return 0;
  qsort(offs, count, sizeof *offs, ipoint_compare_doubles);
  near = USUALS * offs[count / 2] + NEAREST;
  if (near >= NEAR)
    return count;
  refine(times, n, member, room, &period, &at);
  return follow(times, n, period, at, near, member, room, offs);
}

/* Sets period and error from the members' cycles. */
static void fit(const double *times, const unsigned char *member,
                const double *cycle, size_t n, struct ipoint_period *found) {
  struct line all = {0, 0, 0, 0, 0}, parts[PARTS];
  double sum = 0, squares = 0, first = NAN, last = NAN;
  size_t i, seen = 0, used = 0;
  memset(parts, 0, sizeof parts);
  for (i = 0; i < n; i++) {
    if (!member[i])
      continue;
    if (isnan(first))
      first = cycle[i];
    last = cycle[i];
    put(&all, cycle[i], times[i] - times[0]);
    put(&parts[seen++ * PARTS / found->events], cycle[i], times[i] - times[0]);
  }
  found->period = slope(&all);
  found->share = (double)found->events / (last - first + 1);
  for (i = 0; i < PARTS; i++) {
    double one = parts[i].n >= 2 ? slope(&parts[i]) : NAN;
    if (isnan(one))
      continue;
    sum += one;
    squares += one * one;
    used++;
  }
  found->error = NAN;
  if (used >= 2) {
    double mean = sum / (double)used;
    double variance =
        (squares - sum * mean) / (double)(used - 1) / (double)used;
    /* Student's t for 7 degrees of freedom. */
    found->error = 2.36 * sqrt(variance > 0 ? variance : 0);
  }
}

/* Cycles with an event less those without, of a frequency; what belongs to it
   is in `member` and `cycle`, which has room for twice as many. */
static double regularity(const double *times, size_t n, double frequency,
                         double phase, unsigned char *member, double *cycle,
                         size_t *events) {
  double first = NAN, last = NAN;
  size_t i;
  *events = follow_closely(times, n, 1 / frequency,
                           times[0] + phase / frequency, member, cycle);
  for (i = 0; i < n; i++)
    if (member[i]) {
      first = isnan(first) ? cycle[i] : first;
      last = cycle[i];
    }
  return *events ? 2 * (double)*events - (last - first + 1) : -INFINITY;
}

/* The best frequency is a multiple of what is looked for: of all its parts that
   chance does not explain, the one whose cycles most have an event. */
static double fundamental(const double *times, size_t n, size_t window,
                          double best, double least, double step, double steps,
                          unsigned char *member, double *cycle, double *phase) {
  double most = -INFINITY, found = best;
  int part;
  for (part = 1; part <= MOST_PARTS && best / part >= least; part++) {
    double frequency = best / part, here, usual;
    size_t events;
    if (steps * exp(-power_at(times, window, frequency)) > MOST_CHANCE)
      continue;
    frequency = climb(times, window, frequency, step / 4 / part);
    usual = usual_phase(times, window, frequency);
    here = regularity(times, n, frequency, usual, member, cycle, &events);
    if (events >= LEAST_EVENTS && here > most) {
      most = here;
      found = frequency;
      *phase = usual;
    }
  }
  return found;
}

static int find(const double *times, size_t n, double shortest,
                struct ipoint_period *found, unsigned char *member,
                double *room) {
  size_t window = n < WINDOW ? n : WINDOW, steps;
  double span = times[window - 1] - times[0], least, step, most, power, best;
  double phase = NAN;
  if (!(span > 0))
    return 0;
  least = LEAST_CYCLES / span;
  step = 1 / span / OVERSAMPLING;
  most = 1 / shortest;
  if (most <= least)
    return 0;
  steps = (size_t)((most - least) / step) + 1;
  if (steps > MOST_STEPS)
    steps = MOST_STEPS;
  best = search(times, window, least, step, steps, room, &power);
  if ((double)steps * exp(-power) > MOST_CHANCE)
    return 0;
  best = climb(times, window, best, step / 2);
  best = fundamental(times, n, window, best, least, step, (double)steps, member,
                     room, &phase);
  if (isnan(phase))
    return 0;
  found->chance = (double)steps * exp(-power_at(times, window, best));
  regularity(times, n, best, phase, member, room, &found->events);
  fit(times, member, room, n, found);
  return found->share >= LEAST_SHARE && found->period > 0;
}

int ipoint_period_find(const double *times, size_t n, double shortest,
                       struct ipoint_period *found, unsigned char *member) {
  double *room;
  int is;
  memset(found, 0, sizeof *found);
  if (!n) /* MEMBER may be null then, and memset takes no null. */
    return 0;
  memset(member, 0, n);
  room = calloc(4 * n, sizeof *room);
  if (!room)
    return -1;
  is = n >= LEAST_EVENTS && find(times, n, shortest, found, member, room);
  free(room);
  if (!is)
    memset(member, 0, n);
  return is;
}
