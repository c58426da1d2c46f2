/*===- requests.c - What a program asks of its recording ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What ipoint/control.h calls. May be called by any thread and by signal
|* handlers, also while the slow path is at work: a wish is stored in one word,
|* and every thread is called to look at it.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "ipoint/record.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static __thread char thread_name[IPOINT_NAME_SIZE];

static enum ipoint_state wanted_state(void) {
  return (enum ipoint_state)(
      __atomic_load_n(&ipoint_requested, __ATOMIC_SEQ_CST) & IPOINT_STATE_MASK);
}

/* Others may change the wish between the load and the store: the one that
   stores last finds that what it stored is still right. */
enum ipoint_state ipoint_requests_set_paused(void) {
  enum ipoint_state state;
  do {
    state = wanted_state();
    __atomic_store_n(&ipoint_paused_ring.cursor,
                     state == IPOINT_STATE_PAUSED ? (ipoint_word *)1
                                                  : (ipoint_word *)2,
                     __ATOMIC_SEQ_CST);
  } while (wanted_state() != state);
  return state;
}

/* Puts `state` for what it was and keeps the rest. What has been stopped stays
   so. */
static void change_state(enum ipoint_state state) {
  uint64_t before = __atomic_load_n(&ipoint_requested, __ATOMIC_SEQ_CST), after;
  do {
    if ((before & IPOINT_STATE_MASK) == IPOINT_STATE_STOPPED)
      return;
    after = (before & ~(uint64_t)IPOINT_STATE_MASK) | state;
  } while (!__atomic_compare_exchange_n(&ipoint_requested, &before, after, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  ipoint_requests_set_paused();
  ipoint_rings_notify();
  ipoint_counts_follow_requests();
}

EXPORT void ipoint_runtime_start(void) { change_state(IPOINT_STATE_RUNNING); }

EXPORT void ipoint_runtime_pause(void) { change_state(IPOINT_STATE_PAUSED); }

EXPORT void ipoint_runtime_stop(void) {
  if (!ipoint_agent.control)
    return;
  change_state(IPOINT_STATE_STOPPED);
  ipoint_agent_ended(IPOINT_END_STOP);
}

EXPORT void ipoint_runtime_trigger(unsigned long after) {
  uint64_t before = __atomic_load_n(&ipoint_requested, __ATOMIC_SEQ_CST),
           wanted;
  uint64_t most = (UINT64_MAX >> IPOINT_WISH_TRIGGER_SHIFT) - 1;
  do {
    if (before >> IPOINT_WISH_TRIGGER_SHIFT)
      return; /* the first one counts */
    wanted = (after < most ? after : most) + 1;
    wanted = before | wanted << IPOINT_WISH_TRIGGER_SHIFT;
  } while (!__atomic_compare_exchange_n(&ipoint_requested, &before, wanted, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  ipoint_rings_notify();
}

/* 1 until the drain has done what ticket number `ticket` asks for, is dead, or
   did nothing for ten seconds. */
static int wait_for(uint32_t ticket) {
  struct ipoint_control *control = ipoint_agent.control;
  const struct timespec nap = {0, 50000};
  struct timespec begin, now;
  unsigned tries;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (tries = 1;; tries++) {
    uint32_t done = __atomic_load_n(&control->flush_done, __ATOMIC_ACQUIRE);
    if ((int32_t)(done - ticket) >= 0)
      return 1;
    if (ipoint_agent_closed())
      return 0;
    ipoint_agent_ring_bell();
    syscall(SYS_nanosleep, &nap, NULL); /* no point of cancellation */
    if (tries % 64 != 0)
      continue;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - begin.tv_sec > 10 || ipoint_agent_drain_is_dead())
      return 0;
  }
}

EXPORT void ipoint_runtime_flush(void) {
  struct ipoint_control *control = ipoint_agent.control;
  uint64_t begin = ipoint_port_counter();
  int saved = errno;
  if (!control || !ipoint_policy_drains((enum ipoint_policy)control->policy))
    return;
  wait_for(__atomic_add_fetch(&control->flush_asked, 1, __ATOMIC_SEQ_CST));
  ipoint_ring_waited(begin);
  errno = saved;
}

EXPORT void ipoint_runtime_name_thread(const char *name) {
  size_t i;
  for (i = 0; name && name[i] && i + 1 < sizeof thread_name; i++)
    thread_name[i] = name[i];
  thread_name[i] = '\0';
  ipoint_ring_name(thread_name);
}

const char *ipoint_requests_thread_name(void) { return thread_name; }
