/*===- handlers.h - A ring of its own for each signal handler -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_HANDLERS_H
#define IPOINT_AGENT_HANDLERS_H

#include "core/ring.h"

/* Handlers of this thread that run, one in the other. */
unsigned ipoint_handlers_depth(void);

/* Sends the thread's probes to where they may go while a handler with this
   frame runs. Returns what they are to come back to, or null: no probe is under
   way, and if the handler has some, they make the thread's ring. */
struct ipoint_ring *ipoint_handlers_enter(uintptr_t frame);
/* The handler at this depth, counted from 1, has ended. */
void ipoint_handlers_leave(unsigned depth, struct ipoint_ring *interrupted);
/* Before a jump to a stack pointer: handlers that it leaves have ended. */
void ipoint_handlers_jump(uintptr_t target);

/* The ring of the innermost of them. */
void ipoint_handlers_keep_ring(struct ipoint_ring_header *ring);
/* Gives up the rings of this thread's handlers, and tells the drain why.
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
