/*===- bursts.c - When the threads of a recording make their bursts -------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "consumer/bursts.h"

#include "ipoint/record.h"

#include "wire/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* One thread that waits in its burst must not keep the next one off for long.
 */
#define PERIODS_MAX 10u

void ipoint_bursts_add(struct ipoint_bursts *bursts, uint32_t pid) {
  struct ipoint_code *grown;
  size_t i;
  if (!bursts->period)
    return;
  for (i = 0; i < bursts->code_count; i++)
    if (bursts->codes[i].pid == pid)
      return;
  grown = realloc(bursts->codes, (bursts->code_count + 1) * sizeof *grown);
  if (!grown)
    return;
  bursts->codes = grown;
  if (bursts->code_count == 0)
    bursts->began = ipoint_port_counter(); /* it begins with a burst */
  ipoint_code_open(&grown[bursts->code_count++], pid);
}

void ipoint_bursts_drop(struct ipoint_bursts *bursts, int folder,
                        uint32_t pid) {
  char name[64];
  size_t i;
  for (i = 0; i < bursts->code_count; i++)
    if (bursts->codes[i].pid == pid) {
      snprintf(name, sizeof name, IPOINT_CODE_PREFIX "%u", pid);
      unlinkat(folder, name, 0);
      ipoint_code_close(&bursts->codes[i]);
      bursts->codes[i--] = bursts->codes[--bursts->code_count];
    }
}

int ipoint_bursts_open(const struct ipoint_bursts *bursts,
                       const struct ipoint_control *control) {
  return control->window % 2 == 1 ||
         (control->window == 0 && bursts->code_count > 0);
}

/* Looks for code of which probes can be taken out; 0 if there is none. */
static int find_code(struct ipoint_bursts *bursts, int folder) {
  size_t i, parts = 0;
  for (i = 0; i < bursts->code_count; i++)
    parts += ipoint_code_find(&bursts->codes[i], folder);
  return parts > 0;
}

/* Has this thread made its records, or is it not worth waiting for? */
static int is_done(const struct ipoint_ring_header *ring, uint32_t window,
                   int settled) {
  if (__atomic_load_n(&ring->finished, __ATOMIC_RELAXED) >=
          IPOINT_RING_FINISHED ||
      __atomic_load_n(&ring->asleep, __ATOMIC_ACQUIRE))
    return 1;
  return settled && __atomic_load_n(&ring->window, __ATOMIC_RELAXED) != window;
}

int ipoint_bursts_end(struct ipoint_bursts *bursts,
                      const struct ipoint_session *session,
                      struct ipoint_stream *const *streams, size_t count,
                      uint64_t now) {
  struct ipoint_control *control = session->control;
  uint64_t age = now > bursts->began ? now - bursts->began : 0;
  size_t i, rings = 0;
  if (!ipoint_bursts_open(bursts, control))
    return 0;
  for (i = 0; i < count; i++) {
    const struct ipoint_ring_header *ring = streams[i]->ring;
    rings += ring != NULL;
    if (ring && age < bursts->period / 2 &&
        !is_done(ring, control->window, age > bursts->settle))
      return 0;
  }
  if (rings == 0 ||
      (control->window == 0 && !find_code(bursts, session->folder)))
    return 0;
  __atomic_store_n(&control->window,
                   control->window + (control->window == 0 ? 2 : 1),
                   __ATOMIC_SEQ_CST);
  return 1;
}

/* Processes that are forked meanwhile have some probes and others not. */
static void switch_codes(struct ipoint_bursts *bursts,
                         struct ipoint_control *control, int on) {
  size_t i;
  __atomic_fetch_add(&control->code_switches, 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < bursts->code_count; i++)
    ipoint_code_switch(&bursts->codes[i], on);
  __atomic_fetch_add(&control->code_switches, 1, __ATOMIC_SEQ_CST);
}

void ipoint_bursts_take_out(struct ipoint_bursts *bursts,
                            struct ipoint_control *control,
                            struct ipoint_stream *const *streams,
                            size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    struct ipoint_ring_header *ring = streams[i]->ring;
    if (ring && !__atomic_load_n(&ring->asleep, __ATOMIC_ACQUIRE))
      ipoint_ring_notify(ring);
  }
  switch_codes(bursts, control, 0);
  bursts->taken = ipoint_port_counter() - bursts->began;
}

/* Puts all probes in their places; 0 if there are none that were taken out. */
static int put_in(struct ipoint_bursts *bursts,
                  const struct ipoint_session *session) {
  int found = find_code(bursts, session->folder);
  if (found)
    switch_codes(bursts, session->control, 1);
  return found;
}

/* From the last burst to the next one, ticks. */
static uint64_t period_of(const struct ipoint_bursts *bursts) {
  uint64_t most = PERIODS_MAX * bursts->period;
  uint64_t wanted = bursts->taken * bursts->share;
  return wanted < bursts->period ? bursts->period
         : wanted < most         ? wanted
                                 : most;
}

uint64_t ipoint_bursts_left(const struct ipoint_bursts *bursts,
                            const struct ipoint_control *control,
                            uint64_t now) {
  uint64_t next = bursts->began + period_of(bursts);
  return control->window != 0 && control->window % 2 == 0 && now < next
             ? next - now
             : 0;
}

void ipoint_bursts_begin(struct ipoint_bursts *bursts,
                         const struct ipoint_session *session,
                         struct ipoint_stream *const *streams, size_t count,
                         uint64_t now) {
  struct ipoint_control *control = session->control;
  size_t i;
  if (!bursts->period || now < bursts->began + period_of(bursts))
    return;
  bursts->began = now;
  bursts->taken = 0;
  if (control->window % 2 == 0 && (put_in(bursts, session) || control->window))
    __atomic_store_n(&control->window, control->window + 1, __ATOMIC_SEQ_CST);
  for (i = 0; i < count; i++) {
    struct ipoint_ring_header *ring = streams[i]->ring;
    if (ring &&
        __atomic_load_n(&ring->asleep, __ATOMIC_ACQUIRE) == IPOINT_GAP_BURST)
      ipoint_ring_notify(ring);
  }
}

void ipoint_bursts_free(struct ipoint_bursts *bursts) {
  while (bursts->code_count > 0)
    ipoint_code_close(&bursts->codes[--bursts->code_count]);
  free(bursts->codes);
}
