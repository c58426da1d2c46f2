/*===- host.h - The hosted runtime's own state ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* process.c joins a session when the program starts; thread.c makes a ring at a
|* thread's first probe; signals.c gives handlers one of their own; helper.c
starts a drain where there is none. Whatever
|* fails here leaves the program as it would be without us: the thread or the
|* process stays idle, and the control page counts it.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_HOST_HOST_H
#define IPOINT_HOST_HOST_H

#include "host/session.h"

#include "src/ring.h"

#include <limits.h>
#include <pthread.h>

struct ipoint_host {
  struct ipoint_control *control; /* null: nobody asked for a trace */
  int started; /* whether it is known who asked; probes of early constructors
                  come before that */
  char session[PATH_MAX];
  pthread_key_t key; /* its destructor tells that a thread has ended */
  int has_key;
  int helper_pid_owner; /* pid of the process that started the helper, 0 if none
                           did */
};

extern struct ipoint_host ipoint_host;

/* Maps the control page of the session at `path`. Null if there is none, it is
   of another version, or its drain is dead. */
struct ipoint_control *ipoint_host_join(const char *path);

/* Starts a drain that writes to `directory` and puts the session's path into
   `session` (PATH_MAX bytes). 0 if that failed; the reason was said on stderr.
 */
int ipoint_host_start_helper(const char *directory, char *session);

/* After fork, in the child: this thread's ring is its parent's. */
void ipoint_host_forget_ring(void);
/* pthread key destructor: the thread's ring. */
void ipoint_host_thread_end(void *ring);

/* patch.c: puts the probes of the module that holds `unit` in their places, if
   it was compiled with IPOINT_PATCHED_PROBES. Called once for each unit, by
   whoever loads the module. */
void ipoint_host_patch(const void *unit);

/* signals.c: handlers of this thread that run, one in the other. */
unsigned ipoint_host_handler_depth(void);
/* The ring of the innermost of them. */
void ipoint_host_keep_handler_ring(struct ipoint_ring_header *ring);
/* Unmaps the rings of this thread's handlers; with `finished` the drain is told
   that no more comes. Handlers that run begin anew. */
void ipoint_host_drop_handler_rings(int finished);

#endif /* IPOINT_HOST_HOST_H */
