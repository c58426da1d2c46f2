/*===- countsums.h - The sums of all count tables -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Each thread has a file of counts in the session's folder (wire/counttable.h).
|* Those of processes that have gone are added up here, and removed: a build has
|* thousands of processes. A memory dump has counts, too (ipoint/dump.h).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_COUNTSUMS_H
#define IPOINT_RECORD_CONSUMER_COUNTSUMS_H

#include <stddef.h>
#include <stdint.h>

/* By index in the count table. Pages without a count are not there: indices are
   as large as the program's file or dump makes them. */
struct ipoint_sums {
  uint64_t **pages; /* null: there is no count */
  uint64_t spent;   /* what timing took of the threads' CPU time, ticks */
  int error;        /* errno where one was not added, or 0 */
};

/* Adds `value` to the sum of `index`, below IPOINT_COUNTS_END. 0 without
   memory. */
int ipoint_sums_add(struct ipoint_sums *counts, size_t index, uint64_t value);

/* Takes the sums `before` from `counts`, and makes them what `counts` had. 0,
   and nothing is changed, if one is more than it is now; or without memory. */
int ipoint_sums_since(struct ipoint_sums *counts, struct ipoint_sums *before);

void ipoint_sums_free(struct ipoint_sums *counts);

/* Adds what the process has counted, and removes its files; of all processes
   if `pid` is 0. */
void ipoint_counts_take(struct ipoint_sums *counts, int folder, uint32_t pid);

/* Writes the file `counts` of a trace, of what `gone` has and the processes
   that run have counted so far, if anything. 0, or errno. */
int ipoint_counts_write_so_far(const struct ipoint_sums *gone, int folder,
                               int output);

/* How often paths were counted, all together; modulo 2^64. */
uint64_t ipoint_counts_total(const struct ipoint_sums *counts);

/* Writes the file `counts` of a trace (docs/formats.md), if anything was
   counted, whole or not at all. 0, or errno. */
int ipoint_counts_write(const struct ipoint_sums *counts, int output);

#endif /* IPOINT_RECORD_CONSUMER_COUNTSUMS_H */
