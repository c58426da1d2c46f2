/*===- switches.c - When recorded threads were off CPU --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/switches.h"

#include "ipoint/record.h"
#include "support/files.h"
#include "support/times.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Holds a product of 64-bit numbers; where there is no such integer, to within
 * a tick. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide;
#else
typedef long double wide;
#endif

/* A switch is put in order when it is so old that the rings of all CPUs were
 * read since, ns. */
#define SETTLED UINT64_C(250000000)
/* Under policy `overwrite`: as many are kept at least, and at most twice that.
 */
#define NEWEST (UINT64_C(1) << 17)
/* Records of a packet. */
#define BATCH 4096u

uint64_t ipoint_clock_at(const struct ipoint_clock_pair *pairs, size_t n,
                         uint64_t raw_ns) {
  size_t i = 1;
  int64_t ticks, length, since;
  while (i + 1 < n && raw_ns > pairs[i].raw_ns)
    i++;
  ticks = (int64_t)(pairs[i].ticks - pairs[i - 1].ticks);
  length = (int64_t)(pairs[i].raw_ns - pairs[i - 1].raw_ns);
  since = (int64_t)(raw_ns - pairs[i - 1].raw_ns);
  if (length <= 0)
    return pairs[i].ticks;
  return pairs[i - 1].ticks + (uint64_t)(int64_t)((wide)since * ticks / length);
}

/* Of several attempts, the one whose readings lie closest. Something may come
   between them each time: then there are more. */
static void take_pair(struct ipoint_switches *switches) {
  struct ipoint_clock_pair best = {0, 0};
  uint64_t width = UINT64_MAX;
  int i;
  for (i = 0; i < 16 || (i < 1000 && switches->narrowest &&
                         width > 4 * switches->narrowest);
       i++) {
    uint64_t before = ipoint_port_counter(),
             raw = ipoint_nanoseconds(CLOCK_MONOTONIC_RAW);
    uint64_t after = ipoint_port_counter();
    if (after - before >= width)
      continue;
    width = after - before;
    best.ticks = before + width / 2;
    best.raw_ns = raw;
  }
  if (width < switches->narrowest || switches->narrowest == 0)
    switches->narrowest = width;
  if (width / 2 + 1 > switches->uncertainty)
    switches->uncertainty = width / 2 + 1;
  if (switches->pair_count == IPOINT_SWITCH_MOMENTS) {
    memmove(switches->pairs, switches->pairs + 1,
            (IPOINT_SWITCH_MOMENTS - 1) * sizeof *switches->pairs);
    switches->pair_count--;
  }
  switches->pairs[switches->pair_count++] = best;
}

int ipoint_switches_begin(struct ipoint_switches *switches, pid_t pid,
                          int interrupts) {
  long cpus = sysconf(_SC_NPROCESSORS_CONF);
  memset(switches, 0, sizeof *switches);
  if (ipoint_perf_open(&switches->perf, pid) != 0)
    return -1;
  if (interrupts)
    ipoint_perf_interrupts(&switches->perf);
  switches->cpu_count = cpus > 0 ? (size_t)cpus : 1;
  switches->cpus = calloc(switches->cpu_count, 1);
  if (!switches->cpus)
    switches->cpu_count = 0;
  take_pair(switches);
  switches->settled_at = ipoint_port_counter();
  switches->active = 1;
  return 0;
}

static void add(struct ipoint_switches *switches,
                struct ipoint_switch_list *list,
                const struct ipoint_switch *one) {
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 1024;
    struct ipoint_switch *grown = realloc(list->items, room * sizeof *grown);
    if (!grown) {
      switches->lost++;
      return;
    }
    list->items = grown;
    list->room = room;
  }
  list->items[list->count++] = *one;
}

static void take(void *context, const struct ipoint_switch *one) {
  struct ipoint_switches *switches = context;
  add(switches, &switches->fresh, one);
}

/* What settles later happened later, but for the last second. */
static void keep_newest(struct ipoint_switch_list *list) {
  memmove(list->items, list->items + (list->count - NEWEST),
          NEWEST * sizeof *list->items);
  list->count = NEWEST;
}

static int order_by_thread(const void *a, const void *b) {
  const struct ipoint_switch *x = a, *y = b;
  if (x->pid != y->pid)
    return x->pid < y->pid ? -1 : 1;
  if (x->tid != y->tid)
    return x->tid < y->tid ? -1 : 1;
  return x->time < y->time ? -1 : x->time > y->time;
}

/* The stream of a thread; null if it records nothing. */
static struct ipoint_packets *stream_of(struct ipoint_switches *switches,
                                        struct ipoint_drain *drain,
                                        const struct ipoint_switch *one) {
  struct ipoint_packets *grown;
  size_t i;
  for (i = 0; i < switches->stream_count; i++)
    if (switches->streams[i].tid == one->tid &&
        switches->streams[i].pid == one->pid)
      return &switches->streams[i];
  for (i = 0; i < drain->stream_count; i++)
    if (drain->streams[i]->out.tid == one->tid &&
        drain->streams[i]->out.pid == one->pid)
      break;
  if (i == drain->stream_count)
    return NULL;
  grown =
      realloc(switches->streams, (switches->stream_count + 1) * sizeof *grown);
  if (!grown) {
    switches->error = ENOMEM;
    return NULL;
  }
  switches->streams = grown;
  grown += switches->stream_count++;
  *grown = (struct ipoint_packets){.trace = &drain->trace,
                                   .pid = one->pid,
                                   .tid = one->tid,
                                   .beyond_room = 1};
  return grown;
}

