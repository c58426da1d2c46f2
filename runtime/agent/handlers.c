/*===- handlers.c - A ring for each signal handler ------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A handler may interrupt a probe between its two stores, so its probes must
|* not use the same ring: a level for each handler that runs sends the thread's
|* probes elsewhere for as long as the handler runs. No probe pays for it. Who
|* begins and ends levels: handlers that are instrumented do (ipoint/probe.h,
|* IPOINT_HANDLER), and what hooks/signals.c installs in the place of others.
|*
|* A jump out of a handler ends its level too. A probe that runs then has
|* its stack where the handler has not: the slow path looks (`are_left`). Probes
|* take it once a hook has said that there is a jump, or always while a handler
|* runs where no hook would.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "agent/clock.h"

#include <signal.h>

/* Handlers that interrupt each other deeper than this are not recorded. */
#define DEPTH_LIMIT 8u

/* What it takes to make a ring, bytes. */
#define SLOW_STACK 4096u

/* One handler that runs. */
struct level {
  struct ipoint_ring *interrupted; /* what ipoint_self was */
  uintptr_t frame;                 /* an address in its frame */
  int left;                        /* what `left` was, below */
  int stack_known;                 /* 1: the alternate stack is this one: */
  uintptr_t stack_begin, stack_end;
};

static __thread struct {
  unsigned depth; /* handlers that run */
  int jumped;     /* 1: a jump was reported, and may have left some */
  int left;       /* 1: it has left all of them … */
  unsigned kept;  /* … but this many */
  struct level levels[DEPTH_LIMIT];
  struct ipoint_ring_header *rings[DEPTH_LIMIT]; /* made at the first probe */
} handlers;

static int jumps_are_reported;

void ipoint_handlers_expect_jumps(void) { jumps_are_reported = 1; }

/* May there be a jump that has left a handler? */
static int is_suspect(void) {
  return handlers.depth > 0 && (handlers.jumped || !jumps_are_reported);
}

/* Asked once for a handler: it is a system call. */
static void find_alternate_stack(struct level *level) {
  stack_t other;
  level->stack_begin = level->stack_end = 0;
  if (sigaltstack(NULL, &other) == 0 && !(other.ss_flags & SS_DISABLE)) {
    level->stack_begin = (uintptr_t)other.ss_sp;
    level->stack_end = level->stack_begin + other.ss_size;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST); /* another handler may look */
  level->stack_known = 1;
}

static int is_on_alternate(const struct level *level, uintptr_t address) {
  return address >= level->stack_begin && address < level->stack_end;
}

/* Is the frame at `target` on the same stack as that of the handler of this
   level, and 1 below it, one of what it called, or -1 not? 0: on another.
   Stacks grow downwards. */
