/*===- readdump.h - From a memory dump to records with whole times --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Arithmetic only; ipoint/dump.h has the bytes.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_READDUMP_H
#define IPOINT_IMPORT_READDUMP_H

#include "record/consumer/countsums.h"
#include "ipoint/dump.h"
#include "record/consumer/metadata.h"

#include <stddef.h>

struct ipoint_dump {
  struct ipoint_dump_header header;
  int is_big; /* the target has the high byte first */
  /* Oldest first; the dump's memory, in this machine's byte order. Timed ones
     hold the low 40 bits of times. */
  uint64_t *records;
  uint64_t *times; /* of each record, ticks since the counter's first known
                      round began; untimed ones have that of the one before */
  size_t count;
  uint64_t overwritten; /* older records */
  uint32_t (*units)[IPOINT_UNIT_WORDS];
  size_t unit_count;
  /* What one probe adds, and how far from that the truth may be, thousandths of
     a tick. */
  uint64_t overhead_timed, overhead_untimed, overhead_error;
  /* The same of what adds up numbers of paths without optimisation, thousandths
     of a tick; all 0: not measured. */
  struct ipoint_sum_overhead sums;
  size_t counted_units; /* that have counts … */
  int has_counts;       /* … there is a part for them */
  struct ipoint_sums counts;
  uint32_t wraps_unknown; /* of counts: each is 2^32 that some count lacks */
};

/* Reads a memory dump of `size` bytes. 0, or -1 and in `why` what is wrong with
   it, a text that lives on. The caller frees it in both cases. */
int ipoint_dump_read(struct ipoint_dump *dump, const void *bytes, size_t size,
                     const char **why);

void ipoint_dump_free(struct ipoint_dump *dump);

/* "dwt", "systick" ...; "unknown" for a number that has no name. */
const char *ipoint_dump_clock_name(const struct ipoint_dump *dump);

#endif /* IPOINT_IMPORT_READDUMP_H */