static void count(struct ipoint_switches *switches, size_t n,
                  const uint64_t *records) {
  size_t i;
  for (i = 0; i < n; i++) {
    uint32_t id = ipoint_record_id(records[i]);
    if (id == IPOINT_ID_INTERRUPT || id == IPOINT_ID_INTERRUPT_END)
      switches->interrupts++;
    else
      switches->recorded++;
  }
}

/* The file is opened each time: a program may have more threads than we may
 * have descriptors. */
static void write_batch(struct ipoint_switches *switches,
                        struct ipoint_packets *out, struct ipoint_drain *drain,
                        uint64_t *records, size_t n, uint64_t earliest,
                        uint64_t now) {
  char name[96];
  if (switches->error)
    return;
  snprintf(name, sizeof name, "stream-%u-%u-switches", out->pid, out->tid);
  out->file =
      out->written
          ? ipoint_file_open(drain->trace.folder, name, O_WRONLY | O_APPEND)
          : ipoint_file_replace(drain->trace.folder, name, O_WRONLY);
  if (out->file < 0) {
    switches->error = errno;
    return;
  }
  if (drain->trace.room <= IPOINT_PACKET_HEADER_SIZE + n * sizeof *records)
    ipoint_drain_flush(
        drain); /* it ends here: the program's records go first */
  count(switches, ipoint_packets_write(out, records, n, earliest, now),
        records);
  switches->error = out->error;
  close(out->file);
}

/* Writes switches of one thread. */
static void write_thread(struct ipoint_switches *switches,
                         struct ipoint_packets *stream,
                         struct ipoint_drain *drain,
                         const struct ipoint_switch *from, size_t n) {
  uint64_t records[BATCH], first = 0;
  size_t i, count = 0;
  for (i = 0; i < n; i++) {
    uint64_t time = from[i].time;
    /* A silence too long for 40 bits begins a new batch. */
    if (count == BATCH || (count && time - first > IPOINT_PACKET_GAP)) {
      write_batch(switches, stream, drain, records, count, first,
                  from[i - 1].time);
      count = 0;
    }
    if (count == 0)
      first = time;
    records[count++] = ipoint_record_timed(from[i].id, time);
    if (from[i].id == IPOINT_ID_SWITCH_IN && from[i].cpu < switches->cpu_count)
      switches->cpus[from[i].cpu] = 1;
  }
  if (count)
    write_batch(switches, stream, drain, records, count, first,
                from[n - 1].time);
}

static void write_settled(struct ipoint_switches *switches,
                          struct ipoint_drain *drain) {
  struct ipoint_switch *all = switches->settled.items;
  size_t i, next, n = switches->settled.count;
  if (n)
    qsort(all, n, sizeof *all, order_by_thread);
  for (i = 0; i < n; i = next) {
    struct ipoint_packets *stream = stream_of(switches, drain, &all[i]);
    for (next = i + 1; next < n && all[next].tid == all[i].tid &&
                       all[next].pid == all[i].pid;)
      next++;
    if (stream)
      write_thread(switches, stream, drain, &all[i], next - i);
  }
  switches->settled.count = 0;
}

/* Puts what happened up to `until`, ns, on the counter's time. */
static void settle(struct ipoint_switches *switches, uint64_t until) {
  struct ipoint_switch *fresh = switches->fresh.items;
  size_t i, kept = 0;
  take_pair(switches);
  for (i = 0; i < switches->fresh.count; i++) {
    struct ipoint_switch one = fresh[i];
    if (one.time > until) {
      fresh[kept++] = one;
      continue;
    }
    one.time = ipoint_clock_at(switches->pairs, switches->pair_count, one.time);
    add(switches, &switches->settled, &one);
  }
  switches->fresh.count = kept;
}

void ipoint_switches_poll(struct ipoint_switches *switches,
                          struct ipoint_drain *drain) {
  uint64_t now = ipoint_port_counter();
  if (!switches->active)
    return;
  if (drain->trace.room == 0) { /* nothing more is recorded */
    ipoint_switches_finish(switches, drain);
    return;
  }
  ipoint_perf_read(&switches->perf, take, switches);
  if (now - switches->settled_at <= drain->rate / 4)
    return;
  switches->settled_at = now;
  settle(switches, ipoint_nanoseconds(CLOCK_MONOTONIC_RAW) - SETTLED);
  if (drain->session->control->policy != IPOINT_OVERWRITE)
    write_settled(switches, drain);
  else if (switches->settled.count >= 2 * NEWEST)
    keep_newest(&switches->settled);
}

void ipoint_switches_finish(struct ipoint_switches *switches,
                            struct ipoint_drain *drain) {
  if (!switches->active)
    return;
  ipoint_perf_read(&switches->perf, take, switches);
  settle(switches, UINT64_MAX);
  write_settled(switches, drain);
  ipoint_perf_close(&switches->perf);
  switches->lost += switches->perf.lost;
  free(switches->fresh.items);
  free(switches->settled.items);
  free(switches->streams);
  memset(&switches->fresh, 0, sizeof switches->fresh);
  memset(&switches->settled, 0, sizeof switches->settled);
  switches->streams = NULL;
  switches->active = 0;
}
