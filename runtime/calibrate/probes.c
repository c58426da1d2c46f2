/*===- probes.c - Running the real probes, to measure them --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/probes.h"

#include "core/ring.h"
#include "ipoint/record.h"
#include "wire/counts.h"

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