static int lies_below(struct level *level, uintptr_t target) {
  if (!level->stack_known)
    find_alternate_stack(level);
  if (is_on_alternate(level, target) != is_on_alternate(level, level->frame))
    return 0;
  return target < level->frame ? 1 : -1;
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

/* Ends the levels from `depth`, counted from 0. */
static void end_from(unsigned depth) {
  struct ipoint_ring *interrupted = NULL;
  unsigned level = handlers.depth;
  ipoint_ring_switch(&ipoint_busy_ring);
  handlers.depth = depth;
  handlers.jumped = handlers.left = 0;
  while (level-- > depth) {
    if (level >= DEPTH_LIMIT)
      continue;
    interrupted = handlers.levels[level].interrupted;
    if (interrupted == &ipoint_busy_ring)
      interrupted = (struct ipoint_ring *)leave_slow_path(level);
  }
  ipoint_self = interrupted;
}

/* Before a handler with this frame begins. That is above those of handlers that
   run on the same stack if these were left. */
static void forget_left_before(uintptr_t frame) {
  unsigned depth = handlers.depth < DEPTH_LIMIT ? handlers.depth : DEPTH_LIMIT;
  while (depth > 0 && lies_below(&handlers.levels[depth - 1], frame) < 0)
    depth--;
  if (depth < handlers.depth && depth < DEPTH_LIMIT)
    end_from(depth);
}

/* Sends the thread's probes to where they may go while a handler with this
   frame runs. Returns what they are to come back to, or null: no probe is under
   way, and if the handler has some, they make the thread's ring. */
static struct ipoint_ring *enter(uintptr_t frame) {
  struct ipoint_ring *interrupted;
  unsigned depth;
  if (is_suspect())
    forget_left_before(frame);
  interrupted = ipoint_self;
  depth = handlers.depth;
  if (interrupted == &ipoint_off_ring || interrupted == &ipoint_idle_ring ||
      interrupted == &ipoint_paused_ring)
    return NULL;
  handlers.depth = depth + 1; /* first: another handler may come from here on */
  if (depth < DEPTH_LIMIT) {
    handlers.levels[depth].interrupted = interrupted;
    handlers.levels[depth].frame = frame;
    handlers.levels[depth].left = handlers.left;
    handlers.levels[depth].stack_known = 0;
    if (handlers.rings[depth]) {
      handlers.rings[depth]->watched = !jumps_are_reported;
      ipoint_self = ipoint_ring_entry(handlers.rings[depth]);
    } else {
      ipoint_ring_switch(&ipoint_handler_ring);
    }
  } else {
    ipoint_ring_switch(&ipoint_busy_ring);
  }
  handlers.left = 0; /* what was found is of those before it */
  return interrupted;
}

/* The handler at this depth, counted from 1, has ended. */
static void leave(unsigned depth, struct ipoint_ring *interrupted) {
  /* Not what it was where the handler has forked. */
  ipoint_self = depth <= DEPTH_LIMIT ? handlers.levels[depth - 1].interrupted
                                     : interrupted;
  handlers.depth = depth - 1;
  handlers.left = depth <= DEPTH_LIMIT && handlers.levels[depth - 1].left;
  if (handlers.depth == 0)
    handlers.jumped = 0;
}

void ipoint_handlers_begin(struct ipoint_handled *handled) {
  handled->in_clock = ipoint_clock_leave();
  handled->interrupted = enter((uintptr_t)handled);
  handled->depth = handlers.depth;
}

void ipoint_handlers_end(const struct ipoint_handled *handled) {
  if (handled->interrupted)
    leave(handled->depth, handled->interrupted);
  ipoint_clock_return(handled->in_clock);
}

/* A handler that no hook installed (sigset, a system call; there may be no
   hooks) reports itself that the kernel has called it. It may have been
   inlined into itself; and it has a level already where a hook has seen it. */
void *ipoint_handler_begin(void *frame) {
  unsigned depth = handlers.depth;
  if (depth > 0 && depth <= DEPTH_LIMIT &&
      handlers.levels[depth - 1].frame == (uintptr_t)frame)
    return NULL;
  return enter((uintptr_t)frame);
}

void ipoint_handler_end(void *interrupted) {
  leave(handlers.depth, interrupted);
}

unsigned ipoint_handlers_depth(void) { return handlers.depth; }

void ipoint_handlers_keep_ring(struct ipoint_ring_header *ring) {
  handlers.rings[handlers.depth - 1] = ring;
  ring->watched = handlers.jumped || !jumps_are_reported;
  if (ring->watched)
    ipoint_ring_notify(ring);
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
    if (how == IPOINT_DROP_INTRUDED && !ring->wiped)
      __atomic_store_n(&ring->intruded, 1, __ATOMIC_RELAXED);
    if (handlers.depth > 0)
      ipoint_rings_make_private(ring);
  }
  /* A slow path that was interrupted keeps the busy ring. */
  for (i = 0; i < handlers.depth && i < DEPTH_LIMIT; i++)
    if (handlers.levels[i].interrupted != &ipoint_busy_ring)
      handlers.levels[i].interrupted =
          (struct ipoint_ring *)(i == 0 ? &ipoint_idle_ring
                                        : &ipoint_handler_ring);
}

/* Found in the slow path's first frames: those that mend it lie deeper, behind
   the vector registers that are kept, perhaps deeper than the handler's was. */
int ipoint_handlers_are_left(void) {
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  unsigned depth = handlers.depth < DEPTH_LIMIT ? handlers.depth : DEPTH_LIMIT;
  if (!is_suspect() || lies_below(&handlers.levels[depth - 1], here) > 0)
    return 0;
  while (depth > 0 && lies_below(&handlers.levels[depth - 1], here) <= 0)
    depth--;
  handlers.kept = depth;
  handlers.left = 1;
  return 1;
}

int ipoint_handlers_are_cramped(void) {
  stack_t stack;
  return sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_ONSTACK) &&
         (uintptr_t)__builtin_frame_address(0) - (uintptr_t)stack.ss_sp <
             SLOW_STACK;
}

void ipoint_handlers_mend(void) {
  if (handlers.left)
    end_from(handlers.kept);
}

/* The next probe, wherever it is, has to look. */
void ipoint_handlers_jump(void) {
  struct ipoint_ring_header *ring;
  if (handlers.depth == 0) {
    ipoint_ring_jumped();
    return;
  }
  handlers.jumped = 1;
  if (ipoint_self == &ipoint_off_ring) { /* there was no ring for the handler */
    ipoint_ring_switch(&ipoint_handler_ring);
    return;
  }
  ring = ipoint_ring_owner(ipoint_self);
  if (!ring)
    return;
  ring->watched = 1;
  ipoint_ring_notify(ring);
}
