/*===- times.c - Times that a target has added up -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"
#include "ipoint/unit.h"
#include "support/files.h"
#include "wire/counttable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Words of struct ipoint_times (ipoint/times.h), in front of its bins. */
enum { COUNT, OTHER, LESS, MAX, SUM, ABOVE = 6, MAX_AT = 8, BINS = 10 };
/* Of what is known of times, behind struct ipoint_dump_times, for detection. */
enum {
  BETWEEN = sizeof(struct ipoint_dump_times) / 4,
  SLOTS = BETWEEN + 3,
  SEEN,
  VISITS,
  VISIT_WORDS = 5
};

static const char *const too_short =
    "a memory dump without all times: append those of each unit "
    "(docs/bare-metal.md), or let ipoint_bare_dump() write it";
static const char *const no_sense =
    "a damaged memory dump: its times make no sense; compile all files of the "
    "program with the same IPOINT_TIME_BITS and IPOINT_TIME_BINS";

static uint64_t pair_at(const uint32_t *words, int is_big) {
  return (uint64_t)words[is_big ? 0 : 1] << 32 | words[is_big ? 1 : 0];
}

/* The least ticks that are in the bin, where no threshold is an edge. */
static uint64_t usual_low(uint32_t bin, uint32_t bits) {
  uint32_t round = UINT32_C(1) << bits, shift;
  if (bin < 2 * round)
    return bin;
  shift = bin / round - 1;
  return shift > 32 ? UINT64_C(1) << 32
                    : (uint64_t)(bin % round + round) << shift;
}

/* Each threshold divides one bin, so that those behind it are one further on.
 */
uint64_t ipoint_dump_low(const struct ipoint_dump *dump,
                         const struct ipoint_dump_time *entry, uint32_t bin) {
  uint64_t edges[2] = {entry->low, (uint64_t)entry->high + 1}, low;
  uint32_t more = 2;
  if (entry->high == UINT32_MAX)
    return usual_low(bin, dump->time_bits);
  for (;; more--) {
    low = bin < more ? 0 : usual_low(bin - more, dump->time_bits);
    if (more == 0)
      return low;
    if (bin >= more) {
      if (low >= edges[more - 1])
        return low;
      /* The bin that this edge divides, from there on. */
      if (usual_low(bin - more + 1, dump->time_bits) > edges[more - 1])
        return edges[more - 1];
    }
  }
}

static uint64_t high_of(const struct ipoint_dump *dump,
                        const struct ipoint_dump_time *entry, uint32_t bin) {
  return bin + 1 < dump->bins ? ipoint_dump_low(dump, entry, bin + 1) - 1
                              : UINT32_MAX;
}

/* Whether its counts, sum and extremes belong together: not if it was read
   while the target wrote it. */
static int is_whole(const struct ipoint_dump *dump,
                    const struct ipoint_dump_time *entry,
                    const uint32_t *bins) {
  uint64_t least = 0, most = 0, count = 0;
  uint32_t i;
  for (i = 0; i < dump->bins; i++) {
    uint64_t in = bins[i], low = ipoint_dump_low(dump, entry, i),
             high = high_of(dump, entry, i);
    count += in;
    if (in && (entry->max < low || entry->min > high))
      return 0;
    least += in * (low < entry->min ? entry->min : low);
    most += in * (high > entry->max ? entry->max : high);
  }
  return count == entry->count && entry->sum >= least && entry->sum <= most &&
         entry->above <= entry->sum && (count == 0 || entry->min <= entry->max);
}

/* Ticks since the start, of the counter and what is above it. */
static uint64_t since_start(const struct ipoint_dump *dump,
                            const uint32_t *begun, uint32_t low,
                            uint32_t high) {
  uint32_t bits = dump->header.counter_bits;
  return bits > 32 ? ((uint64_t)high << 32 | low) -
                         ((uint64_t)begun[1] << 32 | begun[0])
                   : ((uint64_t)high << bits) + low - begun[0];
}

