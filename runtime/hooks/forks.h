/*===- forks.h - What forks.c is called for, from no C --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* By arch/x86_64/vfork.S.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_HOOKS_FORKS_H
#define IPOINT_HOOKS_FORKS_H

#include "agent/hooks.h"

/* What a system call that makes a process or thread, and has these flags, means
   to us. */
enum ipoint_birth ipoint_hook_birth_of(unsigned long flags);
/* In the child of a system call that was one. */
void ipoint_hook_child(void);
/* Around vfork(): before it, in the child, in the parent. */
struct ipoint_ring *ipoint_hook_before_vfork(void);
void ipoint_hook_in_vfork(void);
void ipoint_hook_vfork_over(struct ipoint_ring *before);
/* Before the thread gets a twin. */
void ipoint_hook_twin(void);
/* Whether eight bytes can be read at `address`, which the program has given to
   a system call. Changes nothing. */
int ipoint_hook_can_read(const void *address);
/* Sets errno; -1. */
long ipoint_hook_failed(long result);

#endif /* IPOINT_HOOKS_FORKS_H */
