/*===- readdump.c - From a memory dump to records with whole times --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "ipoint/record.h"
#include "ipoint/unit.h"
#include "wire/counttable.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE sizeof(struct ipoint_dump_header)
#define BEGIN IPOINT_DUMP_FIXED

int ipoint_dump_is_big(const uint8_t *bytes, uint32_t magic) {
  return bytes[0] == (uint8_t)(magic >> 24);
}

void ipoint_dump_words(uint32_t *words, const uint8_t *bytes, size_t count,
                       int is_big) {
  size_t i;
  for (i = 0; i < count; i++, bytes += 4)
    words[i] = is_big ? (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
                            (uint32_t)bytes[2] << 8 | bytes[3]
                      : (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 |
                            (uint32_t)bytes[1] << 8 | bytes[0];
}

const char *ipoint_dump_fault(const struct ipoint_dump_header *header) {
  if (header->magic == 0)
    return "recording had not been started: call ipoint_bare_start() behind "
           "what clears memory";
  if (header->magic == IPOINT_DUMP_NO_COUNTER ||
      header->magic == IPOINT_DUMP_NO_COUNTER << 24)
    return "no counter: ipoint_bare_start() returned 0; switch one on before, "
           "or choose a timer by ipoint_bare_use_timer()";
  if (header->magic != IPOINT_DUMP_MAGIC)
    return "not a memory dump of ipoint: it begins with the first byte of "
           "ipoint_memory, which ipoint_bare_start() has written";
  if (header->format < IPOINT_DUMP_FORMAT_WITHOUT_SUMS ||
      header->format > IPOINT_DUMP_FORMAT_OF_CORES)
    return "a memory dump of another version; build the program with this "
           "version "
           "of ipoint";
  if (header->end < BEGIN || (header->end - BEGIN) % IPOINT_DUMP_SLOT != 0 ||
      header->next < BEGIN || header->next > header->end ||
      header->next % IPOINT_DUMP_SLOT != 0 || header->counter_bits < 8 ||
      header->counter_bits > IPOINT_VALUE_BITS ||
      header->policy > IPOINT_STREAM)
    return "a damaged memory dump: its header makes no sense";
  return NULL;
}

static uint64_t slot_at(const uint32_t *words, size_t place) {
  return words[place / 4] | (uint64_t)words[place / 4 + 1] << 32;
}

/* In the order in which they were stored. */
static void take_records(struct ipoint_dump_ring *ring, const uint32_t *words) {
  const struct ipoint_dump_header *header = &ring->header;
  size_t place;
  int wrapped = header->rounds > 0 && header->policy == IPOINT_KEEP_NEWEST;
  for (place = header->next; wrapped && place < header->end;
       place += IPOINT_DUMP_SLOT)
    ring->records[ring->count++] = slot_at(words, place);
  for (place = BEGIN; place < header->next; place += IPOINT_DUMP_SLOT)
    ring->records[ring->count++] = slot_at(words, place);
  if (wrapped)
    ring->overwritten = (uint64_t)(header->rounds - 1) *
                            ((header->end - BEGIN) / IPOINT_DUMP_SLOT) +
                        (header->next - BEGIN) / IPOINT_DUMP_SLOT;
}

/* A later reading that is smaller has wrapped once more. ipoint_bare_tick()
   counts the wraps that no record saw; those before the first of its records
   are not known. */
int ipoint_whole_time(struct ipoint_whole_times *times, uint64_t *record,
                      uint64_t *time) {
  uint64_t span = UINT64_C(1) << times->bits;
  uint64_t value = ipoint_record_value(*record);
  int is_wraps = ipoint_record_id(*record) == IPOINT_ID_WRAPS;
  if (ipoint_record_is_timed(*record)) {
    value &= span - 1;
    times->high += value < times->last;
    times->last = value;
    *record = ipoint_record_timed(ipoint_record_id(*record),
                                  times->high * span + value);
  } else if (is_wraps) {
    if (!times->known)
      times->base = value - times->high;
    times->known = 1;
    if ((int64_t)(value - times->base - times->high) > 0) {
      times->high = value - times->base;
      times->last = 0;
      times->jumped = 1;
    }
  }
  *time = times->high * span + times->last;
  return !is_wraps;
}

static void make_whole(struct ipoint_dump_ring *ring) {
  struct ipoint_whole_times times = {.bits = ring->header.counter_bits};
  size_t i, kept = 0;
  for (i = 0; i < ring->count; i++) {
    ring->records[kept] = ring->records[i];
    kept += (size_t)ipoint_whole_time(&times, &ring->records[kept],
                                      &ring->times[kept]);
  }
  ring->count = kept;
}

/* Thousandths of a tick that a probe takes, by the ticks of two loops, one of
   which has it in each round. */