/* A core's part of an entry. */
static void take_part(struct ipoint_dump *dump, struct ipoint_dump_time *entry,
                      uint32_t *bins, const uint32_t *about,
                      const uint32_t *words) {
  uint64_t max_at = pair_at(words + MAX_AT, dump->is_big);
  entry->count = words[COUNT];
  entry->other = words[OTHER];
  entry->min = UINT32_MAX - words[LESS];
  entry->max = words[MAX];
  entry->sum = pair_at(words + SUM, dump->is_big);
  entry->above = pair_at(words + ABOVE, dump->is_big);
  /* 0: -DIPOINT_NO_LONGEST. */
  entry->max_at = max_at == 0 ? 0
                              : since_start(dump, about + 6, (uint32_t)max_at,
                                            (uint32_t)(max_at >> 32));
  memcpy(bins, words + BINS, dump->bins * sizeof *bins);
  entry->is_torn = !is_whole(dump, entry, bins);
  if (entry->count == 0)
    entry->min = 0;
}

/* Adds another core's part, unless there would be more than an entry holds. */
static void add_part(struct ipoint_dump *dump, struct ipoint_dump_time *to,
                     uint32_t *bins, const struct ipoint_dump_time *part,
                     const uint32_t *more) {
  uint32_t i;
  if (part->count > UINT32_MAX - to->count) {
    to->is_full = 1;
    return;
  }
  to->is_torn |= part->is_torn;
  if (part->count && (to->count == 0 || part->min < to->min))
    to->min = part->min;
  if (part->count && (to->count == 0 || part->max > to->max)) {
    to->max = part->max;
    to->max_at = part->max_at;
    if (to->is_self)
      to->other = part->other;
  }
  if (!to->is_self)
    to->other += part->other;
  to->count += part->count;
  to->sum += part->sum;
  to->above += part->above;
  for (i = 0; i < dump->bins; i++)
    bins[i] += more[i];
}

/* The entry at `words`, of which each core has a part; `about` is what is known
   of the times of each. */
static void take_entry(struct ipoint_dump *dump, struct ipoint_dump_time *entry,
                       uint32_t *bins, const uint32_t *about, size_t step,
                       const uint32_t *words) {
  struct ipoint_dump_time part = *entry;
  uint32_t core, kept = 0;
  for (core = 0; core < dump->ring_count; core++, words += step) {
    const uint32_t *of = about + core * dump->about_words;
    uint32_t *more = bins;
    if (!*of || (dump->only >= 0 && dump->only != core))
      continue;
    if (kept)
      more = dump->part_bins;
    take_part(dump, kept ? &part : entry, more, of, words);
    if (kept)
      add_part(dump, entry, bins, &part, more);
    kept++;
  }
}

/* Those of the unit with the record `unit`. */
static const uint32_t *take_unit(struct ipoint_dump *dump, const uint32_t *unit,
                                 const uint32_t *about, const uint32_t *words,
                                 const uint32_t *end, const char **why) {
  uint32_t first = unit[1], count = unit[2], i;
  const size_t step = BINS + dump->bins;
  const uint32_t *edges = NULL;
  /* Behind the address of the times, each as wide as a pointer. */
  if (dump->is_64 ? unit[6] | unit[7] : unit[5]) {
    edges = words;
    if ((size_t)(end - words) / 2 < count)
      *why = too_short;
    else
      words += 2 * (size_t)count;
  }
  if (first > IPOINT_COUNTS_END || count > IPOINT_COUNTS_END - first)
    *why = "a damaged memory dump: a unit's times are no part of a count table";
  else if (IPOINT_UNIT_ENTRY(unit[0]) != 4 * step)
    *why = no_sense;
  else if ((size_t)(end - words) / step / dump->ring_count < count)
    *why = too_short;
  if (*why)
    return NULL;
  for (i = 0; i < count; i++, words += step * dump->ring_count) {
    struct ipoint_dump_time *entry = &dump->entries[dump->entry_count];
    uint32_t *bins = dump->entry_bins + dump->entry_count++ * dump->bins;
    entry->index = first + i;
    entry->low = edges ? edges[2 * i] : UINT32_MAX;
    entry->high = edges ? edges[2 * i + 1] : UINT32_MAX;
    entry->is_state = i >= unit[3];
    entry->is_self = entry->is_state && (i - unit[3]) % 2 == 0;
    take_entry(dump, entry, bins, about, step, words);
    dump->times_torn += (size_t)entry->is_torn;
    dump->times_full += entry->is_full || entry->count == UINT32_MAX;
  }
  return words;
}

