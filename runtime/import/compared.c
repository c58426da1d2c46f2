/*===- compared.c - A core's counter beside core 0's, in a stream ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/compared.h"

#include "ipoint/record.h"

#include <stdlib.h>
#include <string.h>

/* Behind the others; one that is not later is none. `here` is negative before
   the core's first known round. */
static int add(struct ipoint_compared *compared, uint32_t bits, uint64_t here,
               uint64_t there, uint64_t trip) {
  const struct ipoint_offset *last =
      compared->count ? &compared->all[compared->count - 1] : NULL;
  struct ipoint_offset *grown, next = {0};
  int64_t span = INT64_C(1) << bits;
  next.at = (int64_t)here;
  next.offset = ipoint_time_near((there - here) & (uint64_t)(span - 1),
                                 last ? last->offset : 0, span);
  next.error = trip / 2 + 1;
  if (last && last->at >= next.at)
    return 0;
  grown = realloc(compared->all, (compared->count + 1) * sizeof *compared->all);
  if (!grown)
    return -1;
  compared->all = grown;
  grown[compared->count++] = next;
  return 0;
}

int ipoint_compared_take(struct ipoint_compared *compared, uint32_t bits,
                         uint64_t record, uint64_t time) {
  uint64_t mask = (UINT64_C(1) << bits) - 1;
  uint64_t value = ipoint_record_value(record);
  unsigned have = compared->have;
  compared->have = 0;
  if (ipoint_record_id(record) != IPOINT_ID_COMPARED)
    return 0;
  if (ipoint_record_is_timed(record)) {
    compared->words[0] = time;
    compared->have = 1;
  } else if (have == 1 || have == 2) {
    compared->words[have] = value;
    compared->have = have + 1;
  } else if (have == 3) {
    /* The counter may have gone through 0 since: then it is before the round
       that was known first. */
    uint64_t ago = (compared->words[0] - compared->words[1]) & mask;
    if (ago <= mask / 2 && add(compared, bits, compared->words[0] - ago,
                               compared->words[2], value) != 0)
      return -1;
  }
  return 1;
}

void ipoint_compared_gap(struct ipoint_compared *compared) {
  compared->have = 0;
}

/* By how much the offset grows from one to another; 0 where that is not more
   than what cannot be known. */
static int64_t drift_of(const struct ipoint_offset *one,
                        const struct ipoint_offset *other) {
  int64_t drift = other->offset - one->offset;
  return (uint64_t)llabs(drift) <= one->error + other->error ? 0 : drift;
}

/* The offset at `time`, beside `at`: it grows by `drift` from one to another.
 */
static int64_t from_to(const struct ipoint_offset *one,
                       const struct ipoint_offset *other, int64_t drift,
                       const struct ipoint_offset *at, uint64_t time) {
  double ticks = drift ? (double)drift *
                             (double)(int64_t)(time - (uint64_t)at->at) /
                             (double)(other->at - one->at)
                       : 0;
  /* What a damaged stream makes of it. */
  if (ticks > 4e18 || ticks < -4e18)
    ticks = 0;
  return (int64_t)((uint64_t)at->offset + (uint64_t)(int64_t)ticks);
}

int64_t ipoint_compared_offset(const struct ipoint_compared *compared,
                               uint64_t time) {
  const struct ipoint_offset *all = compared->all;
  size_t low = 0, high = compared->count;
  if (!compared->count)
    return 0;
  /* The first that is later. */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (all[middle].at > (int64_t)time)
      high = middle;
    else
      low = middle + 1;
  }
  if (low && low < compared->count)
    return from_to(&all[low - 1], &all[low],
                   all[low].offset - all[low - 1].offset, &all[low - 1], time);
  return from_to(all, &all[compared->count - 1],
                 drift_of(all, &all[compared->count - 1]),
                 &all[low ? low - 1 : 0], time);
}

void ipoint_compared_describe(const struct ipoint_compared *compared,
                              uint32_t bits, struct ipoint_dump_ring *ring) {
  const struct ipoint_offset *first = compared->all, *last;
  int64_t span = INT64_C(1) << bits;
  size_t i;
  ring->core.first.trips = compared->count > 0;
  ring->core.last.trips = compared->count > 1;
  if (!compared->count)
    return;
  last = first + compared->count - 1;
  ring->offset =
      ipoint_time_near((uint64_t)(first->offset % span + span), 0, span);
  ring->drift = drift_of(first, last);
  ring->elapsed = (uint64_t)(last->at - first->at);
  for (i = 0; i < compared->count; i++)
    if (first[i].error > ring->offset_error)
      ring->offset_error = first[i].error;
}

void ipoint_compared_free(struct ipoint_compared *compared) {
  free(compared->all);
  memset(compared, 0, sizeof *compared);
}