static uint64_t cost_of(uint32_t with, uint32_t without, uint64_t mask) {
  uint64_t ticks = (with - without) & mask & UINT32_MAX;
  /* A clock that is too coarse for a difference may show one below 0. */
  if (ticks > mask / 2 || ticks > UINT32_MAX / 2)
    return 0;
  return (ticks * 1000 + IPOINT_DUMP_COST_ROUNDS / 2) / IPOINT_DUMP_COST_ROUNDS;
}

static void take_overhead(struct ipoint_dump *dump, const uint32_t *words) {
  uint64_t mask = (UINT64_C(1) << dump->header.counter_bits) - 1, time[4], both;
  size_t i;
  const uint32_t *cost = words + HEADER_SIZE / 4;
  if (dump->header.format >= IPOINT_DUMP_FORMAT) {
    uint32_t one = cost[1] - cost[0];
    dump->overhead_timed = cost_of(cost[2] - cost[1], one, mask);
    dump->overhead_untimed = cost_of(cost[3] - cost[2], one, mask);
    /* And two instructions by which the loops differ beside their probes: a
       probe has more than 16 times as many. */
    dump->overhead_error =
        (IPOINT_DUMP_COST_ERROR * 1000 + dump->overhead_timed / 16 +
         IPOINT_DUMP_COST_ROUNDS - 1) /
        IPOINT_DUMP_COST_ROUNDS;
    return;
  }
  for (i = 0; i < 4; i++)
    time[i] =
        ipoint_record_value(slot_at(words, HEADER_SIZE + i * IPOINT_DUMP_SLOT));
  dump->overhead_timed = (time[1] - time[0]) & mask;
  both = (time[3] - time[1]) & mask;
  dump->overhead_untimed =
      both > dump->overhead_timed ? both - dump->overhead_timed : 0;
  dump->overhead_timed *= 1000;
  dump->overhead_untimed *= 1000;
  dump->overhead_error = 1000; /* by where in a tick it was measured */
}

/* By how much two cores' probes differ. */
static uint64_t spread(const struct ipoint_dump *one,
                       const struct ipoint_dump *other) {
  int64_t timed = (int64_t)(one->overhead_timed - other->overhead_timed),
          untimed = (int64_t)(one->overhead_untimed - other->overhead_untimed);
  return (uint64_t)(llabs(timed) > llabs(untimed) ? llabs(timed)
                                                  : llabs(untimed)) +
         other->overhead_error;
}

static void take_sums(struct ipoint_dump *dump) {
  uint32_t left = dump->header.sums;
  struct ipoint_sum_overhead *sums = &dump->sums;
  if (dump->header.format == IPOINT_DUMP_FORMAT_WITHOUT_SUMS || left == 0)
    return;
#define TAKE(BITS)                                                             \
  (left & ((1u << (BITS)) - 1)) * 1000u;                                       \
  left >>= (BITS)
  sums->path_mean = TAKE(IPOINT_DUMP_SUMS_PATH);
  sums->path_more = TAKE(IPOINT_DUMP_SUMS_MORE);
  sums->add_mean = TAKE(IPOINT_DUMP_SUMS_ADD);
  sums->set_mean = TAKE(IPOINT_DUMP_SUMS_SET);
  sums->clear_mean = TAKE(IPOINT_DUMP_SUMS_CLEAR);
#undef TAKE
  sums->add_mean /= IPOINT_DUMP_SUMS_TIMES;
  sums->set_mean /= IPOINT_DUMP_SUMS_TIMES;
  sums->clear_mean /= IPOINT_DUMP_SUMS_TIMES;
}

static const char no_memory[] = "no memory for it";
static const char *const no_units =
    "a damaged memory dump: what follows the slots is no list of unit records";

static uint64_t count_at(const uint32_t *words, size_t step, int is_big) {
  return step == 1 ? words[0]
         : is_big  ? (uint64_t)words[0] << 32 | words[1]
                   : (uint64_t)words[1] << 32 | words[0];
}

/* Whether what the core has counted is kept: not where start-up code has
   cleared it since. */
static int is_counted(const struct ipoint_dump *dump,
                      const struct ipoint_dump_counts *counts, uint32_t core) {
  return counts[core].magic && (dump->only < 0 || dump->only == core);
}

/* The counts at `words` of the unit with the record `unit`. Where they end, or
   null. */