/* By probes of each sort, between their readings of the counter and beside
   them, in 1/256 ticks. */
static void take_masked(struct ipoint_dump *dump, const uint32_t *words,
                        const struct ipoint_dump_times *times) {
  uint32_t i;
  for (i = 0; i < 3 && dump->long_slots; i++)
    if (words[BETWEEN + i] >> 6)
      dump->masked[i] = (words[BETWEEN + i] >> 6) + times->cost[i != 0];
}

/* In the order of their indices: units are in that of the linker. */
static int by_index(const void *one, const void *other) {
  const struct ipoint_dump_time *const *a = one, *const *b = other;
  return ((*a)->index > (*b)->index) - ((*a)->index < (*b)->index);
}

static int by_end(const void *one, const void *other) {
  const struct ipoint_dump_visit *a = one, *b = other;
  if (a->core != b->core)
    return a->core < b->core ? -1 : 1;
  return (a->at > b->at) - (a->at < b->at);
}

/* Whether it can be a visit of a path with times: not if it was read while the
   target wrote it. */
static int is_visit(const struct ipoint_dump *dump,
                    const struct ipoint_dump_visit *visit) {
  const struct ipoint_dump_time of = {.index = visit->index}, *key = &of,
                                *entry;
  const struct ipoint_dump_time **found = bsearch(
      &key, dump->sorted, dump->entry_count, sizeof *dump->sorted, by_index);
  if (!found)
    return 0;
  entry = *found;
  return !entry->is_torn && !entry->is_state &&
         visit->at <= dump->spans[visit->core] && visit->ticks <= visit->at &&
         visit->number && visit->number <= entry->count &&
         visit->ticks >= entry->min && visit->ticks <= entry->max;
}

/* Those of a core, of which `about` is known. */
static void take_core_visits(struct ipoint_dump *dump, uint32_t core,
                             const uint32_t *about) {
  uint32_t i,
      count = about[SEEN] < dump->long_slots ? about[SEEN] : dump->long_slots;
  for (i = 0; i < count; i++) {
    const uint32_t *from = about + VISITS + VISIT_WORDS * i;
    struct ipoint_dump_visit *visit = &dump->visits[dump->visit_count];
    visit->index = from[0];
    visit->ticks = from[1];
    visit->number = from[2];
    visit->core = core;
    visit->at = since_start(dump, about + 6, from[3], from[4]);
    dump->visit_count += (size_t)is_visit(dump, visit);
  }
}

/* The entries in order, and the long visits that cores have kept. */
static const char *take_visits(struct ipoint_dump *dump,
                               const uint32_t *about) {
  const size_t slots = (size_t)dump->long_slots * dump->ring_count;
  size_t i;
  uint32_t core;
  dump->sorted = calloc(dump->entry_count + 1, sizeof *dump->sorted);
  dump->visits = calloc(slots + 1, sizeof *dump->visits);
  if (!dump->sorted || !dump->visits)
    return "no memory for it";
  for (i = 0; i < dump->entry_count; i++)
    dump->sorted[i] = &dump->entries[i];
  qsort(dump->sorted, dump->entry_count, sizeof *dump->sorted, by_index);
  for (core = 0; core < dump->ring_count && slots; core++)
    if (about[core * dump->about_words] &&
        (dump->only < 0 || dump->only == core))
      take_core_visits(dump, core, about + core * dump->about_words);
  qsort(dump->visits, dump->visit_count, sizeof *dump->visits, by_end);
  return NULL;
}

