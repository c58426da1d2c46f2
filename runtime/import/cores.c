/*===- cores.c - From the rings of several cores to one time --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Each core has a ring, and a counter that may differ from the others'. The
|* target has compared them (ipoint_bare_align()); what was added to a core's
|* times is between that of the first comparison and that of the last.
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "ipoint/record.h"
#include "support/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

size_t ipoint_dump_stride(const struct ipoint_dump *dump) {
  return dump->header.end + (dump->header.format == IPOINT_DUMP_FORMAT_OF_CORES
                                 ? sizeof(struct ipoint_dump_core)
                                 : 0);
}

/* Whether the ring at word `at` is one of several, and whole. */
static int is_of_cores(const uint32_t *words, size_t at, size_t count) {
  struct ipoint_dump_header header;
  struct ipoint_dump_core core;
  size_t stride;
  if (count - at < IPOINT_DUMP_FIXED / 4 || words[at] != IPOINT_DUMP_MAGIC ||
      words[at + 1] != IPOINT_DUMP_FORMAT_OF_CORES)
    return 0;
  memcpy(&header, words + at, sizeof header);
  if (ipoint_dump_fault(&header) || count - at < (header.end + sizeof core) / 4)
    return 0;
  memcpy(&core, words + at + header.end / 4, sizeof core);
  stride = (header.end + sizeof core) / 4;
  return core.cores <= IPOINT_DUMP_CORES && core.number < core.cores &&
         at == core.number * stride && core.cores * stride <= count;
}

/* The ring of core `number` at `words`. */
static void take_ring(struct ipoint_dump_ring *ring, uint32_t number,
                      const struct ipoint_dump_ring *good,
                      const uint32_t *words) {
  memcpy(&ring->header, words, sizeof ring->header);
  memcpy(&ring->core, words + good->header.end / 4, sizeof ring->core);
  ring->why = ipoint_dump_fault(&ring->header);
  if (ring->header.magic == 0)
    ring->why = "it has not called ipoint_bare_start()";
  else if (!ring->why && (ring->header.end != good->header.end ||
                          ring->core.number != number ||
                          ring->core.cores != good->core.cores ||
                          ring->header.format != good->header.format))
    ring->why = "a damaged memory dump: its header makes no sense";
  else if (!ring->why &&
           (ring->header.counter_bits != good->header.counter_bits ||
            ring->header.clock != good->header.clock))
    ring->why = "it reads another counter";
}

const char *ipoint_dump_rings(struct ipoint_dump *dump, const uint32_t *words,
                              size_t size) {
  struct ipoint_dump_ring good;
  size_t at = 0;
  uint32_t i;
  memset(&good, 0, sizeof good);
  memcpy(&good.header, words, sizeof good.header);
  good.core.cores = 1;
  if (words[0] == 0 || words[1] == IPOINT_DUMP_FORMAT_OF_CORES ||
      ipoint_dump_fault(&good.header)) {
    while (at < size / 4 && !is_of_cores(words, at, size / 4))
      at++;
    if (at < size / 4) {
      memcpy(&good.header, words + at, sizeof good.header);
      memcpy(&good.core, words + at + good.header.end / 4, sizeof good.core);
    } else if (words[1] == IPOINT_DUMP_FORMAT_OF_CORES &&
               !ipoint_dump_fault(&good.header)) {
      return "a cut memory dump: dump all of ipoint_memory, then the unit "
             "records";
    } else {
      return ipoint_dump_fault(&good.header);
    }
  }
  dump->header = good.header;
  dump->ring_count = good.core.cores;
  dump->rings = calloc(dump->ring_count, sizeof *dump->rings);
  if (!dump->rings)
    return "no memory for it";
  if (dump->ring_count == 1) {
    dump->rings->header = good.header;
    return NULL;
  }
  for (i = 0; i < dump->ring_count; i++)
    take_ring(&dump->rings[i], i, &good,
              words + i * ipoint_dump_stride(dump) / 4);
  return NULL;
}

int64_t ipoint_time_near(uint64_t value, int64_t time, int64_t span) {
  int64_t more = ((int64_t)value - time) % span;
  if (more < 0)
    more += span;
  return time + (more > span / 2 ? more - span : more);
}

