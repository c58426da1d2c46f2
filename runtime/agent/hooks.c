/*===- hooks.c - What hooks call in a recorded process --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/hooks.h"

#include "agent/agent.h"

#include <errno.h>

/*   fork      a new ring
     vfork     a new ring until the parent goes on, as they share memory
               and the thread's variables
     twin      two threads with one thread's variables: neither is recorded */

static void birth_child(void) { ipoint_child_began(IPOINT_CHILD_HOOKED); }

static struct ipoint_ring *birth_before_vfork(void) { return ipoint_self; }

/* Memory and thread are the parent's, which waits. */
static void birth_in_vfork(void) {
  if (ipoint_self == &ipoint_off_ring)
    return;
  ipoint_agent_vforks++;
  ipoint_ring_switch(&ipoint_idle_ring);
}

/* In the parent: the child has gone, or executes another program. */
static void birth_vfork_over(struct ipoint_ring *before) {
  struct ipoint_ring *childs = ipoint_self;
  struct ipoint_ring_header *ring = ipoint_ring_owner(childs);
  int saved = errno;
  if (before == &ipoint_off_ring)
    return;
  ipoint_agent_vforks--;
  ipoint_self = before;
  if (ring && childs != before)
    ipoint_rings_end(ring);
  errno = saved;
}

/* Records no more, and counts that. */
static void birth_twin(void) {
  if (ipoint_self == &ipoint_off_ring)
    return;
  ipoint_handlers_finish_thread();
  ipoint_ring_switch(&ipoint_off_ring);
  __atomic_fetch_add(&ipoint_agent.control->twins, 1, __ATOMIC_RELAXED);
}

/* Theirs, where they are. */
extern struct ipoint_signal_hooks ipoint_signal_hooks __attribute__((weak));
extern struct ipoint_fork_hooks ipoint_fork_hooks __attribute__((weak));

static const struct ipoint_signal_calls signal_calls = {
    ipoint_handlers_begin, ipoint_handlers_end, ipoint_handlers_jump};

static const struct ipoint_fork_calls fork_calls = {
    birth_child, birth_before_vfork, birth_in_vfork, birth_vfork_over,
    birth_twin};

void ipoint_hooks_begin(void) {
  if (&ipoint_signal_hooks) {
    ipoint_handlers_expect_jumps();
    __atomic_store_n(&ipoint_signal_hooks.calls, &signal_calls,
                     __ATOMIC_RELEASE);
  }
  if (&ipoint_fork_hooks)
    __atomic_store_n(&ipoint_fork_hooks.calls, &fork_calls, __ATOMIC_RELEASE);
}
