/*===- host.h - The hosted runtime's own state ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* process.c joins a session when the program starts; thread.c gets a ring at a
|* thread's first probe; signals.c gives handlers one of their own; helper.c
|* starts a drain where there is none. Whatever
|* fails here leaves the program as it would be without us: the thread or the
|* process stays idle, and the control page counts it.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_AGENT_H
#define IPOINT_AGENT_AGENT_H

#include "agent/clock.h"
#include "wire/session.h"

#include "core/ring.h"

#include <limits.h>
#include <pthread.h>

struct ipoint_agent {
  struct ipoint_control *control; /* null: nobody asked for a trace */
  char session[PATH_MAX];
  pthread_key_t key; /* its destructor tells that a thread has ended */
  int has_key;
  int foreign;          /* 1: the drain is in another PID namespace */
  int confined;         /* 1: behind a seccomp filter */
  int helper_pid_owner; /* pid of the process that started the helper, 0 if none
                           did */
};

extern struct ipoint_agent ipoint_agent;

/* thread.c: what recording asks of a recorded process. */
extern const struct ipoint_platform ipoint_agent_platform;
/* process.c and forks.c: its parts. */
int ipoint_agent_closed(void);
int ipoint_agent_is_strange(void);
uint32_t ipoint_agent_window(void);
void ipoint_agent_ended(uint32_t why);
void ipoint_agent_keep_unit(const struct ipoint_unit *unit, uint32_t made,
                            const char *database);

/* Maps the control page of the session at `path`. Null if there is none, it is
   of another version, or its drain is dead. */
struct ipoint_control *ipoint_agent_join(const char *path);

/* This process in the names of files (session.h). */
long ipoint_agent_pid(void);
/* Finds out whether its number is the one that the drain knows: after a fork
   too, which can put a child into another PID namespace. */
void ipoint_agent_look_around(void);

/* Whether the drain of the session that was joined is dead: then recording is
   over, for all of its processes. Changes errno. */
int ipoint_agent_drain_is_dead(void);

/* Starts a drain that writes to `directory` and puts the session's path into
   `session` (PATH_MAX bytes). 0 if that failed; the reason was said on stderr.
 */
int ipoint_agent_start_helper(const char *directory, char *session);

/* memory.c: a ring for this thread, or for its handlers at depth `handler` (0:
   none), in the process's list. Null, with errno set, if there is no room. */
struct ipoint_ring_header *ipoint_agent_make_ring(unsigned handler);
/* Keeps the ring of a thread that ends, for one that begins. */
void ipoint_agent_park_ring(struct ipoint_ring_header *ring);
/* In a child: those are its parent's. */
void ipoint_agent_forget_parked(void);
/* A twentieth of a millisecond; behind so many rests of the same wait up to 64
   times as much, about an eighth of what it took: hundreds of threads that wait
   would else take the processors from the drain. Under a seccomp filter without
   the system call that might end the program. */
void ipoint_agent_rest(int before);

/* In a child: this thread's rings are its parent's. `intruded`: it may have
   written into them. */
void ipoint_agent_forget_rings(int intruded);
/* No more comes into this ring: it is unmapped, and drained. */
void ipoint_agent_end_ring(struct ipoint_ring_header *ring);
/* The ring that this thread has for itself, which it has no more; or null. */
struct ipoint_ring_header *ipoint_agent_take_own_ring(void);
/* The same for all of this thread, but for the unmapping. */
void ipoint_agent_finish_rings(void);
/* How many children of vfork() share this thread now, one in the other. */
extern __thread unsigned ipoint_agent_vforks;

/* forks.c: what the birth of a process or thread means for its rings. */
enum ipoint_agent_birth {
  IPOINT_BIRTH_NONE = 0,
  IPOINT_BIRTH_FORK = 1,
  IPOINT_BIRTH_VFORK = 2,
  IPOINT_BIRTH_TWIN = 3 /* shares memory and thread-local variables */
};
enum ipoint_agent_birth ipoint_agent_birth(unsigned long flags);
/* Whether eight bytes can be read at `address`, which the program has given to
   a system call. Changes nothing. */
