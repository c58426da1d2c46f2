/*===- gaps.h - What interrupts a CPU -------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_GAPS_H
#define IPOINT_CALIBRATE_GAPS_H

#include <stddef.h>
#include <stdint.h>

/* Between two reads of the port's counter. */
struct ipoint_gap {
  uint64_t begin, length; /* ticks */
};

/* Differences by size: four classes for each power of two. */
#define IPOINT_GAP_CLASSES 256
unsigned ipoint_gap_class(uint64_t length);
/* The least length of a class. */
uint64_t ipoint_gap_class_begin(unsigned number);

struct ipoint_gaps {
  uint64_t usual; /* the median difference, ticks */
  uint64_t count[IPOINT_GAP_CLASSES];
  struct ipoint_gap *gaps; /* those of eight times the usual difference or more,
                              in their order */
  size_t gap_count;
  uint64_t begin, end; /* of the counter, while it was watched */
};

/* Reads the counter in a tight loop, for `ticks`, on the CPU that it runs on.
 * 0; -1 without memory. The caller frees `gaps`. */
int ipoint_gaps_watch(struct ipoint_gaps *found, uint64_t ticks);

/* The length from which a difference is an interruption, ticks: where the
   fewest lie, of the lengths from eight times the usual difference to `most`,
   which no interruption falls short of; the last such place. A class's end. */
uint64_t ipoint_gap_threshold(const uint64_t count[IPOINT_GAP_CLASSES],
                              uint64_t usual, uint64_t most);

/* Groups of lengths with few in between: what one source of interruptions does
   lasts alike. Writes the least length of each group but the first to `begins`,
   ascending, `most` of them at most, and returns how many. `count` is that of
   the interruptions alone. */
size_t ipoint_gap_groups(const uint64_t count[IPOINT_GAP_CLASSES],
                         uint64_t *begins, size_t most);

#endif /* IPOINT_CALIBRATE_GAPS_H */
