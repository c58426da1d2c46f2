/*===- series.c - Memory dumps, and what lies between those of one run ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Sums only grow while a target runs, so two dumps have what was between them:
|* counts, sums and histograms exactly. A minimum or maximum of that time is
|* known if it is a new one, else to the width of a bin.
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Of one side of the high threshold: the bins that have a time. */
struct part {
  uint64_t count, sum, least, most; /* the sum, at least and at most */
  uint64_t first[2], last[2];       /* ends of the lowest bin and the highest */
};

static void add_bin(struct part *part, uint64_t low, uint64_t high,
                    uint64_t count) {
  if (part->count == 0) {
    part->first[0] = low;
    part->first[1] = high;
  }
  part->last[0] = low;
  part->last[1] = high;
  part->count += count;
  part->least += low * count;
  part->most += high * count;
}

/* The extremes of what is left in `entry` when that of an earlier dump has been
   taken off, which had these: as far apart as the sums allow. */
static void bound_extremes(const struct ipoint_dump *dump,
                           struct ipoint_dump_time *entry, const uint32_t *bins,
                           uint32_t had_min, uint32_t had_max) {
  struct part parts[2];
  const struct part *part;
  const uint32_t min = entry->min, max = entry->max;
  uint32_t bin;
  memset(parts, 0, sizeof parts);
  parts[1].sum = entry->above;
  parts[0].sum = entry->sum - entry->above;
  for (bin = 0; bin < dump->bins; bin++) {
    uint64_t low = ipoint_dump_low(dump, entry, bin);
    uint64_t high = bin + 1 < dump->bins
                        ? ipoint_dump_low(dump, entry, bin + 1) - 1
                        : UINT32_MAX;
    if (bins[bin])
      add_bin(&parts[low > entry->high], low < min ? min : low,
              high > max ? max : high, bins[bin]);
  }
  if (max <= had_max) {
    part = &parts[parts[1].count != 0];
    entry->max = (uint32_t)part->last[1];
    if (part->sum - part->least < part->last[1] - part->last[0])
      entry->max = (uint32_t)(part->last[0] + part->sum - part->least);
    entry->max_at = 0; /* not known */
  }
  if (min >= had_min) {
    part = &parts[parts[0].count == 0];
    entry->min = (uint32_t)part->first[0];
    if (part->most - part->sum < part->first[1] - part->first[0])
      entry->min = (uint32_t)(part->first[1] - (part->most - part->sum));
  }
}

/* Makes `before` what `entry` is, and `entry` what has come since. */
static void take_since(const struct ipoint_dump *dump,
                       struct ipoint_dump_time *entry, uint32_t *bins,
                       struct ipoint_dump_time *before, uint32_t *had) {
  const struct ipoint_dump_time now = *entry;
  uint32_t bin;
  if (entry->is_torn)
    return;
  if (!before->is_torn) {
    entry->count -= before->count;
    entry->sum -= before->sum;
    entry->above -= before->above;
    if (!entry->is_self)
      entry->other -= before->other;
    for (bin = 0; bin < dump->bins; bin++) {
      bins[bin] -= had[bin];
      had[bin] += bins[bin];
    }
    if (entry->count && before->count)
      bound_extremes(dump, entry, bins, before->min, before->max);
  } else {
    memcpy(had, bins, dump->bins * sizeof *bins);
  }
  *before = now;
  if (entry->count == 0 && entry->is_self)
    entry->other = 0;
}

/* Whether an entry of the earlier dump has more of anything. */
static int is_less(const struct ipoint_dump *dump,
                   const struct ipoint_dump *before) {
  size_t i, bin;
  for (i = 0; i < dump->entry_count; i++) {
    const struct ipoint_dump_time *now = &dump->entries[i],
                                  *had = &before->entries[i];
    if (now->is_torn || had->is_torn)
      continue;
    if (now->count < had->count || now->sum < had->sum || now->max < had->max ||
        (had->count && now->min > had->min) ||
        (!now->is_self && now->other < had->other))
      return 1;
    for (bin = 0; bin < dump->bins; bin++)
      if (dump->entry_bins[i * dump->bins + bin] <
          before->entry_bins[i * dump->bins + bin])
        return 1;
  }
  return dump->span < before->span;
}

static int is_of_one_firmware(const struct ipoint_dump *dump,
                              const struct ipoint_dump *before) {
  size_t i;
  if (dump->unit_count != before->unit_count ||
      memcmp(dump->units, before->units,
             dump->unit_count * sizeof *dump->units) != 0 ||
      dump->has_counts != before->has_counts || dump->is_64 != before->is_64 ||
      dump->bins != before->bins || dump->time_bits != before->time_bits ||
      dump->entry_count != before->entry_count)
    return 0;
  for (i = 0; i < dump->entry_count; i++)
    if (dump->entries[i].index != before->entries[i].index ||
        dump->entries[i].low != before->entries[i].low ||
        dump->entries[i].high != before->entries[i].high)
      return 0;
  return 1;
}

