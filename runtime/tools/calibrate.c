/*===- calibrate.c - Measures the counter and the probes ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate.h"

#include "clockmath.h"
#include "ipoint/record.h"
#include "src/ring.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GROUPS 128u
#define PER_GROUP 128u
#define READS (GROUPS * PER_GROUP)
#define PROBES 4096u
/* Untimed probes between two timed ones. */
#define BATCH 64u
#define ROUNDS 9

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

struct ipoint_moment ipoint_moment_now(void) {
  struct ipoint_moment best = {0, 0, 0};
  uint64_t width = UINT64_MAX;
  int i;
  for (i = 0; i < 16; i++) {
    uint64_t before = ipoint_port_counter();
    uint64_t raw = nanoseconds(CLOCK_MONOTONIC_RAW);
    uint64_t after = ipoint_port_counter();
    uint64_t epoch = nanoseconds(CLOCK_REALTIME);
    if (after - before >= width)
      continue;
    width = after - before;
    best.ticks = before + width / 2;
    best.raw_ns = raw;
    best.epoch_ns = epoch;
  }
  return best;
}

/* Work of about `length` cycles that depend on each other. */
static inline void work(unsigned length) {
  unsigned i, chain = length;
  for (i = 0; i < length; i++)
    __asm__ __volatile__("" : "+r"(chain));
}

/* Differences of pairs of reads: PER_GROUP of them with the same work, GROUPS
 * lengths of it. */
static void read_pairs(uint64_t *differences) {
  unsigned group, i;
  for (group = 0; group < GROUPS; group++)
    for (i = 0; i < PER_GROUP; i++) {
      uint64_t before = ipoint_port_counter();
      work(group);
      differences[group * PER_GROUP + i] = ipoint_port_counter() - before;
    }
}

/* Differences of the values of successive timed records; returns how many. */
static size_t differences_of(const uint64_t *records, size_t n,
                             uint64_t *differences) {
  uint64_t last = 0;
  size_t i, count = 0;
  int seen = 0;
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

static void probe_timed(void) {
  unsigned i;
  for (i = 0; i < PROBES; i += 8) {
    ipoint_timed(IPOINT_ID_FIRST);
    ipoint_timed(IPOINT_ID_FIRST + 1);
    ipoint_timed(IPOINT_ID_FIRST + 2);
    ipoint_timed(IPOINT_ID_FIRST + 3);
    ipoint_timed(IPOINT_ID_FIRST + 4);
    ipoint_timed(IPOINT_ID_FIRST + 5);
    ipoint_timed(IPOINT_ID_FIRST + 6);
    ipoint_timed(IPOINT_ID_FIRST + 7);
  }
}

static void probe_untimed(void) {
  unsigned i, k;
  for (i = 0; i < PROBES; i += BATCH) {
    ipoint_timed(IPOINT_ID_FIRST);
    for (k = 0; k < BATCH; k += 8) {
      ipoint_untimed(IPOINT_ID_FIRST + 1);
      ipoint_untimed(IPOINT_ID_FIRST + 2);
      ipoint_untimed(IPOINT_ID_FIRST + 3);
      ipoint_untimed(IPOINT_ID_FIRST + 4);
      ipoint_untimed(IPOINT_ID_FIRST + 5);
      ipoint_untimed(IPOINT_ID_FIRST + 6);
      ipoint_untimed(IPOINT_ID_FIRST + 7);
      ipoint_untimed(IPOINT_ID_FIRST + 8);
    }
  }
}

/* Runs the probes into the ring, once. Returns the mean of the differences of
   timed records, and the smallest of them all in *least. */
static uint64_t measure_once(struct ipoint_ring_header *ring,
                             void (*probe)(void), uint64_t *differences,
                             uint64_t *least) {
  ipoint_word *slots = (ipoint_word *)ipoint_ring_slots(ring);
  uint64_t mean;
  size_t n;
  ring->probe.cursor = slots;
  ring->probe.limit = slots + ring->count;
  ipoint_self = &ring->probe;
  probe();
  ipoint_ring_switch(&ipoint_off_ring);
  /* Compilers don't see what probes store. */
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  n = differences_of(ipoint_ring_slots(ring),
                     (size_t)(ring->probe.cursor - slots), differences);
  mean = ipoint_clock_mean(differences, n);
  if (n && differences[0] < *least)
    *least = differences[0];
  return mean;
}

/* The median of several rounds, after one that warms up. */
static uint64_t measure(struct ipoint_ring_header *ring, void (*probe)(void),
                        uint64_t *differences, uint64_t *least) {
  uint64_t means[ROUNDS];
  int round, i;
  measure_once(ring, probe, differences, least);
  for (round = 0; round < ROUNDS; round++) {
    uint64_t mean = measure_once(ring, probe, differences, least);
    for (i = round; i > 0 && means[i - 1] > mean; i--)
      means[i] = means[i - 1];
    means[i] = mean;
  }
  return means[ROUNDS / 2];
}

struct ipoint_calibration ipoint_calibrate(void) {
  struct ipoint_calibration found = {1, 0, 0, 0, 0};
  size_t size = IPOINT_RING_HEADER_SIZE + 4 * PROBES * sizeof(uint64_t);
  uint64_t *differences = calloc(READS, sizeof *differences), batch,
           least = UINT64_MAX, unused = 0;
  void *memory = aligned_alloc(4096, size);
  if (differences && memory) {
    struct ipoint_ring_header *ring;
    memset(memory, 0, size);
    ring = ipoint_ring_init(memory, 4 * PROBES, IPOINT_RING, 0, 0, 0, 0);
    read_pairs(differences);
    read_pairs(differences);
    found.step = ipoint_clock_step(differences, READS);
    found.waits =
        ipoint_clock_waits(differences, GROUPS, PER_GROUP, found.step);
    found.base_timed_mean = measure(ring, probe_timed, differences, &least);
    found.base_timed_min = least;
    batch = measure(ring, probe_untimed, differences, &unused);
    if (batch > found.base_timed_mean)
      found.base_untimed_mean = (batch - found.base_timed_mean) / BATCH;
  }
  free(differences);
  free(memory);
  return found;
}

/* This program's probes only ever see the ring above. */
struct ipoint_ring_header *ipoint_host_attach(void) { return NULL; }
int ipoint_host_wait(struct ipoint_ring_header *ring, uint64_t wanted) {
  (void)ring, (void)wanted;
  return 0;
}
uint32_t ipoint_host_window(void) { return 0; }
int ipoint_host_closed(void) { return 1; }
int ipoint_host_is_strange(void) { return 0; }
void ipoint_host_ended(uint32_t why) { (void)why; }
void ipoint_host_unit(const struct ipoint_unit *unit, uint32_t made) {
  (void)unit, (void)made;
}
