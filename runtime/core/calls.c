/*===- calls.c - Calls and iterations, timed as long as they last ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A window is over before a call of a millisecond is. So functions that may
|* last have each call timed by itself: two readings of the counter, and at the
|* end two records: when that was, and how long it took (timed: auto). In each
|* thread that begins with all of them. Iterations of loops are timed likewise,
|* from one to the next.
|* Where a few calls of a function have taken less than ten probes on average it
|* is switched off, and is counted and timed in windows only; half a second of
|* CPU time later it is tried again. Where functions nest, each of them is long,
|* and all together are too dear: if timing calls takes half of what probes may
|* take, a call has to last twice as long.
|* What probes take themselves is in no call's time (windows.c).
|* Freestanding: no libc.
\*===----------------------------------------------------------------------===*/

#include "core/slowpath.h"

#include "ipoint/record.h"
#include "wire/counttable.h"

/* Calls after which it is decided whether a function lasts. */
#define DECISIVE 32u
/* Times of a probe that a call has to take, at first and at most. */
#define LEAST_PROBES 10u
#define MOST_FACTOR 64u
/* Calls after which it is looked how long they have taken, and what one takes,
   in probes. */
#define WATCHED 256u
#define CALL_PROBES 4u

typedef char ipoint_state_fits
    [sizeof(struct ipoint_call_state) == sizeof(ipoint_counter) ? 1 : -1];

static void watch(struct ipoint_window *window) {
  uint64_t cpu;
  if (++window->calls < WATCHED)
    return;
  cpu = ipoint_window_cpu_time(window);
  if (cpu != 0 && window->factor < MOST_FACTOR &&
      (cpu - window->measured) * window->allowed / 1000 <
          2 * WATCHED * CALL_PROBES * window->cost)
    window->factor = (uint8_t)(2 * window->factor);
  window->measured = cpu;
  window->calls = 0;
}

static void begin_trial(struct ipoint_call_state *state) {
  state->calls = 0;
  state->ticks = 0;
  state->off = 0;
}

void ipoint_calls_try_again(struct ipoint_window *window) {
  ipoint_counter *counts = (ipoint_counter *)(void *)(window + 1);
  struct ipoint_counts_header *header =
      (struct ipoint_counts_header *)(void *)((char *)counts -
                                              IPOINT_COUNTS_HEADER_SIZE);
  uint32_t states = __atomic_load_n(&header->states, __ATOMIC_ACQUIRE), i, at;
  if (window->factor > 1)
    window->factor /= 2;
  for (i = 0; i < states && i < IPOINT_STATES_MAX; i++)
    for (at = header->state[i].first;
         at < header->state[i].end && at < header->end; at++)
      if (at >= window->allocated)
        begin_trial((struct ipoint_call_state *)(void *)(counts + at));
}

static void switch_off(struct ipoint_call_state *state) {
  state->off = 1;
  state->switched++;
}

static void decide(const struct ipoint_window *window,
                   struct ipoint_call_state *state, uint64_t ticks) {
  uint64_t most = UINT32_MAX / DECISIVE;
  state->ticks += (uint32_t)(ticks < most ? ticks : most);
  if (++state->calls < DECISIVE)
    return;
  if (state->ticks < DECISIVE * LEAST_PROBES * window->factor * window->cost)
    switch_off(state);
  state->calls = 0;
  state->ticks = 0;
}

/* 1: nothing is recorded. */
static int is_idle(const struct ipoint_window *window) {
  return window->records == 0 || ipoint_self->cursor == IPOINT_CURSOR_ASLEEP;
}

/* Until `now`. `ticks` may be less than nothing: clocks of two CPUs may
   differ. */
static void took(struct ipoint_window *window, struct ipoint_call_state *state,
                 unsigned long id, uint64_t now, int64_t ticks) {
  uint64_t counted = ticks < 0 ? 0 : (uint64_t)ticks;
  /* Untimed as well: between windows a timed record would end the gap. */
  ipoint_ring_note(ipoint_record_untimed(IPOINT_ID_CALL_END, now));
  ipoint_ring_note(ipoint_record_untimed(
      IPOINT_ID_CALL, ipoint_call_payload((uint32_t)id, counted)));
  decide(window, state, counted);
  watch(window);
}

void ipoint_call_time(ipoint_word began, ipoint_counter *counts,
                      unsigned long at, unsigned long id) {
  struct ipoint_window *window = (struct ipoint_window *)(void *)counts - 1;
  struct ipoint_call_state *state =
      (struct ipoint_call_state *)(void *)(counts + at);
  uint64_t spent = window->spent, now = ipoint_port_counter();
  if (is_idle(window)) {
    switch_off(state);
    return;
  }
  took(window, state, id, now, (int64_t)(now - spent - began));
  ipoint_window_spend(window, spent, now);
}

/* When an iteration began: the low bits have how often the loop had been
   switched off by then. Where that has changed, iterations have gone by in
   between. */
#define SWITCHED_BITS 8u

/* In 56 bits. Of an iteration that goes on in the child of a fork its parent
   has the time. */
static int is_parents(const struct ipoint_window *window, uint64_t was) {
  return (int64_t)(was - (window->since << SWITCHED_BITS)) < 0;
}

void ipoint_iteration_time(ipoint_word *began, ipoint_counter *counts,
                           unsigned long at, unsigned long id) {
  struct ipoint_window *window = (struct ipoint_window *)(void *)counts - 1;
  struct ipoint_call_state *state =
      (struct ipoint_call_state *)(void *)(counts + at);
  uint64_t spent = window->spent, now = ipoint_port_counter(), was = *began,
           end;
  *began = 0;
  if (is_idle(window)) {
    switch_off(state);
    return;
  }
  if (was != 0 && (uint8_t)was == state->switched && !is_parents(window, was))
    took(window, state, id, now,
         (int64_t)((now - spent - (was >> SWITCHED_BITS)) << SWITCHED_BITS) >>
             SWITCHED_BITS);
  end = ipoint_window_spend(window, spent, now);
  if (!state->off)
    *began = (end - window->spent) << SWITCHED_BITS | state->switched;
}
