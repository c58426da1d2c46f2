/*===- thread.c - A thread's ring, from its first probe to its end --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "ipoint/record.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

/* Sends the thread, whose probes go to `self`, to where it can be called from,
   if recording is paused or over: 1, or 0 if it is to record. */
static int stay_out(struct ipoint_ring *self) {
  uint64_t state =
      __atomic_load_n(&ipoint_requested, __ATOMIC_SEQ_CST) & IPOINT_STATE_MASK;
  if (state == IPOINT_STATE_PAUSED) {
    ipoint_ring_switch_from(self, &ipoint_paused_ring);
    state = ipoint_requests_set_paused();
  }
  if (state == IPOINT_STATE_STOPPED) {
    ipoint_ring_switch_from(self, &ipoint_off_ring);
    ipoint_ring_switch_from(&ipoint_paused_ring, &ipoint_off_ring);
  }
  return state != IPOINT_STATE_RUNNING;
}

static int is_strange(void) {
  return ipoint_child_is_strange() || ipoint_handlers_are_left();
}

/* Counted once for a thread. */
static int is_cramped(int has_ring) {
  static __thread int is_counted;
  if (!ipoint_handlers_are_cramped())
    return 0;
  if (!has_ring && !is_counted)
    ipoint_agent_count_without(ERANGE);
  is_counted |= !has_ring;
  return 1;
}

/* Whether probes that go to `self` need no ring any more: a signal handler may
   have run a probe since the slow path looked, and have made this thread's
   ring, or found that there is none to be had. */
static int is_settled(struct ipoint_ring *self) {
  return !is_strange() && (self == &ipoint_off_ring || ipoint_ring_owner(self));
}

/* With all signals blocked. */
static struct ipoint_ring_header *make_own(int waited) {
  struct ipoint_ring_header *ring;
  unsigned handler;
  if (ipoint_child_is_strange())
    ipoint_child_began(IPOINT_CHILD_STRANGE);
  handler =
      ipoint_self == &ipoint_handler_ring || ipoint_self == &ipoint_paused_ring
          ? ipoint_handlers_depth()
          : 0;
  ipoint_ring_switch(&ipoint_busy_ring);
  ring = ipoint_agent_closed() ? NULL : ipoint_memory_make_ring(handler);
  if (!ring) {
    if (!ipoint_agent_closed())
      ipoint_agent_count_without(errno);
    ipoint_ring_switch(&ipoint_off_ring);
    return NULL;
  }
  ipoint_agent_announce_change();
  memcpy(ring->name, ipoint_requests_thread_name(), sizeof ring->name);
  if (waited)
    ring->gap = IPOINT_GAP_PAUSED;
  if (handler)
    ipoint_handlers_keep_ring(ring);
  else if (ipoint_agent.has_key)
    pthread_setspecific(ipoint_agent.key, ring);
  ipoint_self = &ring->probe;
  return ring;
}

/* Signals wait and the thread can't be cancelled while its ring is made: a
   handler's probe would start over, and open and close are points of
   cancellation. Up to there a handler may be the first. The program may define
   a snprintf or a memcpy that is instrumented, and that the runtime
   gets too: it finds the ring busy. */
static struct ipoint_ring_header *attach(void) {
  struct ipoint_ring_header *ring;
  struct ipoint_ring *self;
  int waited;
  sigset_t all, before;
  int saved, cancel;
  ipoint_handlers_mend();
  self = ipoint_self;
  if (is_settled(self))
    return ipoint_ring_owner(self);
  waited = self == &ipoint_paused_ring;
  if (stay_out(self))
    return NULL;
  saved = errno;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  ring = is_settled(ipoint_self) ? ipoint_ring_owner(ipoint_self)
                                 : make_own(waited);
  pthread_setcancelstate(cancel, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
  return ring;
}

/* Ten seconds without progress, or a dead drain, and records are dropped from
 * then on. */
static int wait_for_room(struct ipoint_ring_header *ring, uint64_t wanted) {
  struct ipoint_control *control = ipoint_agent.control;
  uint64_t position = ipoint_ring_position(ring), seen = 0, now, progress;
  int saved = errno, tries, done = 0;
  progress = ipoint_port_counter();
  for (tries = 1;; tries++) {
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    if (tail + ring->count - position >= wanted) {
      done = 1;
      break;
    }
    if (ipoint_agent_closed() || ring->made_private)
      break;
    now = ipoint_port_counter();
    if (tail != seen) {
      seen = tail;
      progress = now;
    }
    ipoint_agent_ring_bell();
    ipoint_agent_rest(tries);
    if (tries % 64 != 0)
      continue;
    if (now - progress > 10 * control->rate || ipoint_agent_drain_is_dead())
      break;
  }
  errno = saved;
  return done;
}

uint64_t ipoint_thread_cpu_time(void) {
  struct timespec time;
  int saved = errno;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
    time.tv_sec = time.tv_nsec = 0;
  errno = saved;
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

const struct ipoint_platform ipoint_thread_platform = {
    attach,     wait_for_room,      ipoint_agent_closed,   is_strange,
    is_cramped, ipoint_agent_ended, ipoint_thread_cpu_time};

void ipoint_thread_end(void *memory) {
  struct ipoint_ring_header *ring = memory;
  /* Destructors of other keys may have probes, and run in no fixed order: be
   * among the last. */
  if (ring->finished < 2) {
    ring->finished++;
    pthread_setspecific(ipoint_agent.key, ring);
    return;
  }
  ipoint_ring_switch(&ipoint_off_ring);
  ipoint_handlers_drop_rings(IPOINT_DROP_FINISHED);
  if (ring->finished >= IPOINT_RING_FINISHED)
    ipoint_rings_end(ring);
  else
    ipoint_memory_park_ring(ring);
  ipoint_agent_ring_bell();
}
