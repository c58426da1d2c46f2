/*===- sources.c - Regular interruptions, in an answer --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/hostclocks.h"
#include "calibrate/period.h"

#include <math.h>
#include <stdlib.h>

#define SHORTEST_NS 50e3
#define MOST_GROUPS 8
/* In periods. */
#define LATEST 0.1

struct search {
  const struct ipoint_gap *gaps; /* all of them */
  size_t gap_count;
  unsigned char *taken; /* those that belong to a source */
  double tick_ns;
  uint64_t ticks; /* in all */
  /* Those that are looked at: which, and when. */
  size_t *which, count;
  double *times, *lengths;
  unsigned char *member;
  struct ipoint_source *sources;
  size_t found;
};

/* Those from `least` on and less than `most` that belong to none yet. */
static void look_at(struct search *search, uint64_t least, uint64_t most) {
  size_t i;
  search->count = 0;
  for (i = 0; i < search->gap_count; i++) {
    uint64_t length = search->gaps[i].length;
    if (search->taken[i] || length < least || length >= most)
      continue;
    search->times[search->count] =
        (double)(search->gaps[i].begin - search->gaps[0].begin);
    search->which[search->count++] = i;
  }
}

/* Takes gap number i for the source; `n` are there. */
static size_t take(struct search *search, size_t i, size_t n) {
  search->taken[i] = 1;
  search->lengths[n] = (double)search->gaps[i].length;
  return n + 1;
}

/* Takes what something else made come early or late in the cycles between the
   members `from` and `to`: gaps that are as long, and under way when the
   source's was due, or soon after. Returns how many there are then. */
static size_t take_between(struct search *search, size_t from, size_t to,
                           double period, double usual, size_t n) {
  const struct ipoint_gap *gaps = search->gaps;
  double begin = (double)gaps[from].begin,
         span = (double)gaps[to].begin - begin;
  double cycles = floor(span / period + 0.5), k;
  size_t i = from + 1;
  for (k = 1; k < cycles; k++) {
    double due = begin + k * span / cycles;
    while (i < to && (double)gaps[i].begin + (double)gaps[i].length < due)
      i++;
    if (i < to && !search->taken[i] &&
        (double)gaps[i].begin <= due + LATEST * period &&
        (double)gaps[i].length >= usual / 2)
      n = take(search, i, n);
  }
  return n;
}

static void take_members(struct search *search,
                         const struct ipoint_period *period) {
  struct ipoint_source *source = &search->sources[search->found++];
  size_t i, n = 0, last = SIZE_MAX;
  double sum = 0, usual;
  for (i = 0; i < search->count; i++)
    if (search->member[i])
      n = take(search, search->which[i], n);
  usual = ipoint_spread_of(search->lengths, n).median;
  for (i = 0; i < search->count; i++)
    if (search->member[i]) {
      if (last != SIZE_MAX)
        n = take_between(search, last, search->which[i], period->period, usual,
                         n);
      last = search->which[i];
    }
  source->period_ns = period->period * search->tick_ns;
  source->error_ns = period->error * search->tick_ns;
  source->chance = period->chance;
  source->events = n;
  source->cycles = period->share * (double)n / (double)period->events;
  source->length_ns =
      ipoint_spread_of(search->lengths, n).median * search->tick_ns;
  /* In order now. In the longest something else came, too: the longest
     twentieth counts as long as the rest at most. */
  for (i = 0; i < n; i++)
    sum += fmin(search->lengths[i], search->lengths[(n - 1) * 95 / 100]);
  source->share = sum / (double)search->ticks;
}

static void find_among(struct search *search, uint64_t least, uint64_t most) {
  struct ipoint_period period;
  while (search->found < IPOINT_MOST_SOURCES) {
    look_at(search, least, most);
    if (ipoint_period_find(search->times, search->count,
                           SHORTEST_NS / search->tick_ns, &period,
                           search->member) != 1)
      return;
    take_members(search, &period);
  }
}

/* First among those that last alike, the longest first, then among all that
   remain. */
static void find_all(struct search *search) {
  uint64_t count[IPOINT_GAP_CLASSES] = {0}, begins[MOST_GROUPS + 2];
  size_t groups, i;
  for (i = 0; i < search->gap_count; i++)
    count[ipoint_gap_class(search->gaps[i].length)]++;
  begins[0] = 0;
  groups = 1 + ipoint_gap_groups(count, begins + 1, MOST_GROUPS);
  begins[groups] = UINT64_MAX;
  for (i = groups; i-- > 0;)
    find_among(search, begins[i], begins[i + 1]);
  if (groups > 1)
    find_among(search, 0, UINT64_MAX);
}

static int by_share(const void *a, const void *b) {
  double x = ((const struct ipoint_source *)a)->share,
         y = ((const struct ipoint_source *)b)->share;
  return x < y ? 1 : x > y ? -1 : 0;
}

size_t ipoint_sources_find(const struct ipoint_gap *gaps, size_t count,
                           uint64_t ticks, double tick_ns,
                           struct ipoint_source sources[IPOINT_MOST_SOURCES]) {
  size_t room = count ? count : 1;
  struct search search = {.gaps = gaps,
                          .gap_count = count,
                          .taken = calloc(room, 1),
                          .tick_ns = tick_ns,
                          .ticks = ticks,
                          .which = calloc(room, sizeof *search.which),
                          .times = calloc(room, sizeof *search.times),
                          .lengths = calloc(room, sizeof *search.lengths),
                          .member = calloc(room, 1),
                          .sources = sources};
  if (search.taken && search.member && search.which && search.times &&
      search.lengths)
    find_all(&search);
  free(search.taken);
  free(search.member);
  free(search.which);
  free(search.times);
  free(search.lengths);
  qsort(sources, search.found, sizeof *sources, by_share);
  return search.found;
}

void ipoint_answer_sources_begin(struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"cpu", "CPU"},
      {"period_us", "period us"},
      {"period_error_us", "± us"},
      {"chance", "by chance"},
      {"interruptions", "interruptions"},
      {"cycles_percent", "of cycles %"},
      {"length_us", "usual us"},
      {"share_percent", "of time %"},
  };
  IPOINT_TABLE(answer, "periods", "Regular interruptions", columns);
}

void ipoint_answer_source(struct ipoint_answer *answer, int cpu,
                          const struct ipoint_source *source) {
  IPOINT_CELLS(answer, cpu, source->period_ns / 1e3, source->error_ns / 1e3,
               source->chance, (double)source->events, source->cycles * 100,
               source->length_ns / 1e3, source->share * 100);
}