static uint64_t value_of(const uint32_t *words) {
  return words[0] | (uint64_t)words[1] << 32;
}

/* What is to be added to times of `ring` by a comparison, which was near to the
   first, or the last records of both. */
static int64_t offset_by(const struct ipoint_dump_comparison *with,
                         const struct ipoint_dump_ring *ring,
                         const struct ipoint_dump_ring *first, int at_end,
                         int64_t span, int64_t *here) {
  const struct ipoint_dump_ring *const both[] = {ring, first};
  int64_t times[2];
  int i;
  for (i = 0; i < 2; i++) {
    size_t count = both[i]->count;
    times[i] = ipoint_time_near(
        value_of(i ? with->there : with->here),
        count ? (int64_t)both[i]->times[at_end ? count - 1 : 0] : 0, span);
  }
  *here = times[0];
  return times[1] - times[0];
}

/* Sets offset, drift and error of a ring by what the target has compared. */
static void compare(struct ipoint_dump_ring *ring,
                    const struct ipoint_dump_ring *first, int64_t *from) {
  const struct ipoint_dump_comparison *begin = &ring->core.first,
                                      *end = &ring->core.last;
  int64_t span = INT64_C(1) << ring->header.counter_bits, offset, until, rounds;
  uint64_t error;
  if (!begin->trips || ring->core.shared)
    return;
  ring->offset_error = begin->trip / 2 + 1;
  ring->offset = offset_by(begin, ring, first, 0, span, from);
  if (!end->trips)
    return;
  error = end->trip / 2 + 1;
  offset = offset_by(end, ring, first, 1, span, &until);
  ring->drift = ipoint_time_near(
      (uint64_t)((offset - ring->offset) % span + span), 0, span);
  /* What was before the ring's records is known by rounds only. */
  rounds = (int64_t)((value_of(end->here) - value_of(begin->here)) &
                     (uint64_t)(span - 1)) +
           span * (int64_t)ring->header.wraps;
  if (ring->overwritten || first->overwritten) {
    ring->offset = offset - ring->drift;
    *from = until - rounds;
  } else if (ring->header.lost) {
    until = *from + rounds;
  }
  ring->elapsed = until > *from ? (uint64_t)(until - *from) : 1;
  /* Not more than what cannot be known. */
  if ((uint64_t)llabs(ring->drift) <= ring->offset_error + error) {
    if (error < ring->offset_error) {
      ring->offset_error = error;
      ring->offset += ring->drift;
    }
    ring->drift = 0;
  } else if (error > ring->offset_error) {
    ring->offset_error = error;
  }
}

static int64_t shift_of(const struct ipoint_dump_ring *ring, int64_t from,
                        uint64_t time) {
  double part = ring->drift == 0
                    ? 0
                    : ((double)time - (double)from) / (double)ring->elapsed;
  return ring->offset + (int64_t)((double)ring->drift * part);
}

static void shift(struct ipoint_dump_ring *ring, int64_t from, int64_t more) {
  size_t i;
  for (i = 0; i < ring->count; i++) {
    uint64_t record = ring->records[i];
    ring->times[i] += (uint64_t)(shift_of(ring, from, ring->times[i]) + more);
    if (ipoint_record_is_timed(record))
      ring->records[i] =
          ipoint_record_timed(ipoint_record_id(record), ring->times[i]);
  }
}

void ipoint_dump_align(struct ipoint_dump *dump) {
  int64_t from[IPOINT_DUMP_CORES] = {0}, more = 0;
  int64_t span = INT64_C(1) << dump->header.counter_bits;
  uint32_t i;
  for (i = 0; i < dump->ring_count && dump->ring_count > 1; i++) {
    struct ipoint_dump_ring *ring = &dump->rings[i];
    if (!ring->why && i && !dump->rings->why)
      compare(ring, dump->rings, &from[i]);
    /* No time is before 0. */
    while (ring->count && (int64_t)ring->times[0] +
                                  shift_of(ring, from[i], ring->times[0]) +
                                  more <
                              0)
      more += span;
  }
  for (i = 0; i < dump->ring_count && dump->ring_count > 1; i++)
    shift(&dump->rings[i], from[i], more);
  /* As the counters differ, without rounds. */
  for (i = 0; i < dump->ring_count; i++)
    dump->rings[i].offset = ipoint_time_near(
        (uint64_t)(dump->rings[i].offset % span + span), 0, span);
}

