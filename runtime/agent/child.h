/*===- child.h - A process that begins as a copy of another ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_CHILD_H
#define IPOINT_AGENT_CHILD_H

#include <stdint.h>

/* How it is known that this process is the child of a fork. */
enum ipoint_child {
  IPOINT_CHILD_FORKED = 0, /* by fork(), whose handlers run before and after */
  IPOINT_CHILD_HOOKED = 1, /* a hook was called (hooks/forks.c) */
  IPOINT_CHILD_STRANGE = 2 /* neither: found at its first probe, or,
                              where the limit is not wiped (wire/ring.h), at the
                              end of a quarter of its parent's ring */
};

/* This process has nothing of its parent's recording, and begins its own.
   Changes no errno. */
void ipoint_child_began(enum ipoint_child how);

/* The drain must know of a daemon's process before its parent ends, be it long
   before its first probe; and of a program that is executed, as the rings that
   its process had before `began` (ticks) are no more. */
void ipoint_child_announce(uint64_t began);

/* From here on ipoint_child_is_strange() knows a child whose fork was not
   noticed: as in struct ipoint_platform. */
void ipoint_child_make_mark(void);
int ipoint_child_is_strange(void);

#endif /* IPOINT_AGENT_CHILD_H */
