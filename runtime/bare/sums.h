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

#if defined(IPOINT_NO_WRAPS) &&                                                \
    (IPOINT_COUNTER_BITS != 32 || IPOINT_CORES > 1 ||                          \
     !defined(IPOINT_COUNTS_INLINE))
#undef IPOINT_NO_WRAPS
#endif

#ifdef IPOINT_NO_WRAPS

/* So it is at every 2^32nd. */

void ipoint_count_wrapped(ipoint_counter *path) {
  *(ipoint_count *)path = UINT32_MAX;
}

void ipoint_count_rounds(ipoint_counter *counter, ipoint_rounds times) {
  uint32_t low = (uint32_t)times;
  if (ADD(counter, low) < low || times >> 32)
    ipoint_count_wrapped(counter);
}
#else
#if IPOINT_COUNTER_BITS == 32

/* With interrupts masked. */
static void note_wraps(const ipoint_count *path, uint32_t wraps) {
  struct ipoint_dump_counts *counts = &OWN_COUNTS;
  struct ipoint_dump_wrapped *note = counts->wrapped;
  uint32_t address = (uint32_t)(uintptr_t)path, *to = &counts->unnoted;
  for (; note != counts->wrapped + IPOINT_DUMP_WRAPPED; note++)
    if (!note->wraps || note->address == address) {
      note->address = address;
      to = &note->wraps;
      break;
    }
  *to += wraps;
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
#endif

/* For units that were compiled for a processor without such instructions. */
void ipoint_count_path(ipoint_counter *path) { ipoint_count_rounds(path, 1); }

/* Volatile: not a call of memset(). */
static void clear(const void *memory, uint32_t bytes) {
  volatile uint32_t *word = (volatile uint32_t *)(uintptr_t)memory;
  volatile uint32_t *end = (volatile uint32_t *)((uintptr_t)memory + bytes);
  while (word != end)
    *word++ = 0;
}

#ifdef IPOINT_TIMES
#include "bare/times.h"
#endif

/* This core's part of the counts and times of each unit; their records begin
   alike, and those of units have no entries. */
static void clear_units(void) {
  const union ipoint_timed_unit *unit = (const void *)ipoint_units_begin;
  for (; (uintptr_t)unit < (uintptr_t)ipoint_units_end; unit++) {
    uint32_t part = IPOINT_UNIT_ENTRY(unit->words[0]);
#if IPOINT_CORES > 1
    uint32_t at = own_number(), count = part ? unit->unit.count : 0;
    for (; count; count--, at += IPOINT_CORES)
      clear((const char *)(const void *)unit->unit.times + at * part, part);
#else
    clear(unit->unit.times, unit->unit.count * part);
#endif
  }
}

/* Writes the notes on counts, and the counts of each unit that has a record of
   some; and the same with times. */
static void write_sums(void (*write)(const void *bytes, uint32_t size)) {
  uint32_t magic = IPOINT_COUNTED_MAGIC;
  const union ipoint_timed_unit *unit;
  write(&ipoint_counts_memory, sizeof ipoint_counts_memory);
#ifdef IPOINT_TIMES
  goto begin;
times:
  magic = IPOINT_TIMED_MAGIC;
  write(&ipoint_times_memory, sizeof ipoint_times_memory);
begin:
#endif
  unit = (const void *)ipoint_units_begin;
  for (; (uintptr_t)unit < (uintptr_t)ipoint_units_end; unit++) {
    if (IPOINT_UNIT_MAGIC(unit->words[0]) != magic)
      continue;
#ifdef IPOINT_TIMES
    if (magic == IPOINT_TIMED_MAGIC && unit->unit.edges)
      write(unit->unit.edges, unit->unit.count * sizeof *unit->unit.edges);
#endif
    write(unit->unit.times,
          unit->unit.count * IPOINT_CORES * IPOINT_UNIT_ENTRY(unit->words[0]));
  }
#ifdef IPOINT_TIMES
  if (magic == IPOINT_COUNTED_MAGIC)
    goto times;
#endif
}

/* What was counted before is not kept. IPOINT_RUN differs between two starts,
   as far as the firmware knows: a number by chance, or one that it counts up in
   a memory that outlives a reset. */
static void start_sums(void) {
#ifndef IPOINT_NO_WRAPS
  clear(&OWN_COUNTS, sizeof OWN_COUNTS);
#endif
  clear_units();
  OWN_COUNTS.magic = IPOINT_DUMP_COUNTS_MAGIC;
  OWN_COUNTS.counter_size = sizeof(ipoint_count);
#ifdef IPOINT_RUN
  OWN_COUNTS.run = (uint32_t)(IPOINT_RUN);
#endif
}

#endif /* IPOINT_BARE_SUMS_H */
