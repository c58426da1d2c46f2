/*===- calibrate.c - What the counter and probes take here ----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/calibrate.h"

#include "calibrate/cpus.h"
#include "calibrate/clockmath.h"
#include "calibrate/hostclocks.h"
#include "core/slowpath.h"
#include "ipoint/record.h"
#include "support/times.h"
#include "wire/counttable.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS (4 * IPOINT_LOOP_PROBES)

static const struct ipoint_loops *const loops_of[IPOINT_PROBE_FORMS] = {
    &ipoint_loops_0,
#ifdef IPOINT_HAS_LOOPS_1
    &ipoint_loops_1,
#else
    NULL,
#endif
#ifdef IPOINT_HAS_LOOPS_2
    &ipoint_loops_2,
#else
    NULL,
#endif
#ifdef IPOINT_HAS_LOOPS_3
    &ipoint_loops_3,
#else
    NULL,
#endif
    &ipoint_loops_called, &ipoint_loops_window,
};

const struct ipoint_loops *ipoint_probe_loops(enum ipoint_probe_form form) {
  return loops_of[form];
}

struct ipoint_ring_header *ipoint_probe_ring(void) {
  size_t size = IPOINT_RING_HEADER_SIZE + SLOTS * sizeof(uint64_t);
  void *memory = aligned_alloc(4096, size);
  if (!memory)
    return NULL;
  memset(memory, 0, size);
  return ipoint_ring_init(memory, SLOTS, IPOINT_OVERWRITE, 0, 0, 0);
}

/* One that is open as long as a loop runs. */
static void open_window(void) {
  static struct ipoint_window window;
  window.open = 1;
  window.phase = IPOINT_WINDOW_RECORDS;
  window.advance = sizeof(ipoint_word);
  window.left = INT32_MAX;
  ipoint_table_self.counts = (ipoint_counter *)(void *)(&window + 1);
  ipoint_table_self.end = 1;
}

static void enter(struct ipoint_ring_header *ring) {
  ipoint_word *slots = (ipoint_word *)ipoint_ring_slots(ring);
  ring->probe.cursor = slots;
  ring->probe.limit = slots + ring->count;
  open_window();
  ipoint_self = &ring->probe;
}

