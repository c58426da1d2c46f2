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
enum { COUNT, OTHER, MIN, MAX, SUM, ABOVE = 6, MAX_AT = 8, BINS = 10 };

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

/* The same with the thresholds: each divides one bin, so that those behind it
   are one further on. */
static uint64_t low_of(const struct ipoint_dump_times *times, uint32_t bin) {
  uint64_t edges[2] = {times->low, (uint64_t)times->high + 1}, low;
  uint32_t more = 2;
  if (times->high == UINT32_MAX)
    return usual_low(bin, times->time_bits);
  for (;; more--) {
    low = bin < more ? 0 : usual_low(bin - more, times->time_bits);
    if (more == 0)
      return low;
    if (bin >= more) {
      if (low >= edges[more - 1])
        return low;
      /* The bin that this edge divides, from there on. */
      if (usual_low(bin - more + 1, times->time_bits) > edges[more - 1])
        return edges[more - 1];
    }
  }
}

/* Whether its counts, sum and extremes belong together: not if it was read
   while the target wrote it. */
static int is_whole(const struct ipoint_dump_times *times,
                    const uint32_t *entry, int is_big) {
  uint64_t least = 0, most = 0, sum = pair_at(entry + SUM, is_big), count = 0;
  uint32_t i;
  for (i = 0; i < times->bins; i++) {
    uint64_t in = entry[BINS + i], low = low_of(times, i),
             high = i + 1 < times->bins ? low_of(times, i + 1) - 1 : UINT32_MAX;
    count += in;
    if (in && (entry[MAX] < low || entry[MIN] > high))
      return 0;
    least += in * (low < entry[MIN] ? entry[MIN] : low);
    most += in * (high > entry[MAX] ? entry[MAX] : high);
  }
  return count == entry[COUNT] && sum >= least && sum <= most &&
         (count == 0 || entry[MIN] <= entry[MAX]);
}

/* Those of the unit with the record `unit`. */
static const uint32_t *take_unit(struct ipoint_dump *dump, const uint32_t *unit,
                                 const uint32_t *words, const uint32_t *end,
                                 const char **why) {
  uint32_t first = unit[1], count = unit[2], i;
  const size_t step = BINS + dump->times_of.bins;
  if (first > IPOINT_COUNTS_END || count > IPOINT_COUNTS_END - first)
    *why = "a damaged memory dump: a unit's times are no part of a count table";
  else if ((size_t)(end - words) / step < count)
    *why = "a memory dump without all times: append those of each unit "
           "(docs/bare-metal.md), or let ipoint_bare_dump() write it";
  if (*why)
    return NULL;
  for (i = 0; i < count; i++, words += step) {
    if (!is_whole(&dump->times_of, words, dump->is_big)) {
      dump->times_torn++;
      continue;
    }
    dump->times_full += words[COUNT] == UINT32_MAX;
    if (words[COUNT] == 0 && words[OTHER] == 0)
      continue;
    dump->times_kept++;
    dump->times_index[dump->time_count] = first + i;
    memcpy(dump->times_words + dump->time_count++ * step, words,
           step * sizeof *words);
  }
  return words;
}

const char *ipoint_dump_take_times(struct ipoint_dump *dump,
                                   const uint32_t *unit, size_t count,
                                   const uint32_t *words, const uint32_t *end) {
  struct ipoint_dump_times *times = &dump->times_of;
  const char *why = NULL;
  size_t left = (size_t)(end - words), most;
  if (left < sizeof *times / 4)
    return "a memory dump without all times: append those of each unit "
           "(docs/bare-metal.md), or let ipoint_bare_dump() write it";
  memcpy(times, words, sizeof *times);
  words += sizeof *times / 4;
  if (times->magic != IPOINT_DUMP_TIMES_MAGIC || times->time_bits < 1 ||
      times->time_bits > 8 || times->bins < 2 || times->bins > 4096)
    return "a damaged memory dump: its times make no sense; compile all files "
           "of the program with the same IPOINT_TIME_BITS and IPOINT_TIME_BINS";
  most = (size_t)(end - words) / (BINS + times->bins);
  dump->times_index = calloc(most + 1, sizeof *dump->times_index);
  dump->times_words = calloc(most + 1, (BINS + times->bins) * sizeof *words);
  if (!dump->times_index || !dump->times_words)
    return "no memory for it";
  for (; count && words; count--, unit += IPOINT_UNIT_WORDS)
    if (unit[0] == IPOINT_TIMED_MAGIC)
      words = take_unit(dump, unit, words, end, &why);
  if (!why && words != end)
    return "a damaged memory dump: something follows its last time";
  if (!why && dump->times_torn && !dump->times_kept)
    return "the memory dump was taken while its times were being written: "
           "halt the processor first";
  return why;
}

int ipoint_times_write(const struct ipoint_dump *dump, int output) {
  const struct ipoint_dump_times *times = &dump->times_of;
  size_t i;
  FILE *out;
  uint32_t bin;
  if (dump->time_count == 0)
    return 0;
  out = ipoint_file_rewrite(output, IPOINT_TIMES_NAME);
  if (!out)
    return errno;
  fprintf(out, "ipoint times 1\nentries %zu\n", dump->time_count);
  for (i = 0; i < dump->time_count; i++) {
    const uint32_t *at = dump->times_words + i * (BINS + times->bins);
    fprintf(out,
            "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
            " %" PRIu64 " %" PRIu64 " %" PRIu64,
            dump->times_index[i], at[COUNT], at[OTHER], at[MIN], at[MAX],
            pair_at(at + SUM, dump->is_big), pair_at(at + ABOVE, dump->is_big),
            pair_at(at + MAX_AT, dump->is_big));
    for (bin = 0; bin < times->bins; bin++)
      if (at[BINS + bin])
        fprintf(out, " %" PRIu64 "-%" PRIu64 ":%" PRIu32, low_of(times, bin),
                bin + 1 < times->bins ? low_of(times, bin + 1) - 1
                                      : (uint64_t)UINT32_MAX,
                at[BINS + bin]);
    fprintf(out, "\n");
  }
  fprintf(out, "high %" PRIu32 "\nend\n", times->high);
  return ipoint_file_rewritten(output, IPOINT_TIMES_NAME, out);
}
