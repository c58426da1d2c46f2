/*===- counts.h - The sums of all count tables ---------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Each thread has a file of counts in the session's folder (wire/counts.h).
|* Those of processes that have gone are added up here, and removed: a build has
|* thousands of processes. A memory dump has counts, too (ipoint/dump.h).
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_COUNTS_H
#define IPOINT_CONSUMER_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct ipoint_sums {
  uint64_t *sums; /* by index in the count table */
  size_t end;
  uint64_t spent; /* what timing took of the threads' CPU time, ticks */
  int error;      /* errno where one was not added, or 0 */
};

/* Makes room for indices up to `end`, with sums of 0. 0 without memory. */
int ipoint_counts_reserve(struct ipoint_sums *counts, size_t end);

/* Adds what the process has counted, and removes its files; of all processes
   if `pid` is 0. */
void ipoint_counts_take(struct ipoint_sums *counts, int folder, uint32_t pid);

/* How often paths were counted, all together; modulo 2^64. */
uint64_t ipoint_counts_total(const struct ipoint_sums *counts);

/* Writes the file `counts` of a trace (docs/formats.md), if anything was
   counted, whole or not at all. 0, or errno. */
int ipoint_counts_write(const struct ipoint_sums *counts, int output);

#endif /* IPOINT_CONSUMER_COUNTS_H */