static void leave(void) {
  ipoint_ring_switch(&ipoint_off_ring);
  /* Compilers don't see what probes store. */
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

size_t ipoint_probe_differences(struct ipoint_ring_header *ring,
                                void (*loop)(void), uint64_t *differences) {
  uint64_t *records = ipoint_ring_slots(ring), last = 0;
  size_t i, n, count = 0;
  int seen = 0;
  enter(ring);
  loop();
  leave();
  n = (size_t)(ring->probe.cursor - (ipoint_word *)records);
  for (i = 0; i < n; i++) {
    if (!ipoint_record_is_timed(records[i]))
      continue;
    if (seen)
      differences[count++] =
          (ipoint_record_value(records[i]) - last) & IPOINT_VALUE_MASK;
    last = ipoint_record_value(records[i]);
    seen = 1;
  }
  return count;
}

uint64_t ipoint_probe_time(struct ipoint_ring_header *ring,
                           void (*loop)(void)) {
  uint64_t before, after;
  enter(ring);
  before = ipoint_port_counter();
  loop();
  after = ipoint_port_counter();
  leave();
  return after - before;
}

#define ROUNDS 9

struct ipoint_moment ipoint_moment_now(void) {
  struct ipoint_moment best = {0, 0, 0, 0, 0};
  uint64_t width = UINT64_MAX;
  int i;
  for (i = 0; i < 16; i++) {
    uint64_t before = ipoint_port_counter();
    uint64_t raw = ipoint_nanoseconds(CLOCK_MONOTONIC_RAW);
    uint64_t after = ipoint_port_counter();
    uint64_t epoch = ipoint_nanoseconds(CLOCK_REALTIME);
    uint64_t steered = ipoint_nanoseconds(CLOCK_MONOTONIC);
    if (after - before >= width)
      continue;
    width = after - before;
    best.ticks = before + width / 2;
    best.raw_ns = raw;
    best.epoch_ns = epoch;
    best.steered_ns = steered;
    best.width = width;
  }
  return best;
}

/* Runs the probes into the ring, once. Returns the mean of the differences of
   timed records, and the smallest of them all in *least. */
static uint64_t measure_once(struct ipoint_ring_header *ring,
                             void (*probe)(void), uint64_t *differences,
                             uint64_t *least) {
  size_t n = ipoint_probe_differences(ring, probe, differences), i;
  for (i = 0; i < n; i++)
    if (differences[i] < *least)
      *least = differences[i];
  return ipoint_clock_mean(differences, n);
}

/* The least mean of several rounds, after one that warms up: what else runs on
   the machine makes a round dearer, nothing makes one cheaper. How far their
   median lies above it is the *spread. */
static uint64_t measure(struct ipoint_ring_header *ring, void (*probe)(void),
                        uint64_t *differences, uint64_t *least,
                        uint64_t *spread) {
  uint64_t means[ROUNDS];
  int round, i;
  measure_once(ring, probe, differences, least);
  for (round = 0; round < ROUNDS; round++) {
    uint64_t mean = measure_once(ring, probe, differences, least);
    for (i = round; i > 0 && means[i - 1] > mean; i--)
      means[i] = means[i - 1];
    means[i] = mean;
  }
  *spread = means[ROUNDS / 2] - means[0];
  return means[0];
}

/* What one probe of this form adds; zero where the port has none. */
static struct ipoint_overhead measure_overhead(struct ipoint_ring_header *ring,
                                               enum ipoint_probe_form form,
                                               uint64_t *differences) {
  const struct ipoint_loops *loops = ipoint_probe_loops(form);
  struct ipoint_overhead base = {0, 0, 0, 0};
  uint64_t least = UINT64_MAX, unused = 0, batch;
  if (!loops)
    return base;
  base.timed_mean =
      measure(ring, loops->timed, differences, &least, &base.timed_spread);
  base.timed_min = least;
  batch = measure(ring, loops->untimed, differences, &unused, &unused);
  if (batch > base.timed_mean)
    base.untimed_mean = (batch - base.timed_mean) / IPOINT_LOOP_BATCH;
  return base;
}

struct ipoint_calibration ipoint_calibrate(int cpu) {
  struct ipoint_calibration found;
  uint64_t *differences = calloc(IPOINT_CLOCK_PAIRS, sizeof *differences);
  struct ipoint_ring_header *ring = ipoint_probe_ring();
  cpu_set_t before;
  int form;
  ipoint_cpus_visit(cpu, &before);
  memset(&found, 0, sizeof found);
  found.step = 1;
  if (differences && ring) {
    ipoint_port_pairs(differences);
    ipoint_port_pairs(differences);
    found.step = ipoint_clock_resolution(differences, IPOINT_CLOCK_PAIRS);
    found.waits = ipoint_clock_waits(differences, IPOINT_CLOCK_GROUPS,
                                     IPOINT_CLOCK_PER_GROUP, found.step);
    for (form = 0; form < IPOINT_PROBE_FORMS; form++)
      found.of[form] =
          measure_overhead(ring, (enum ipoint_probe_form)form, differences);
  }
  ipoint_cpus_return(&before);
  free(differences);
  free(ring);
  return found;
}

/* What was the least at either time. */
static void lessen(struct ipoint_overhead *base,
                   const struct ipoint_overhead *now) {
  uint64_t usual = base->timed_mean + base->timed_spread;
  if (now->timed_mean + now->timed_spread > usual)
    usual = now->timed_mean + now->timed_spread;
  if (now->timed_mean < base->timed_mean)
    base->timed_mean = now->timed_mean;
  if (now->untimed_mean < base->untimed_mean)
    base->untimed_mean = now->untimed_mean;
  if (now->timed_min < base->timed_min)
    base->timed_min = now->timed_min;
  base->timed_spread = usual - base->timed_mean;
}

void ipoint_calibrate_again(struct ipoint_calibration *found, int cpu) {
  struct ipoint_calibration now = ipoint_calibrate(cpu);
  int form;
  for (form = 0; form < IPOINT_PROBE_FORMS; form++)
    lessen(&found->of[form], &now.of[form]);
}