static const uint32_t *take_counted(struct ipoint_dump *dump,
                                    struct ipoint_dump_counts *counts,
                                    size_t step, const uint32_t *unit,
                                    const uint32_t *words, const uint32_t *end,
                                    const char **why) {
  uint32_t first = unit[1], count = unit[2], cores = dump->ring_count, i, core;
  if (first > IPOINT_COUNTS_END || count > IPOINT_COUNTS_END - first ||
      IPOINT_UNIT_ENTRY(unit[0]) != 4 * step)
    *why =
        "a damaged memory dump: a unit's counts are no part of a count table";
  else if ((size_t)(end - words) / step / cores < count)
    *why = "a memory dump without all counts: append those of each unit "
           "(docs/bare-metal.md), or let ipoint_bare_dump() write it";
  if (*why)
    return NULL;
  for (i = 0; i < count * cores; i++, words += step) {
    dump->counts_full += step == 1 && words[0] == UINT32_MAX;
    if (is_counted(dump, counts, i % cores) &&
        !ipoint_sums_add(&dump->counts, first + i / cores,
                         count_at(words, step, dump->is_big)))
      *why = no_memory;
  }
  for (i = 0; i < IPOINT_DUMP_WRAPPED * cores && step == 1; i++) {
    struct ipoint_dump_wrapped *note =
        &counts[i / IPOINT_DUMP_WRAPPED].wrapped[i % IPOINT_DUMP_WRAPPED];
    uint32_t at = (note->address - unit[4]) / 4;
    core = i / IPOINT_DUMP_WRAPPED;
    if (at / cores >= count)
      continue;
    if (is_counted(dump, counts, core) &&
        !ipoint_sums_add(&dump->counts, first + at / cores,
                         (uint64_t)note->wraps << 32))
      *why = no_memory;
    note->wraps = 0;
  }
  return *why ? NULL : words;
}

/* What follows the records of `count` units at `unit`. */
static const char *take_counts(struct ipoint_dump *dump, const uint32_t *unit,
                               size_t count, const uint32_t *end) {
  const uint32_t *words = unit + count * IPOINT_UNIT_WORDS;
  struct ipoint_dump_counts counts[IPOINT_DUMP_CORES];
  const size_t size = dump->ring_count * sizeof *counts;
  const char *why = NULL;
  uint32_t i, core, bytes = 0;
  if ((size_t)(end - words) < size / 4)
    return no_units;
  memcpy(counts, words, size);
  for (core = 0; core < dump->ring_count; core++) {
    if (counts[core].magic != IPOINT_DUMP_COUNTS_MAGIC && counts[core].magic)
      return no_units;
    if (counts[core].magic && bytes && bytes != counts[core].counter_size)
      bytes = 1;
    else if (counts[core].magic)
      bytes = counts[core].counter_size;
  }
  /* Start-up code has cleared them since, and not the rings. */
  if (!bytes)
    return NULL;
  words += size / 4;
  if (bytes != 4 && bytes != 8)
    return "a damaged memory dump: its counts make no sense";
  dump->is_64 = bytes == 8;
  for (core = 0; core < dump->ring_count && !dump->run; core++)
    dump->run = counts[core].run;
  for (i = 0; i < count && words; i++)
    if (IPOINT_UNIT_MAGIC(unit[i * IPOINT_UNIT_WORDS]) == IPOINT_COUNTED_MAGIC)
      words = take_counted(dump, counts, bytes / 4,
                           unit + i * IPOINT_UNIT_WORDS, words, end, &why);
  if (words && dump->timed_units)
    why = ipoint_dump_take_times(dump, unit, count, words, end);
  else if (words && words != end)
    return "a damaged memory dump: something follows its last count";
  for (core = 0; core < dump->ring_count; core++) {
    dump->wraps_unknown += counts[core].unnoted;
    for (i = 0; i < IPOINT_DUMP_WRAPPED; i++) /* of no count */
      dump->wraps_unknown += counts[core].wrapped[i].wraps;
  }
  return why;
}

size_t ipoint_dump_units(struct ipoint_dump *dump, const uint32_t *words,
                         size_t most) {
  size_t count;
  dump->units = malloc((most + 1) * sizeof *dump->units);
  if (!dump->units)
    return SIZE_MAX;
  for (count = 0; count < most; count++, words += IPOINT_UNIT_WORDS)
    if (words[0] == IPOINT_UNIT_FORMAT)
      memcpy(dump->units[dump->unit_count++], words, sizeof *dump->units);
    else if (IPOINT_UNIT_MAGIC(words[0]) == IPOINT_COUNTED_MAGIC)
      dump->counted_units++;
    else if (IPOINT_UNIT_MAGIC(words[0]) == IPOINT_TIMED_MAGIC)
      dump->timed_units++;
    else
      break;
  return count;
}