int ipoint_agent_can_read(const void *address);
/* In the child of a fork. */
void ipoint_agent_after_fork(void);
/* Around the time in which a child has this thread. */
struct ipoint_ring *ipoint_agent_vfork_begins(void);
void ipoint_agent_vfork_over(struct ipoint_ring *parents);
void ipoint_agent_thread_is_shared(void);
/* So that ipoint_agent_is_strange() knows a child that nobody told us of. */
void ipoint_agent_make_mark(void);
void ipoint_agent_stop_being_strange(void);
/* A seccomp filter is being installed (its mode), and system calls may end the
   program; or the counter is being taken from this thread (0). Returns whether
   there was one before. */
int ipoint_agent_confine(unsigned long mode);
/* It was not: what ipoint_agent_confine() has returned. As ipoint_agent_failed.
 */
long ipoint_agent_confine_failed(long result, int before);
int ipoint_agent_is_confined(void);
/* Sets errno; -1. */
long ipoint_agent_failed(long result);
/* pthread key destructor: the thread's ring. */
void ipoint_agent_thread_end(void *ring);

/* patch.c: puts the probes of the module that holds `unit` in their places, if
   it was compiled with IPOINT_PATCHED_PROBES. Called once for each unit, by
   whoever loads the module. */
void ipoint_agent_patch(const void *unit);
/* Around a fork: a child that was made while the drain took probes out or put
   them in has some of them; it gets all, and the drain is told of it. `told`:
   ipoint_agent_before_fork() was called. */
void ipoint_agent_before_fork(void);
void ipoint_agent_patch_child(int told);
/* rings.c: the rings of this process, so that a wish reaches every thread. All
   but the first may be called by any thread, and by signal handlers. */
/* Adds one. 0 without memory. */
int ipoint_rings_add(struct ipoint_ring_header *ring);
/* Takes it out, and unmaps it once nobody can be looking at it. */
void ipoint_rings_remove(struct ipoint_ring_header *ring);
/* Calls each thread. */
void ipoint_rings_notify(void);
/* After fork in a signal handler, in the child: what the handler has
   interrupted may be about to write into this ring. It does so in memory of
   this process. */
void ipoint_rings_make_private(struct ipoint_ring_header *ring);
/* After fork, in the child: unmaps all but those. */
void ipoint_rings_forget(void);

/* requests.c: what ipoint/control.h calls. That declares them too, but as weak.
 */
void ipoint_runtime_start(void);
void ipoint_runtime_pause(void);
void ipoint_runtime_stop(void);
void ipoint_runtime_flush(void);
void ipoint_runtime_trigger(unsigned long after);
void ipoint_runtime_name_thread(const char *name);
/* Lets threads that wait at ipoint_paused_ring leave at once if recording is
   paused, else come in and see what is wanted, which it returns. */
enum ipoint_state ipoint_agent_tell_paused(void);
/* This thread's name, as the program gave it; empty: it gave none.
 */
const char *ipoint_agent_thread_name(void);

/* signals.c: handlers of this thread that run, one in the other. */
unsigned ipoint_agent_handler_depth(void);
/* The ring of the innermost of them. */
void ipoint_agent_keep_handler_ring(struct ipoint_ring_header *ring);
/* Gives up the rings of this thread's handlers, and tells the drain why.
   Handlers that run begin anew. */
enum ipoint_agent_drop {
  IPOINT_DROP_FINISHED, /* no more comes */
  IPOINT_DROP_PARENTS,  /* they are the parent's: nothing */
  IPOINT_DROP_INTRUDED  /* the same, and this process has written into them */
};
void ipoint_agent_drop_handler_rings(enum ipoint_agent_drop how);

#endif /* IPOINT_AGENT_AGENT_H */
