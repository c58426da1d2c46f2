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
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One thread that waits in its burst must not keep the next one off for long.
 */
#define PERIODS_MAX 10u

/* A process that has not followed the window after so many times `settle` (it
   was stopped, or executes another program) is not waited for. */
#define SETTLES_MAX 10u

/* Of those that have not ended. */
static size_t live(const struct ipoint_bursts *bursts) {
  size_t i, count = 0;
  for (i = 0; i < bursts->patched_count; i++)
    count += !bursts->patched[i].gone;
  return count;
}

void ipoint_bursts_add(struct ipoint_bursts *bursts, uint32_t pid) {
  struct ipoint_patched *grown;
  size_t i;
  if (!bursts->period)
    return;
  for (i = 0; i < bursts->patched_count; i++)
    if (bursts->patched[i].pid == pid && !bursts->patched[i].gone)
      return;
  grown = realloc(bursts->patched, (bursts->patched_count + 1) * sizeof *grown);
  if (!grown)
    return;
  bursts->patched = grown;
  if (bursts->patched_count == 0)
    bursts->began = ipoint_port_counter(); /* it begins with a burst */
  grown[bursts->patched_count].pid = pid;
  grown[bursts->patched_count++].gone = 0;
}

void ipoint_bursts_drop(struct ipoint_bursts *bursts, int folder,
                        uint32_t pid) {
  char name[64];
  size_t i;
  for (i = 0; i < bursts->patched_count; i++)
    if (bursts->patched[i].pid == pid && !bursts->patched[i].gone) {
      snprintf(name, sizeof name, IPOINT_CODE_PREFIX "%u", pid);
      unlinkat(folder, name, 0);
      bursts->patched[i].gone = 1;
    }
}

unsigned ipoint_bursts_patchers(const struct ipoint_bursts *bursts,
                                uint32_t pid) {
  unsigned count = 0;
  size_t i;
  for (i = 0; i < bursts->patched_count; i++)
    count += bursts->patched[i].pid == pid;
  return count;
}

int ipoint_bursts_open(const struct ipoint_bursts *bursts,
                       const struct ipoint_control *control) {
  return control->window % 2 == 1 || (control->window == 0 && live(bursts) > 0);
}

static void set_window(struct ipoint_bursts *bursts,
                       struct ipoint_control *control, uint32_t window) {
  bursts->ready = 0;
  __atomic_store_n(&control->window, window, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &control->window, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Have the processes put in their probes? */
static int is_ready(struct ipoint_bursts *bursts,
                    const struct ipoint_control *control, uint64_t now) {
  uint64_t followed = __atomic_load_n(&control->followed, __ATOMIC_SEQ_CST);
  if (!bursts->ready && (control->window == 0 ||
                         ((uint32_t)(followed >> 32) == control->window &&
                          (uint32_t)followed >= live(bursts)) ||
                         now - bursts->began > SETTLES_MAX * bursts->settle))
    bursts->ready = now;
  return bursts->ready != 0;
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

void ipoint_bursts_end(struct ipoint_bursts *bursts,
                       const struct ipoint_session *session,
                       struct ipoint_stream *const *streams, size_t count,
                       uint64_t now) {
  struct ipoint_control *control = session->control;
  uint64_t age = now > bursts->began ? now - bursts->began : 0;
  size_t i, rings = 0;
  if (!ipoint_bursts_open(bursts, control) || !is_ready(bursts, control, now))
    return;
  for (i = 0; i < count; i++) {
    const struct ipoint_ring_header *ring = streams[i]->ring;
    rings += ring != NULL;
    if (ring && age < bursts->period / 2 &&
        !is_done(ring, control->window, now - bursts->ready > bursts->settle))
      return;
  }
  if (rings > 0)
    set_window(bursts, control,
               control->window + (control->window == 0 ? 2 : 1));
}

/* From the last burst to the next one, ticks. */
static uint64_t period_of(const struct ipoint_bursts *bursts,
                          const struct ipoint_control *control) {
  uint64_t most = PERIODS_MAX * bursts->period;
  uint64_t out = __atomic_load_n(&control->followed_at, __ATOMIC_RELAXED);
  uint64_t taken =
      control->window != 0 && out > bursts->began ? out - bursts->began : 0;
  uint64_t wanted = taken < most ? taken * bursts->share : most;
  return wanted < bursts->period ? bursts->period
         : wanted < most         ? wanted
                                 : most;
}

uint64_t ipoint_bursts_left(const struct ipoint_bursts *bursts,
                            const struct ipoint_control *control,
                            uint64_t now) {
  uint64_t next = bursts->began + period_of(bursts, control);
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
  if (!bursts->period || now < bursts->began + period_of(bursts, control))
    return;
  bursts->began = now;
  if (control->window % 2 == 0 && control->window != 0)
    set_window(bursts, control, control->window + 1);
  for (i = 0; i < count; i++) {
    struct ipoint_ring_header *ring = streams[i]->ring;
    if (ring &&
        __atomic_load_n(&ring->asleep, __ATOMIC_ACQUIRE) == IPOINT_GAP_BURST)
      ipoint_ring_notify(ring);
  }
}

void ipoint_bursts_free(struct ipoint_bursts *bursts) { free(bursts->patched); }