/* Unit records, and what follows them. */
static const char *take_units(struct ipoint_dump *dump, const uint32_t *words,
                              size_t size) {
  const size_t before = dump->ring_count * ipoint_dump_stride(dump);
  const uint32_t *begin = words + before / 4, *end = words + size / 4;
  size_t count;
  if (size == before)
    return "a memory dump without unit records: append the memory from "
           "__start_ipoint_units to __stop_ipoint_units; if nothing is there, "
           "let the linker script KEEP(*(ipoint_units))";
  count =
      ipoint_dump_units(dump, begin, (size_t)(end - begin) / IPOINT_UNIT_WORDS);
  if (count == SIZE_MAX)
    return no_memory;
  if (size % 4 != 0)
    return no_units;
  dump->has_counts = begin + count * IPOINT_UNIT_WORDS != end;
  return dump->has_counts ? take_counts(dump, begin, count, end) : NULL;
}

const char *ipoint_dump_describe(struct ipoint_dump *dump,
                                 const uint32_t *words) {
  const char *why;
  memcpy(&dump->header, words, HEADER_SIZE);
  why = ipoint_dump_fault(&dump->header);
  if (!why) {
    take_overhead(dump, words);
    take_sums(dump);
  }
  return why;
}

static void forget(struct ipoint_dump_ring *ring) {
  ring->count = 0;
  ring->header.lost = 0;
  ring->overwritten = 0;
}

void ipoint_dump_forget(struct ipoint_dump *dump) {
  uint32_t i;
  for (i = 0; i < dump->ring_count; i++)
    forget(&dump->rings[i]);
}

/* The records of each core that is kept. What probes take is core 0's, or the
   next one's; what they take more or less on the others may be wrong. */
static const char *take_rings(struct ipoint_dump *dump, const uint32_t *words) {
  size_t slots = (dump->header.end - BEGIN) / IPOINT_DUMP_SLOT;
  uint32_t i, first = dump->ring_count;
  for (i = 0; i < dump->ring_count; i++) {
    struct ipoint_dump_ring *ring = &dump->rings[i];
    const uint32_t *at = words + i * ipoint_dump_stride(dump) / 4;
    struct ipoint_dump cost = {.header = ring->header};
    if (ring->why)
      continue;
    take_overhead(&cost, at);
    if (first == dump->ring_count) {
      first = i;
      take_overhead(dump, at);
      memcpy(dump->begun, at + HEADER_SIZE / 4, sizeof dump->begun);
      take_sums(dump);
    } else if (spread(dump, &cost) > dump->overhead_error) {
      dump->overhead_error = spread(dump, &cost);
    }
    ring->records = malloc((slots + 1) * sizeof *ring->records);
    ring->times = malloc((slots + 1) * sizeof *ring->times);
    if (!ring->records || !ring->times)
      return no_memory;
    take_records(ring, at);
    make_whole(ring);
  }
  ipoint_dump_align(dump);
  for (i = 0; i < dump->ring_count && dump->only >= 0; i++)
    if (i != dump->only)
      forget(&dump->rings[i]);
  return NULL;
}

int ipoint_dump_read(struct ipoint_dump *dump, const void *bytes, size_t size,
                     int64_t only, const char **why) {
  uint32_t *words;
  memset(dump, 0, sizeof *dump);
  dump->only = only;
  *why = "a cut memory dump: it has less than a header";
  if (size < BEGIN)
    return -1;
  words = malloc(size / 4 * sizeof *words);
  *why = no_memory;
  if (!words)
    return -1;
  dump->is_big = ipoint_dump_is_big(bytes, IPOINT_DUMP_MAGIC);
  ipoint_dump_words(words, bytes, size / 4, dump->is_big);
  *why = ipoint_dump_rings(dump, words, size);
  if (!*why && dump->header.policy == IPOINT_STREAM)
    *why = "a dump of a ring that is streamed; read the stream (--stream)";
  else if (!*why && size < dump->ring_count * ipoint_dump_stride(dump))
    *why = "a cut memory dump: dump all of ipoint_memory, then the unit "
           "records";
  else if (!*why && only >= (int64_t)dump->ring_count)
    *why = "it does not have that core; the first is 0";
  if (!*why)
    *why = take_units(dump, words, size);
  if (!*why)
    *why = take_rings(dump, words);
  free(words);
  return *why ? -1 : 0;
}

void ipoint_dump_free(struct ipoint_dump *dump) {
  uint32_t i;
  for (i = 0; i < dump->ring_count && dump->rings; i++) {
    free(dump->rings[i].records);
    free(dump->rings[i].times);
  }
  free(dump->rings);
  free(dump->units);
  free(dump->entries);
  free(dump->entry_bins);
  free(dump->visits);
  free(dump->sorted);
  ipoint_sums_free(&dump->counts);
}

const char *ipoint_dump_clock_name(const struct ipoint_dump *dump) {
  static const char *const names[] = {"timer", "dwt",     "systick",
                                      "cycle", "pmccntr", "timebase",
                                      "mtime", "cntvct"};
  return dump->header.clock < sizeof names / sizeof *names
             ? names[dump->header.clock]
             : "unknown";
}