const char *ipoint_dump_since(struct ipoint_dump *dump,
                              struct ipoint_dump *before) {
  static const char *const another_run =
      "of another run than the dump before: the target was started between "
      "them; import each by itself";
  const struct ipoint_dump_header *now = &dump->header, *had = &before->header;
  uint64_t span = dump->span;
  size_t i, new_visits = 0;
  if (!is_of_one_firmware(dump, before))
    return "of another firmware than the dump before; import each by itself";
  if (!dump->has_counts)
    return "a series is of sums, and the dump has none; import each by itself";
  if (now->clock != had->clock || now->counter_bits != had->counter_bits ||
      now->rate != had->rate || dump->run != before->run ||
      dump->starts != before->starts ||
      memcmp(dump->begun, before->begun, sizeof dump->begun) != 0)
    return another_run;
  if (is_less(dump, before) ||
      !ipoint_sums_since(&dump->counts, &before->counts))
    return "it has less than the dump before: it is older, or of another run; "
           "give dumps of one run, the oldest first";
  for (i = 0; i < dump->entry_count; i++)
    take_since(dump, &dump->entries[i], dump->entry_bins + i * dump->bins,
               &before->entries[i], before->entry_bins + i * dump->bins);
  for (i = 0; i < dump->visit_count; i++)
    if (dump->visits[i].at > before->spans[dump->visits[i].core])
      dump->visits[new_visits++] = dump->visits[i];
  dump->visit_count = new_visits;
  dump->span -= before->span;
  before->span = span;
  memcpy(before->spans, dump->spans, sizeof before->spans);
  return NULL;
}

/* The same dump has the same identity: FNV-1a, 64 bits, twice. */
static void make_uuid(uint8_t *uuid, const uint8_t *bytes, size_t size,
                      unsigned number) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) + number;
  size_t i;
  for (i = 0; i < size + 16; i++) {
    if (i >= size)
      uuid[i - size] = (uint8_t)(hash >> 32);
    hash = (hash ^ (i < size ? bytes[i] : 0)) * UINT64_C(0x100000001b3);
  }
  uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x80); /* version 8, RFC 9562 */
  uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}

static size_t entries_with_times(const struct ipoint_dump *dump) {
  size_t i, count = 0;
  for (i = 0; i < dump->entry_count; i++)
    count += !dump->entries[i].is_torn &&
             (dump->entries[i].count || dump->entries[i].other);
  return count;
}

static void print_result(const struct ipoint_import *import, const char *image,
                         int is_last) {
  const struct ipoint_dump *dump = &import->about;
  uint64_t counted = ipoint_counts_total(&dump->counts);
  size_t timed = entries_with_times(dump);
  if (is_last)
    ipoint_dump_print(dump, image, import->path, &import->tasks);
  if (counted)
    ipoint_warn("%llu paths and iterations of counted loops counted in %s",
                (unsigned long long)counted, import->path);
  else if (dump->counted_units && !dump->has_counts)
    ipoint_warn("%s: the program counts, and the dump has no counts; dump them "
                "as docs/bare-metal.md says",
                import->path);
  if (timed)
    ipoint_warn("times of %zu paths and functions in %s", timed, import->path);
  if (dump->times_torn)
    ipoint_warn("%s: %zu times were being written when the dump was taken, and "
                "are left out%s",
                import->path, dump->times_torn,
                is_last ? "; take another one and give both"
                        : ": they are with the next ones");
  if (dump->times_full)
    ipoint_warn("%s: %zu times hold the first 4294967295 alone", import->path,
                dump->times_full);
  if (dump->counts_full)
    ipoint_warn("%s: %zu counts hold the first 4294967295 alone", import->path,
                dump->counts_full);
  if (dump->wraps_unknown)
    ipoint_warn("%s: %u times a count passed 2^32 without a note of it; some "
                "counts are too small by as often 2^32",
                import->path, dump->wraps_unknown);
}

/* All dumps of a call, the sums of each since the one before; and of all. */
struct series {
  size_t count;
  struct ipoint_dump *dumps, all;
  uint8_t (*uuids)[16];
};