/* Whether the next records of `ring` say that a task goes on that is still
   running on another core: then what that core has stored comes first. */
static int is_early(const struct ipoint_tasks *tasks, uint32_t core,
                    const struct ipoint_dump_ring *ring, size_t at) {
  uint32_t i;
  if (at + 1 >= ring->count ||
      ipoint_record_id(ring->records[at]) != IPOINT_ID_SWITCH_IN ||
      ipoint_record_id(ring->records[at + 1]) != IPOINT_ID_TASK)
    return 0;
  for (i = 0; i < tasks->core_count; i++)
    if (i != core && !tasks->cores[i].between &&
        tasks->cores[i].now != tasks->cores[i].outside &&
        tasks->tasks[tasks->cores[i].now].number ==
            ipoint_record_value(ring->records[at + 1]))
      return 1;
  return 0;
}

/* The core whose record is next; that of the most if there is none. */
static uint32_t next_core(const struct ipoint_tasks *tasks,
                          const struct ipoint_dump *dump, const size_t *at) {
  uint32_t i, pass, best = dump->ring_count;
  for (pass = 0; pass < 2 && best == dump->ring_count; pass++)
    for (i = 0; i < dump->ring_count; i++) {
      const struct ipoint_dump_ring *ring = &dump->rings[i];
      if (at[i] < ring->count &&
          (best == dump->ring_count ||
           ring->times[at[i]] < dump->rings[best].times[at[best]]) &&
          (pass || !is_early(tasks, i, ring, at[i])))
        best = i;
    }
  return best;
}

int ipoint_merge_add(struct ipoint_merge *merge, uint32_t core, uint32_t cores,
                     uint64_t record, uint64_t time) {
  struct ipoint_dump_ring *ring;
  if (!merge->waiting.rings)
    merge->waiting.rings = calloc(cores, sizeof *merge->waiting.rings);
  if (!merge->waiting.rings)
    return -1;
  merge->waiting.ring_count = cores;
  ring = &merge->waiting.rings[core];
  if (ring->count == merge->room[core]) {
    size_t room = ring->count ? 2 * ring->count : 1024;
    uint64_t *records = realloc(ring->records, room * sizeof *records);
    uint64_t *times;
    ring->records = records ? records : ring->records;
    times = realloc(ring->times, room * sizeof *times);
    ring->times = times ? times : ring->times;
    if (!records || !times)
      return -1;
    merge->room[core] = room;
  }
  ring->records[ring->count] = record;
  ring->times[ring->count++] = time;
  if (time > merge->last)
    merge->last = time;
  return 0;
}

/* Whether something earlier may come of another core. */
static int must_wait(const struct ipoint_merge *merge, uint32_t next) {
  const struct ipoint_dump *waiting = &merge->waiting;
  size_t left, all = 0;
  uint32_t i;
  int silent = 0;
  for (i = 0; i < waiting->ring_count; i++) {
    left = waiting->rings[i].count - merge->at[i];
    /* A switch takes two records. */
    silent |= left < (i == next ? 2 : 1);
    all += left;
  }
  return silent && all < IPOINT_MERGE_RECORDS;
}

void ipoint_merge_take(struct ipoint_merge *merge, struct ipoint_tasks *tasks,
                       int all) {
  struct ipoint_dump *waiting = &merge->waiting;
  uint32_t core;
  while ((core = next_core(tasks, waiting, merge->at)) < waiting->ring_count &&
         (all || !must_wait(merge, core))) {
    const struct ipoint_dump_ring *ring = &waiting->rings[core];
    uint64_t record = ring->records[merge->at[core]];
    uint64_t time = ring->times[merge->at[core]++];
    tasks->core = core;
    if (ipoint_record_id(record) == IPOINT_ID_LOST)
      ipoint_tasks_lost(tasks, ipoint_record_value(record));
    else
      ipoint_tasks_add(tasks, record, time);
  }
  for (core = 0; core < waiting->ring_count; core++) {
    struct ipoint_dump_ring *ring = &waiting->rings[core];
    size_t at = merge->at[core];
    if (at == 0)
      continue;
    ring->count -= at;
    memmove(ring->records, ring->records + at, ring->count * sizeof(uint64_t));
    memmove(ring->times, ring->times + at, ring->count * sizeof(uint64_t));
    merge->at[core] = 0;
  }
}

