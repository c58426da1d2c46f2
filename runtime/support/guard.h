/*===- guard.h - Memory that a recorded program can take away -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Rings and the control page are files that the recorded program has mapped
|* too. It can cut them off, and an access to what is cut raises SIGBUS. While
|* such memory is guarded zeros take its place, and that is noted.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_GUARD_H
#define IPOINT_SUPPORT_GUARD_H

#include <stddef.h>

/* Zero before it is used, and where it is until it ends. */
struct ipoint_guard {
  char *memory;     /* null: it guards nothing */
  size_t size;      /* bytes */
  volatile int cut; /* 1: the rest of it has become zeros */
  struct ipoint_guard *next;
};

/* Guards a shared mapping of a file, of whole pages but for its end. */
void ipoint_guard_begin(struct ipoint_guard *guard, void *memory, size_t size);

/* To be called before the mapping goes. `cut` stays. */
void ipoint_guard_end(struct ipoint_guard *guard);

/* 1 if the file is as long as it was, or longer. */
int ipoint_guard_is_whole(struct ipoint_guard *guard);

/* What the program is to find: SIGBUS as it was before the first guard. */
void ipoint_guard_leave(void);

#endif /* IPOINT_SUPPORT_GUARD_H */
