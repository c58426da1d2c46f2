/*===- clockmath.h - What readings of a counter say about it --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Arithmetic only: no counter is read here.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CLOCKMATH_H
#define IPOINT_CALIBRATE_CLOCKMATH_H

#include <stddef.h>
#include <stdint.h>

/* Longest difference that says something about the step, ticks: over longer
   ones the fraction of a tick by which a step misses a whole number adds up. */
#define IPOINT_STEP_WINDOW 512u
/* Longest step that can be found, ticks. */
#define IPOINT_STEP_MAX 256u

/* The step of a counter, ticks (1 or more): the largest of which nearly all
   differences are multiples. `differences` come from pairs of readings with
   varied work in between; those over IPOINT_STEP_WINDOW, and those of 0,
   are ignored. */
uint64_t ipoint_clock_resolution(const uint64_t *differences, size_t n);

/* 1 if a read waits for the next step, so that equal work takes an equal number
   of steps; 0 if it rounds down, so that the phase decides between two.
   `differences` holds `groups` groups of `per_group` each, the work being the
   same within a group and a little more from one to the next. A step of 1 never
   waits. */
int ipoint_clock_waits(const uint64_t *differences, size_t groups,
                       size_t per_group, uint64_t step);

/* For qsort(), of doubles. */
int ipoint_compare_doubles(const void *a, const void *b);

/* The median of the differences; if that is 0, as most are where the step is
   long, the smallest that is not; 0 if there is none. */
uint64_t ipoint_clock_usual(const uint64_t *differences, size_t n);

/* Mean in thousandths of a tick, of the differences that nothing interrupted:
   those above eight times the usual one are left out. 0 if n is 0. */
uint64_t ipoint_clock_mean(const uint64_t *differences, size_t n);

/* Ticks per second, from ticks that passed in `nanoseconds` (not 0). */
uint64_t ipoint_clock_rate(uint64_t ticks, uint64_t nanoseconds);

/* `part` in thousand millionths of `whole`; 0 if that is 0. */
uint64_t ipoint_clock_parts(uint64_t part, uint64_t whole);

/* Ticks by which the counters of two CPUs differ for certain: the one was read
   at `middle`, on the way from a reading of the other, `before`, to the next
   one, `after`. 0 if it lies between these. */
uint64_t ipoint_clock_skew(uint64_t before, uint64_t middle, uint64_t after);

/* How much longer a time lasted on one clock than on another (not 0), in
   thousand millionths; negative: shorter. */
int64_t ipoint_clock_drift(uint64_t nanoseconds, uint64_t others);

/* The time of tick 0 relative to the epoch, given that tick `ticks` was at
 *`epoch_ns`: seconds whole seconds (may be negative) and the return value's
 *ticks, less than rate. */
uint64_t ipoint_clock_offset(uint64_t ticks, uint64_t epoch_ns, uint64_t rate,
                             int64_t *seconds);

#endif /* IPOINT_CALIBRATE_CLOCKMATH_H */
