/*===- handlers.h - A ring for each signal handler ------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_HANDLERS_H
#define IPOINT_AGENT_HANDLERS_H

#include "agent/hooks.h"
#include "core/ring.h"

/* Handlers of this thread that run, one in the other. */
unsigned ipoint_handlers_depth(void);

/* What hooks call (agent/hooks.h). */
void ipoint_handlers_begin(struct ipoint_handled *handled);
void ipoint_handlers_end(const struct ipoint_handled *handled);
void ipoint_handlers_jump(void);
/* From now on ipoint_handlers_jump() is called before every jump. Else each
   probe in a handler takes the slow path, to see whether it is in that handler
   still. */
void ipoint_handlers_expect_jumps(void);

/* 1 if a jump has left the innermost handler, by where the caller's stack is.
   Touches general registers only. */
int ipoint_handlers_are_left(void);
/* 1 if the caller is on an alternate stack that has no room for more than its
   frames: the vector registers, and what libc's calls take. The same. */
int ipoint_handlers_are_cramped(void);
/* If that was found, sends the thread's probes to where they were before. */
void ipoint_handlers_mend(void);

/* The ring of the innermost of them. */
void ipoint_handlers_keep_ring(struct ipoint_ring_header *ring);
/* Gives up the rings of this thread's handlers, for the reason `how`.
   Handlers that run begin anew. */
enum ipoint_handlers_drop {
  IPOINT_DROP_FINISHED, /* no more comes */
  IPOINT_DROP_PARENTS,  /* they are the parent's: nothing */
  IPOINT_DROP_INTRUDED  /* the same, and this process has written into them */
};
void ipoint_handlers_drop_rings(enum ipoint_handlers_drop how);
/* No more comes from this thread and its handlers; nothing is unmapped. */
void ipoint_handlers_finish_thread(void);

#endif /* IPOINT_AGENT_HANDLERS_H */
