/*===- handlers.c - A ring of its own for each signal handler -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A handler may interrupt a probe between its two stores, so its probes must
not
|* use the same ring: a level for each handler that runs sends the thread's
probes
|* elsewhere for as long as the handler runs. No probe pays for it. Who begins
and
|* ends levels: handlers that are instrumented do (ipoint/probe.h,
IPOINT_HANDLER),
|* and what signals.c installs in the place of others.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/handlers.h"

#include "agent/rings.h"

#include <signal.h>

/* Handlers that interrupt each other deeper than this are not recorded. */
#define DEPTH_LIMIT 8u

/* One handler that runs. */
struct level {
  struct ipoint_ring *interrupted; /* what ipoint_self was */
  uintptr_t frame;                 /* an address in its frame */
};

static __thread struct {
  unsigned depth; /* handlers that run */
  struct level levels[DEPTH_LIMIT];
  struct ipoint_ring_header *rings[DEPTH_LIMIT]; /* made at the first probe */
} handlers;

/* Sends the thread's probes to where they may go while a handler with this
   frame runs. Returns what they are to come back to, or null: no probe is under
   way, and if the handler has some, they make the thread's ring. */
struct ipoint_ring *ipoint_handlers_enter(uintptr_t frame) {
  struct ipoint_ring *interrupted = ipoint_self;
  unsigned depth = handlers.depth;
  if (interrupted == &ipoint_off_ring || interrupted == &ipoint_idle_ring ||
      interrupted == &ipoint_paused_ring)
    return NULL;
  handlers.depth = depth + 1; /* first: another handler may come from here on */
  if (depth < DEPTH_LIMIT) {
    handlers.levels[depth].interrupted = interrupted;
    handlers.levels[depth].frame = frame;
    if (handlers.rings[depth])
      ipoint_self = ipoint_ring_entry(handlers.rings[depth]);
    else
      ipoint_ring_switch(&ipoint_handler_ring);
  } else {
    ipoint_ring_switch(&ipoint_busy_ring);
  }
  return interrupted;
}

/* The handler at this depth, counted from 1, has ended. */
void ipoint_handlers_leave(unsigned depth, struct ipoint_ring *interrupted) {
  /* Not what it was where the handler has forked. */
  ipoint_self = depth <= DEPTH_LIMIT ? handlers.levels[depth - 1].interrupted
                                     : interrupted;
  handlers.depth = depth - 1;
}

/* A handler that nobody installed by what is defined below (sigset, a system
   call) says itself that the kernel has called it. It may have been inlined
   into itself; and it has a level already where `handle` was called. */
void *ipoint_handler_begin(void *frame) {
  unsigned depth = handlers.depth;
  if (depth > 0 && depth <= DEPTH_LIMIT &&
      handlers.levels[depth - 1].frame == (uintptr_t)frame)
    return NULL;
  return ipoint_handlers_enter((uintptr_t)frame);
}

void ipoint_handler_end(void *interrupted) {
  ipoint_handlers_leave(handlers.depth, interrupted);
}

unsigned ipoint_handlers_depth(void) { return handlers.depth; }

void ipoint_handlers_keep_ring(struct ipoint_ring_header *ring) {
  handlers.rings[handlers.depth - 1] = ring;
}

void ipoint_handlers_drop_rings(enum ipoint_handlers_drop how) {
  unsigned i;
  for (i = 0; i < DEPTH_LIMIT; i++) {
    struct ipoint_ring_header *ring = handlers.rings[i];
    handlers.rings[i] = NULL;
    if (!ring)
      continue;
    if (how == IPOINT_DROP_FINISHED) {
      ipoint_rings_end(ring);
      continue;
    }
    if (how == IPOINT_DROP_INTRUDED)
      __atomic_store_n(&ring->intruded, 1, __ATOMIC_RELAXED);
    if (handlers.depth > 0)
      ipoint_rings_make_private(ring);
  }
  /* A slow path that was interrupted stays out of the way of its own probes. */
  for (i = 0; i < handlers.depth && i < DEPTH_LIMIT; i++)
    if (handlers.levels[i].interrupted != &ipoint_busy_ring)
      handlers.levels[i].interrupted =
          (struct ipoint_ring *)(i == 0 ? &ipoint_idle_ring
                                        : &ipoint_handler_ring);
}

/* Is the frame at `target` one of the handler of this level, or of what it
   called? Stacks grow downwards. */
static int is_inside(const struct level *level, uintptr_t target) {
  stack_t other;
  uintptr_t begin, end;
  if (sigaltstack(NULL, &other) != 0 || other.ss_flags & SS_DISABLE)
    return target < level->frame;
  begin = (uintptr_t)other.ss_sp;
  end = begin + other.ss_size;
  return target < level->frame &&
         (target >= begin && target < end) ==
             (level->frame >= begin && level->frame < end);
}

/* The slow path that this level has interrupted does not go on: the ring ends
   as it is. Returns where probes go then. */
static const struct ipoint_ring *leave_slow_path(unsigned level) {
  struct ipoint_ring_header *ring;
  ipoint_ring_abandon();
  if (level == 0) {
    ring = ipoint_rings_take_own();
  } else {
    ring = handlers.rings[level - 1];
    handlers.rings[level - 1] = NULL;
  }
  if (ring)
    ipoint_rings_end(ring);
  return level == 0 ? &ipoint_idle_ring : &ipoint_handler_ring;
}

void ipoint_handlers_jump(uintptr_t target) {
  unsigned depth = handlers.depth;
  struct ipoint_ring *interrupted = NULL;
  for (; depth > 0; depth--) {
    if (depth > DEPTH_LIMIT)
      continue;
    if (is_inside(&handlers.levels[depth - 1], target))
      break;
    interrupted = handlers.levels[depth - 1].interrupted;
    if (interrupted == &ipoint_busy_ring)
      interrupted = (struct ipoint_ring *)leave_slow_path(depth - 1);
  }
  if (!interrupted)
    return;
  ipoint_self = interrupted;
  handlers.depth = depth;
}

void ipoint_handlers_finish_thread(void) {
  struct ipoint_ring_header *ring = ipoint_rings_own();
  if (ring)
    __atomic_store_n(&ring->finished, IPOINT_RING_FINISHED, __ATOMIC_RELEASE);
  ipoint_handlers_drop_rings(IPOINT_DROP_FINISHED);
}
