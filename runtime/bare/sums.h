/*===- sums.h - Counts without an operating system ------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c with -DIPOINT_SUMS, which has its port. Each unit that counts
|* has an array, and a record of it among the unit records (ipoint/counts.h).
|* Here is what probes do not do inline, and how the counts leave.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_SUMS_H
#define IPOINT_BARE_SUMS_H

#if IPOINT_CORES > 1
#define COUNTS_MEMORY ipoint_counts_memory[IPOINT_CORES]
#define OWN_COUNTS ipoint_counts_memory[own_number()]
#else
#define COUNTS_MEMORY ipoint_counts_memory
#define OWN_COUNTS ipoint_counts_memory
#endif
extern struct ipoint_dump_counts COUNTS_MEMORY;
struct ipoint_dump_counts COUNTS_MEMORY;

#ifdef IPOINT_COUNTS_INLINE
#define ADD(path, more) __atomic_add_fetch(path, more, __ATOMIC_RELAXED)
#else
#define ADD(path, more) (*(path) += (more))
#endif

#if IPOINT_COUNTER_BITS == 32

/* With interrupts masked. */
static void note_wraps(const ipoint_count *path, uint32_t wraps) {
  struct ipoint_dump_wrapped *note = OWN_COUNTS.wrapped;
  uint32_t address = (uint32_t)(uintptr_t)path, left = IPOINT_DUMP_WRAPPED;
  for (; left; left--, note++)
    if (!note->wraps || note->address == address) {
      note->address = address;
      note->wraps += wraps;
      return;
    }
  OWN_COUNTS.unnoted += wraps;
}

void ipoint_count_wrapped(ipoint_counter *path) {
  ipoint_count_rounds(path, (ipoint_rounds)1 << 32);
}

#endif

void ipoint_count_rounds(ipoint_counter *counter, ipoint_rounds times) {
  ipoint_port_mask_state state = ipoint_port_mask();
#if IPOINT_CORES > 1
  uint32_t core = own_number();
  ipoint_count *path = counter->of + core;
  if (core >= IPOINT_CORES)
    goto end;
#else
  ipoint_count *path = counter;
#endif
#if IPOINT_COUNTER_BITS == 32
  uint32_t low = (uint32_t)times;
  uint32_t wraps = (uint32_t)(times >> 32) + (ADD(path, low) < low);
  if (wraps)
    note_wraps(path, wraps);
#else
  (void)ADD(path, times);
#endif
#if IPOINT_CORES > 1
end:
#endif
  ipoint_port_unmask(state);
}

/* For units that were compiled for a processor without such instructions. */
void ipoint_count_path(ipoint_counter *path) { ipoint_count_rounds(path, 1); }

/* Volatile: not a call of memset(). */
static void clear(const void *memory, uint32_t bytes) {
  volatile uint32_t *word = (volatile uint32_t *)(uintptr_t)memory;
  for (; bytes; bytes -= 4)
    *word++ = 0;
}

/* Calls `use` for what each unit has that has a record with this first word:
   entries of `size` bytes, and before them edges, of `edge` bytes each. Records
   of counts and of times begin alike. */
static void for_all(void (*use)(const void *bytes, uint32_t size),
                    uint32_t magic, uint32_t size, uint32_t edge) {
  const union ipoint_timed_unit *unit = (const void *)ipoint_units_begin;
  for (; (uintptr_t)unit < (uintptr_t)ipoint_units_end; unit++)
    if (unit->words[0] == magic) {
      if (edge && unit->unit.edges)
        use(unit->unit.edges, unit->unit.count * edge);
      use(unit->unit.times, unit->unit.count * size);
    }
}

/* Calls `use` for the notes, and for the counts of each unit. */
static void for_all_counts(void (*use)(const void *bytes, uint32_t size)) {
  use(&ipoint_counts_memory, sizeof ipoint_counts_memory);
  for_all(use, IPOINT_COUNTED_MAGIC, sizeof(ipoint_counter), 0);
}

#ifdef IPOINT_TIMES
#include "bare/times.h"
#endif

#if IPOINT_CORES > 1
/* This core's part of entries of `size` bytes for each. */
static void clear_part(const void *memory, uint32_t bytes, uint32_t size) {
  uint32_t at = own_number() * size;
  for (; at < bytes; at += IPOINT_CORES * size)
    clear((const char *)memory + at, size);
}

static void clear_counts(const void *memory, uint32_t bytes) {
  clear_part(memory, bytes, sizeof(ipoint_count));
}

#ifdef IPOINT_TIMES
static void clear_times(const void *memory, uint32_t bytes) {
  clear_part(memory, bytes, sizeof(struct ipoint_time));
}
#endif

static void clear_all_counts(void) {
  clear(&OWN_COUNTS, sizeof OWN_COUNTS);
  for_all(clear_counts, IPOINT_COUNTED_MAGIC, sizeof(ipoint_counter), 0);
}
#else
#define clear_all_counts() for_all_counts(clear)
#define clear_times clear
#endif

/* Differs between two starts, as far as the firmware knows: a number by chance,
   or one that it counts up in a memory that outlives a reset. */
#ifndef IPOINT_RUN
#define IPOINT_RUN 0
#endif

/* What was counted before is not kept. */
static void start_sums(void) {
  clear_all_counts();
  OWN_COUNTS.magic = IPOINT_DUMP_COUNTS_MAGIC;
  OWN_COUNTS.counter_size = sizeof(ipoint_count);
  OWN_COUNTS.run = (uint32_t)(IPOINT_RUN);
#ifdef IPOINT_TIMES
  for_all(clear_times, IPOINT_TIMED_MAGIC, sizeof(struct ipoint_times), 0);
#endif
}

#endif /* IPOINT_BARE_SUMS_H */