void ipoint_merge_free(struct ipoint_merge *merge) {
  ipoint_dump_free(&merge->waiting);
  memset(merge, 0, sizeof *merge);
}

void ipoint_tasks_take(struct ipoint_tasks *tasks,
                       const struct ipoint_dump *dump) {
  size_t at[IPOINT_DUMP_CORES] = {0}, task;
  uint32_t core;
  for (core = 0; core < dump->ring_count; core++)
    tasks->cores[core].error = dump->rings[core].offset_error;
  while ((core = next_core(tasks, dump, at)) < dump->ring_count) {
    const struct ipoint_dump_ring *ring = &dump->rings[core];
    tasks->core = core;
    ipoint_tasks_add(tasks, ring->records[at[core]], ring->times[at[core]]);
    at[core]++;
  }
  /* What was lost came last, of an unknown task. */
  for (core = 0; core < dump->ring_count; core++) {
    task = tasks->cores[core].outside;
    for (; task + 1 < tasks->count && !tasks->tasks[task].count;)
      task++;
    tasks->tasks[task].out.discarded += dump->rings[core].header.lost;
    tasks->lost += dump->rings[core].header.lost;
  }
}

void ipoint_dump_print_core(const struct ipoint_dump *dump, const char *image,
                            uint32_t number) {
  const struct ipoint_dump_ring *ring = &dump->rings[number];
  const struct ipoint_dump_core *core = &ring->core;
  if (ring->why) {
    ipoint_warn("%s: core %" PRIu32 ": %s; it has no records here", image,
                number, ring->why);
    return;
  }
  if (core->without_ring)
    ipoint_warn("%s: core %" PRIu32 " came to probes and has no ring; compile "
                "bare.c with a larger IPOINT_CORES",
                image, core->without_ring - 1);
  if (number == 0 || core->shared)
    return;
  if (!core->first.trips || dump->rings->why) {
    ipoint_warn("%s: core %" PRIu32 ": its counter was not compared with core "
                "0's (ipoint_bare_align()); its times are by its own counter",
                image, number);
    return;
  }
  ipoint_warn("%s: core %" PRIu32 ": %" PRId64 " ticks were added to its "
              "counter, right within %" PRIu64 " ticks",
              image, number, ring->offset, ring->offset_error);
  if (!core->last.trips)
    ipoint_warn("%s: core %" PRIu32 ": its counter was compared once; a drift "
                "is not known",
                image, number);
  else if (ring->drift)
    ipoint_warn("%s: core %" PRIu32 ": its counter has drifted by %" PRId64
                " of %" PRIu64 " ticks against core 0's; its times are "
                "corrected for that",
                image, number, -ring->drift, ring->elapsed);
}

void ipoint_dump_print(const struct ipoint_dump *dump, const char *image,
                       const char *trace, const struct ipoint_tasks *tasks) {
  uint64_t records = 0, overwritten = 0;
  uint32_t i;
  for (i = 0; i < dump->ring_count; i++) {
    records += dump->rings[i].count;
    overwritten += dump->rings[i].overwritten;
  }
  for (i = 0; i < dump->ring_count && dump->ring_count > 1; i++)
    if (dump->only < 0 || dump->only == i)
      ipoint_dump_print_core(dump, image, i);
  if (tasks->unsure_moves)
    ipoint_warn("%s: of %" PRIu64 " moves of tasks between cores %" PRIu64
                " are sooner than the cores' counters are known; their order "
                "may be another",
                image, tasks->moves, tasks->unsure_moves);
  ipoint_warn("%" PRIu64 " records in %s (%" PRIu64 " lost, %" PRIu64
              " older ones overwritten)",
              records, trace, tasks->lost, overwritten);
}
