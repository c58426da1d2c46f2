/*===- rings.h - The rings of this process --------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_RINGS_H
#define IPOINT_AGENT_RINGS_H

#include "core/ring.h"

/* So that a wish reaches every thread. All but the first may be called by any
   thread, and by signal handlers. */
/* Adds one. 0 without memory. */
int ipoint_rings_add(struct ipoint_ring_header *ring);
/* Takes it out, and unmaps it once no walk can be looking at it. */
void ipoint_rings_remove(struct ipoint_ring_header *ring);
/* No more comes into this ring: it is removed, and drained. */
void ipoint_rings_end(struct ipoint_ring_header *ring);
/* Calls each thread. */
void ipoint_rings_notify(void);
/* After fork in a signal handler, in the child: what the handler has
   interrupted may be about to write into this ring. It does so in memory of
   this process. */
void ipoint_rings_make_private(struct ipoint_ring_header *ring);
/* After fork, in the child: unmaps all but those. */
void ipoint_rings_forget(void);

/* The ring that this thread has for itself, or null. */
struct ipoint_ring_header *ipoint_rings_own(void);
/* The same, which it has no more. */
struct ipoint_ring_header *ipoint_rings_take_own(void);

#endif /* IPOINT_AGENT_RINGS_H */
