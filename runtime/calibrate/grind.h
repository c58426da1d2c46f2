/*===- grind.h - How fast a CPU gets on, by length of slice ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_GRIND_H
#define IPOINT_CALIBRATE_GRIND_H

#include <stddef.h>
#include <stdint.h>

/* Loads each of which needs the one before, from the first-level cache:
   `batches` of IPOINT_GRIND_BATCH. Returns ticks of the port's counter.
 */
#define IPOINT_GRIND_BATCH 64u
uint64_t ipoint_grind_loads(uint64_t batches);

/* Ticks of one load and one addition, undisturbed: of many short rounds the
   fastest. */
struct ipoint_grind_speed {
  double load, add;
};
struct ipoint_grind_speed ipoint_grind_speed(void);

/* A length of slice, and how long it really took. Ticks. */
struct ipoint_slice {
  uint64_t batches;
  double length;   /* what it takes undisturbed */
  uint64_t wanted; /* repetitions */
  uint64_t done;
  double best, sum; /* what it took: at least, and in all */
};

/* Lengths from `from` to `to` (both included), each a tenth longer than the one
   before; returns how many there are, `most` at most. Ticks. */
size_t ipoint_slices_make(struct ipoint_slice *slices, size_t most, double from,
                          double to, double load);

/* Sets how often each is run: `best` times, or as often as all of them fit into
   `budget`, the longer ones less often, each once at least. What doesn't fit
   then is left out: returns how many remain. */
size_t ipoint_slices_plan(struct ipoint_slice *slices, size_t count,
                          uint64_t best, double budget);

/* Sets the lengths anew, by what a load takes, ticks. */
void ipoint_slices_rate(struct ipoint_slice *slices, size_t count, double load);

/* Where regular interruptions begin: slices that are shorter than the time from
   the end of one to the begin of the next can do without, longer ones can't. */
struct ipoint_knee {
  double below, from; /* between these lengths */
  double loss;        /* share of the time that is lost behind it, and not
                         before */
};

#define IPOINT_MOST_KNEES 4

/* Of slices that have run, the shortest first: where all of eight slices lose
   more than all of eight before them, and most of that in one step, as a clock
   that slows down does not; IPOINT_LEAST_LOSS at least. */
#define IPOINT_LEAST_LOSS 5e-4
size_t ipoint_knees_find(const struct ipoint_slice *slices, size_t count,
                         struct ipoint_knee knees[IPOINT_MOST_KNEES]);

#endif /* IPOINT_CALIBRATE_GRIND_H */
