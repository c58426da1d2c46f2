/*===- forks.h - What forks.c is called for, from no C --------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_FORKS_H
#define IPOINT_AGENT_FORKS_H

/* What the birth of a process or thread means for its rings. */
enum ipoint_birth {
  IPOINT_BIRTH_NONE = 0,
  IPOINT_BIRTH_FORK = 1,
  IPOINT_BIRTH_VFORK = 2,
  IPOINT_BIRTH_TWIN = 3 /* shares memory and thread-local variables */
};
/* What a system call that makes a process or thread, and has these flags, means
   to us. */
enum ipoint_birth ipoint_birth_of(unsigned long flags);
/* In the child of a system call that was one. */
void ipoint_birth_of_child(void);
/* Around the time in which a child has this thread. */
struct ipoint_ring *ipoint_birth_vfork_begins(void);
void ipoint_birth_vfork_over(struct ipoint_ring *parents);
/* Before the thread gets a twin. */
void ipoint_birth_thread_is_shared(void);
/* Whether eight bytes can be read at `address`, which the program has given to
   a system call. Changes nothing. */
int ipoint_birth_can_read(const void *address);
/* A seccomp filter is being installed (its mode), and system calls may end the
   program; or the counter is being taken from this thread (0). Returns whether
   there was one before. */
int ipoint_confine(unsigned long mode);
/* It was not: what ipoint_confine() has returned. As ipoint_failed(). */
long ipoint_confine_failed(long result, int before);
/* Sets errno; -1. */
long ipoint_failed(long result);

#endif /* IPOINT_AGENT_FORKS_H */