const char *ipoint_dump_take_times(struct ipoint_dump *dump,
                                   const uint32_t *unit, size_t count,
                                   const uint32_t *words, const uint32_t *end) {
  struct ipoint_dump_times times;
  const char *why = NULL;
  const uint32_t *about = words;
  size_t left = (size_t)(end - words), all = sizeof times / 4, most;
  uint32_t core;
  if (left < all * dump->ring_count)
    return too_short;
  /* All that have been started have the same; with detection the others are as
     long. */
  while (dump->ring_count > 1 && !words[0])
    if ((size_t)(end - ++words) < all)
      return too_short;
  memcpy(&times, words, sizeof times);
  if (times.magic == IPOINT_DUMP_DETECTED_MAGIC) {
    if ((size_t)(end - words) < VISITS)
      return too_short;
    dump->long_slots = words[SLOTS];
    if (dump->long_slots < 1 || dump->long_slots > 65536)
      return "a damaged memory dump: it has no such number of long visits";
    all = VISITS + VISIT_WORDS * (size_t)dump->long_slots;
  }
  dump->about_words = all;
  all *= dump->ring_count;
  if (left < all)
    return too_short;
  dump->time_bits = times.time_bits;
  take_masked(dump, words, &times);
  dump->bins = times.bins;
  if ((times.magic != IPOINT_DUMP_TIMES_MAGIC &&
       times.magic != IPOINT_DUMP_DETECTED_MAGIC) ||
      dump->time_bits < 1 || dump->time_bits > 8 || times.bins < 2 ||
      times.bins > 4096)
    return no_sense;
  words = about + all;
  dump->starts = times.starts;
  for (core = 0; core < dump->ring_count; core++) {
    uint64_t span;
    memcpy(&times, about + core * dump->about_words, sizeof times);
    span = since_start(dump, times.begun, times.now[0], times.now[1]);
    if (times.magic) {
      dump->spans[core] = span;
      if (span > dump->span)
        dump->span = span;
    }
  }
  most = (size_t)(end - words) / (BINS + dump->bins) / dump->ring_count;
  dump->entries = calloc(most + 1, sizeof *dump->entries);
  /* And one more for a part. */
  dump->entry_bins = calloc(most + 2, dump->bins * sizeof *words);
  dump->part_bins = dump->entry_bins + (most + 1) * dump->bins;
  if (!dump->entries || !dump->entry_bins)
    return "no memory for it";
  for (; count && words; count--, unit += IPOINT_UNIT_WORDS)
    if (IPOINT_UNIT_MAGIC(unit[0]) == IPOINT_TIMED_MAGIC)
      words = take_unit(dump, unit, about, words, end, &why);
  if (!why && words != end)
    why = "a damaged memory dump: something follows its last time";
  if (!why)
    why = take_visits(dump, about);
  return why;
}

static int has_anything(const struct ipoint_dump_time *entry) {
  return !entry->is_torn && (entry->count || entry->other);
}

size_t ipoint_times_entries(const struct ipoint_dump *dump) {
  size_t i, count = 0;
  for (i = 0; i < dump->entry_count; i++)
    count += has_anything(&dump->entries[i]);
  return count;
}

int ipoint_times_write(const struct ipoint_dump *dump, int output) {
  const size_t count = ipoint_times_entries(dump);
  size_t i;
  FILE *out;
  uint32_t bin;
  if (!count)
    return 0;
  out = ipoint_file_rewrite(output, IPOINT_TIMES_NAME);
  if (!out)
    return errno;
  fprintf(out, "ipoint times %d\nentries %zu\n", dump->visit_count ? 3 : 2,
          count);
  for (i = 0; i < dump->entry_count; i++) {
    const struct ipoint_dump_time *at = dump->sorted[i];
    const uint32_t *bins =
        dump->entry_bins + (size_t)(at - dump->entries) * dump->bins;
    if (!has_anything(at))
      continue;
    fprintf(out,
            "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
            " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu32,
            at->index, at->count, at->other, at->min, at->max, at->sum,
            at->above, at->max_at, at->high);
    for (bin = 0; bin < dump->bins; bin++)
      if (bins[bin])
        fprintf(out, " %" PRIu64 "-%" PRIu64 ":%" PRIu32,
                ipoint_dump_low(dump, at, bin), high_of(dump, at, bin),
                bins[bin]);
    fprintf(out, "\n");
  }
  if (dump->visit_count)
    fprintf(out, "visits %zu\n", dump->visit_count);
  for (i = 0; i < dump->visit_count; i++)
    fprintf(out,
            "%" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu32 " %" PRIu32 "\n",
            dump->visits[i].index, dump->visits[i].ticks, dump->visits[i].at,
            dump->visits[i].number, dump->visits[i].core);
  fprintf(out, "end\n");
  return ipoint_file_rewritten(output, IPOINT_TIMES_NAME, out);
}
