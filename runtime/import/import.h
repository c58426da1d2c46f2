/*===- import.h - What becomes of memory dumps ----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   dump (ipoint/dump.h) ──read──> records ──split──> records by task,
|*   switches among them
|*   dumps of samples (ipoint/sampler.h) + firmware ──> samples-001 …, baseline
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_IMPORT_H
#define IPOINT_IMPORT_IMPORT_H

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
  /* Times, by index in the count table, as the target has them; none: it has
     no part for them. */
  size_t timed_units;
  struct ipoint_dump_times times_of;
  uint32_t *times_index, *times_words;
  size_t time_count;
  /* Entries that were being written; that were read; that take no more. */
  size_t times_torn, times_kept, times_full;
};

/* Takes what follows the counts, of the `count` unit records at `unit`. What is
   wrong with it, or null. */
const char *ipoint_dump_take_times(struct ipoint_dump *dump,
                                   const uint32_t *unit, size_t count,
                                   const uint32_t *words, const uint32_t *end);

/* Writes the file `.times` of a trace (docs/formats.md), if there are any. 0,
   or errno. */
int ipoint_times_write(const struct ipoint_dump *dump, int output);

/* Reads a memory dump of `size` bytes. 0, or -1 and in `why` what is wrong with
   it, a text that lives on. The caller frees it in both cases. */
int ipoint_dump_read(struct ipoint_dump *dump, const void *bytes, size_t size,
                     const char **why);

void ipoint_dump_free(struct ipoint_dump *dump);

/* "dwt", "systick" ...; "unknown" for a number that has no name. */
const char *ipoint_dump_clock_name(const struct ipoint_dump *dump);

/* Words of a dump in this machine's order: whether the one that begins with
   `magic` has the high byte first; and `count` words of it. */
int ipoint_dump_is_big(const uint8_t *bytes, uint32_t magic);
void ipoint_dump_words(uint32_t *words, const uint8_t *bytes, size_t count,
                       int is_big);

/* A kernel's tasks share the ring of their core. What runs outside of tasks
   (before the first one, handlers while the kernel chooses the next) is task 0;
   where older records were overwritten, so is what came before the first switch
   that was kept. */
struct ipoint_task {
  uint32_t number;
  char *name;        /* null: not known */
  uint64_t *records; /* as a dump's */
  uint64_t *times;
  size_t count, room;
  size_t switches; /* of count */
};

struct ipoint_tasks {
  struct ipoint_task *tasks; /* the first is task 0 */
  size_t count;
};

/* Splits what `dump` holds; where no switch was recorded, all is task 0. 0, or
   -1 without memory. The caller frees it in both cases. */
int ipoint_tasks_split(struct ipoint_tasks *tasks,
                       const struct ipoint_dump *dump);

/* Calls a task `name`; -1 without memory. */
int ipoint_tasks_name(struct ipoint_tasks *tasks, uint32_t number,
                      const char *name);

void ipoint_tasks_free(struct ipoint_tasks *tasks);

/* What ipoint-run --baseline makes of a host's programs (docs/formats.md), of
   firmware: writes the files into the folder `output`, beside the traces
   run-001 … that are there. `program` is the plain firmware's ELF file. Dumps
   of runs that were not sampled give the firmware's time. `rate`: ticks of the
   counter per second; 0: as the dumps have it. 0, or 2 after saying what is
   wrong. */
int ipoint_import_samples(const char *output, const char *program,
                          char *const *dumps, uint64_t rate);

#endif /* IPOINT_IMPORT_IMPORT_H */
