/*===- compared.h - A core's counter beside core 0's, in a stream ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Of several cores whose counters are their own, streams have comparisons
|* (IPOINT_ID_COMPARED) among the records of each core. Between two of them the
|* counters drift evenly; in front of the first and behind the last as from the
|* first to the last. Example: 10 ticks are to be added at 1,000, 30 at 2,000:
|* then 20 at 1,500, and 50 at 3,000.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_COMPARED_H
#define IPOINT_IMPORT_COMPARED_H

#include "import/import.h"

/* All zeros at first. */
struct ipoint_compared {
  struct ipoint_offset {
    int64_t at;     /* ticks since the core's first known round began; before
                       it negative */
    int64_t offset; /* what is to be added there to make it core 0's time */
    uint64_t error; /* ticks within which that is right */
  } *all;           /* in the order of time */
  size_t count;
  unsigned have;     /* records of one that comes */
  uint64_t words[3]; /* of it: when it ended, and the first two values */
};

/* Takes the next record of the core, with its time, of a counter of `bits`
   bits. 1: it belongs to a comparison; 0: it does not; -1: without memory. */
int ipoint_compared_take(struct ipoint_compared *compared, uint32_t bits,
                         uint64_t record, uint64_t time);

/* Records are missing here. */
void ipoint_compared_gap(struct ipoint_compared *compared);

/* What is to be added to a time of the core. */
int64_t ipoint_compared_offset(const struct ipoint_compared *compared,
                               uint64_t time);

/* Notes in `ring` what is known of the counter, of `bits` bits. */
void ipoint_compared_describe(const struct ipoint_compared *compared,
                              uint32_t bits, struct ipoint_dump_ring *ring);

void ipoint_compared_free(struct ipoint_compared *compared);

#endif /* IPOINT_IMPORT_COMPARED_H */