/* What is wrong with a dump that begins like the file `path`, or null. */
static const char *fault_of_begin(const char *path) {
  struct ipoint_dump_header header;
  uint8_t first[sizeof header.magic];
  int has = ipoint_file_begins(path, first, sizeof first);
  memset(&header, 0, sizeof header);
  if (has > 0)
    ipoint_dump_words(&header.magic, first, 1,
                      ipoint_dump_is_big(first, IPOINT_DUMP_MAGIC));
  /* The ring of another core may be behind one that was not started. */
  return has < 0 || (has > 0 && header.magic > IPOINT_DUMP_NO_COUNTER &&
                     header.magic != IPOINT_DUMP_NO_COUNTER << 24 &&
                     header.magic != IPOINT_DUMP_MAGIC)
             ? ipoint_dump_fault(&header)
             : NULL;
}

/* Reads the dump at `path`; what is wrong, or null. */
static const char *read_one(struct series *series, const char *path,
                            const struct ipoint_import *import, uint64_t ram) {
  struct ipoint_dump *dump = &series->dumps[series->count];
  const char *why = ram == UINT64_MAX ? fault_of_begin(path) : NULL;
  size_t size;
  uint8_t *bytes = why ? NULL : ipoint_file_bytes(path, &size), *made = NULL;
  if (!bytes)
    return why ? why : ipoint_file_reason(errno);
  if (ram != UINT64_MAX)
    made = ipoint_ram_dump(import->program, bytes, ram, &size, &why);
  if (made) {
    free(bytes);
    bytes = made;
  }
  if (!why && ipoint_dump_read(dump, bytes, size, import->only, &why) == 0) {
    make_uuid(series->uuids[series->count], bytes, size,
              (unsigned)series->count);
    if (!import->rate && !dump->header.rate)
      why = "the counter's rate is not known; give --rate";
    else if (series->count)
      why = ipoint_dump_since(dump, &series->all);
    else
      ipoint_dump_read(&series->all, bytes, size, import->only, &why);
  }
  series->count++;
  free(bytes);
  return why;
}

/* Writes the trace of the dump `number`. */
static int write_one(const struct ipoint_import *import, struct series *series,
                     size_t number, const char *image) {
  struct ipoint_import one = *import;
  const int is_last = number + 1 == series->count;
  char name[32];
  int code;
  one.about = series->dumps[number];
  memset(&series->dumps[number], 0, sizeof *series->dumps);
  snprintf(name, sizeof name, "run-%03zu", number + 1);
  one.name = name;
  if (one.all && snprintf(one.path, sizeof one.path, "%s/%s", import->path,
                          name) >= (int)sizeof one.path)
    return 2;
  if (!is_last) /* the last one has these records, too */
    ipoint_dump_forget(&one.about);
  code = ipoint_import_open(&one);
  if (code == 0) {
    memcpy(one.trace.uuid, series->uuids[number], sizeof one.trace.uuid);
    ipoint_tasks_take(&one.tasks, &one.about);
    code = ipoint_import_close(&one, 0);
    if (code == 0)
      print_result(&one, image, is_last);
  }
  ipoint_import_free(&one);
  return code;
}

static int write_all(struct ipoint_import *import, struct series *series,
                     char *const *images) {
  struct ipoint_output all;
  size_t i;
  int code = 0;
  if (series->count == 1)
    return write_one(import, series, 0, images[0]);
  if (!ipoint_output_check(import->path) ||
      ipoint_output_make(&all, NULL, import->path, NULL) != 0)
    return 2;
  import->all = &all;
  for (i = 0; i < series->count && code == 0; i++)
    code = write_one(import, series, i, images[i]);
  if (code)
    ipoint_output_abandon(&all);
  else
    ipoint_output_close(&all);
  return code;
}

int ipoint_import_dumps(struct ipoint_import *import, char *const *images,
                        uint64_t ram) {
  struct series series;
  size_t count = 0, i;
  const char *why = NULL;
  int code = 2;
  memset(&series, 0, sizeof series);
  while (images[count])
    count++;
  series.dumps = calloc(count, sizeof *series.dumps);
  series.uuids = calloc(count, sizeof *series.uuids);
  if (!series.dumps || !series.uuids)
    why = strerror(ENOMEM);
  for (i = 0; i < count && !why; i++)
    why = read_one(&series, images[i], import, ram);
  if (!why && series.all.times_torn && !entries_with_times(&series.all))
    why = "all of its times were being written when it was taken; take another "
          "and give both";
  if (why)
    ipoint_warn("%s: %s", images[i ? i - 1 : 0], why);
  else
    code = write_all(import, &series, images);
  for (i = 0; series.dumps && i < series.count; i++)
    ipoint_dump_free(&series.dumps[i]);
  ipoint_dump_free(&series.all);
  free(series.dumps);
  free(series.uuids);
  return code;
}
