/*===- births.c - Processes and threads whose making was noticed ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   fork      a new ring
|*   vfork     a new ring until the parent goes on, as they share memory
|*             and the thread's variables
|*   twin      two threads with one thread's variables: neither is recorded
|*
\*===----------------------------------------------------------------------===*/

#include "agent/births.h"

#include "agent/child.h"
#include "agent/handlers.h"
#include "agent/rings.h"
#include "agent/state.h"

#include <errno.h>

void ipoint_birth_child(void) { ipoint_child_began(IPOINT_CHILD_HOOKED); }

struct ipoint_ring *ipoint_birth_before_vfork(void) { return ipoint_self; }

/* Memory and thread are the parent's, which waits. */
void ipoint_birth_in_vfork(void) {
  if (ipoint_self == &ipoint_off_ring)
    return;
  ipoint_agent_vforks++;
  ipoint_ring_switch(&ipoint_idle_ring);
}

/* In the parent: the child has gone, or executes another program. */
void ipoint_birth_vfork_over(struct ipoint_ring *before) {
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
void ipoint_birth_twin(void) {
  if (ipoint_self == &ipoint_off_ring)
    return;
  ipoint_handlers_finish_thread();
  ipoint_ring_switch(&ipoint_off_ring);
  __atomic_fetch_add(&ipoint_agent.control->twins, 1, __ATOMIC_RELAXED);
}
