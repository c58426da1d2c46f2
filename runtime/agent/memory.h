/*===- memory.h - Where rings lie -----------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_MEMORY_H
#define IPOINT_AGENT_MEMORY_H

#include "core/ring.h"

/* A ring for this thread, or for its handlers at depth `handler` (0: none), in
   the process's list. Null, with errno set, if there is no room. */
struct ipoint_ring_header *ipoint_memory_make_ring(unsigned handler);
/* Keeps the ring of a thread that ends, for one that begins. */
void ipoint_memory_park_ring(struct ipoint_ring_header *ring);
/* In a child: those are its parent's. */
void ipoint_memory_forget_parked(void);

#endif /* IPOINT_AGENT_MEMORY_H */
