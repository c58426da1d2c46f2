/*===- windows.c - Windows in which all ipoints are timed ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Functions that store sums can have a timed record at each ipoint, too
|* (timed: auto). A record takes as long as several blocks, so there are none
|* but in windows: the drain opens one at a random moment, and the thread closes
|* it when it has stored its records. The stream has a gap at both ends, as
|* other functions may store records in between.
|* What probes take is in no time of a call. A probe that takes long has waited,
|* or its thread was off CPU, which the kernel reports, too: so that it is not
|* subtracted twice, such a probe is recorded.
|* Freestanding: no libc.
\*===----------------------------------------------------------------------===*/

#include "core/slowpath.h"

#include "ipoint/record.h"
#include "wire/counttable.h"

/* Probes before the first record of a window. */
#define WARM_UP 100
/* Probes in whose time no thread leaves its CPU and gets it back. */
#define LONG_PROBES 32u
/* After so much CPU time, ms, it is looked again which calls last: a program
   does not do the same all the time. */
#define UNTIL_TRIAL 500u

/* The port's probes know where these are. */
typedef char ipoint_window_is_in_front
    [sizeof(struct ipoint_window) == 120 &&
             offsetof(struct ipoint_window, cost) == 120 - 40 &&
             offsetof(struct ipoint_window, spent) == 120 - 32 &&
             offsetof(struct ipoint_window, advance) == 120 - 24 &&
             offsetof(struct ipoint_window, left) == 120 - 12 &&
             offsetof(struct ipoint_window, open) == 120 - 1
         ? 1
         : -1];

__thread struct ipoint_table ipoint_table_self = {0, 0};

static void enter(struct ipoint_window *window,
                  enum ipoint_window_phase phase) {
  window->phase = (uint8_t)phase;
  window->advance = phase == IPOINT_WINDOW_RECORDS ? sizeof(ipoint_word) : 0;
  window->left = phase == IPOINT_WINDOW_WARMS     ? WARM_UP
                 : phase == IPOINT_WINDOW_RECORDS ? (int32_t)window->records
                                                  : 0;
  if (phase == IPOINT_WINDOW_NONE)
    __atomic_store_n(&window->open, 0, __ATOMIC_RELEASE);
}

uint64_t ipoint_window_cpu_time(const struct ipoint_window *window) {
  uint64_t now = ipoint_platform_now->cpu_time();
  return now ? window->before + now : 0;
}

/* How much of what probes have taken beyond what they may was not the thread's
   CPU time `cpu`, us: as much as it was off CPU, at most. `now` is when the
   probe began that asks: what it takes is known later. */
static void set_apart(struct ipoint_window *window, uint64_t cpu,
                      uint64_t now) {
  uint64_t elapsed = now - window->seen;
  uint64_t used = (cpu - window->seen_cpu) * window->per_ms / 1000;
  uint64_t off = elapsed > used ? elapsed - used : 0;
  if (cpu != 0 && window->per_ms != 0 && window->excess > off)
    window->excess = off;
  window->apart += window->excess;
  window->excess = 0;
  window->seen = now;
  window->seen_cpu = cpu;
}

/* Whether a window is within what probes may take of the CPU time `cpu`, us.
   The first one always is. */
static int has_room(const struct ipoint_window *window, uint64_t cpu) {
  uint64_t one = (WARM_UP + (uint64_t)window->records) * window->cost;
  return cpu == 0 ||
         window->spent - window->apart <= one + cpu / 1000 * window->allowed;
}

static void begin_window(struct ipoint_window *window, uint64_t cpu,
                         int is_first) {
  uint32_t now = (uint32_t)(cpu / 1000);
  if (now - window->tried >= UNTIL_TRIAL) {
    window->tried = now;
    ipoint_calls_try_again(window);
  }
  /* Short programs end before they are warm. */
  enter(window, is_first ? IPOINT_WINDOW_RECORDS : IPOINT_WINDOW_WARMS);
}

/* Where the phase has had its records, in a probe that began at `begin`. 1 if
 * the next one is wanted. */
static int turn(struct ipoint_window *window, uint64_t begin) {
  int is_first = ipoint_self == &ipoint_idle_ring;
  int begins = window->phase == IPOINT_WINDOW_NONE;
  uint64_t cpu = begins ? ipoint_window_cpu_time(window) : 0;
  if (window->phase == IPOINT_WINDOW_WARMS) {
    enter(window, IPOINT_WINDOW_RECORDS);
    return 1;
  }
  if (begins)
    set_apart(window, cpu, begin);
  if (begins && !has_room(window, cpu)) {
    enter(window, IPOINT_WINDOW_NONE);
    return 0;
  }
  switch (ipoint_ring_cut(IPOINT_GAP_WINDOW, begins)) {
  case IPOINT_CUT_NOW:
    if (begins)
      begin_window(window, cpu, is_first);
    else
      enter(window, IPOINT_WINDOW_NONE);
    return begins;
  case IPOINT_CUT_LATER: /* of the code that was interrupted */
    return window->phase == IPOINT_WINDOW_RECORDS;
  default:
    enter(window, IPOINT_WINDOW_NONE);
    return 0;
  }
}

/* As the port's probe, but for the place of the next record. */
static void warm_up(ipoint_word id) {
  struct ipoint_ring *ring = ipoint_self;
  ipoint_word record =
      ipoint_port_timed_record((id << IPOINT_ID_SHIFT) + IPOINT_RECORD_TIMED);
  if (ring->cursor < ring->limit)
    *ring->cursor = record;
}

static void record(struct ipoint_window *window, ipoint_word id,
                   uint64_t begin) {
  if (window->left <= 0 && !turn(window, begin))
    return;
  if (window->left > 0)
    window->left--;
  if (window->phase == IPOINT_WINDOW_WARMS)
    warm_up(id);
  else
    ipoint_port_timed_probe((id << IPOINT_ID_SHIFT) + IPOINT_RECORD_TIMED);
}

uint64_t ipoint_window_spend(struct ipoint_window *window, uint64_t spent,
                             uint64_t begin) {
  uint64_t end = ipoint_port_counter(), took = end - begin;
  uint64_t most = LONG_PROBES * window->cost;
  if ((int64_t)took <= (int64_t)most) {
    window->spent = spent + took;
    return end;
  }
  if (took <= IPOINT_VALUE_MASK && ipoint_ring_takes(2)) {
    ipoint_ring_note(ipoint_record_untimed(IPOINT_ID_PROBE_END, end));
    ipoint_ring_note(ipoint_record_untimed(IPOINT_ID_PROBE, took));
    window->excess += took - most;
  } else {
    took = most;
  }
  window->spent = spent + took;
  return end;
}

void ipoint_window_record(ipoint_word id) {
  struct ipoint_window *window =
      (struct ipoint_window *)(void *)ipoint_table_self.counts - 1;
  uint64_t spent, begin;
  if (ipoint_table_self.end == 0 || !window->open)
    return;
  spent = window->spent;
  begin = ipoint_port_counter();
  record(window, id, begin);
  ipoint_window_spend(window, spent, begin);
}
