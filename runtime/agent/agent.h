/*===- agent.h - What a recorded process does for its recording -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_AGENT_H
#define IPOINT_AGENT_AGENT_H

#include "agent/hooks.h"
#include "core/slowpath.h"
#include "wire/session.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

/* On failure the program behaves as if it were not instrumented: the thread or
   the process records nothing, and the control page counts the failure. */
struct ipoint_agent {
  struct ipoint_control *control; /* null: no trace was asked for */
  char session[IPOINT_SESSION_PATH_SIZE];
  pthread_key_t key; /* its destructor runs where a thread has ended */
  int has_key;
  int foreign;          /* 1: the drain is in another PID namespace */
  int helper_pid_owner; /* pid of the process that started the helper, 0 if none
                           did */
};

extern struct ipoint_agent ipoint_agent;

/* This process in the names of files (session.h). */
long ipoint_agent_pid(void);
/* Finds out whether its number is the one that the drain knows: after a fork
   too, which can put a child into another PID namespace. */
void ipoint_agent_check_pid_space(void);

/* Whether the drain of the session that was joined is dead: then recording is
   over, for all of its processes. Changes errno. */
int ipoint_agent_drain_is_dead(void);

/* As in struct ipoint_platform. */
int ipoint_agent_closed(void);
void ipoint_agent_ended(uint32_t why);
void ipoint_agent_ring_bell(void);
/* Puts `item` into one of the places that is null, also in signal handlers and
   beside other threads. 0: there is none. */
int ipoint_agent_put(void **places, unsigned count, void *item);
/* A thread of this process is not recorded, for the reason `error` (errno). */
void ipoint_agent_count_without(int error);
/* There is a new file in the session's folder, for the drain to find. */
void ipoint_agent_announce_change(void);

/* A twentieth of a millisecond; after `before` rests of the same wait up to 64
   times as much, about an eighth of what that took: hundreds of threads that
   wait would else take the processors from the drain. */
void ipoint_agent_rest(int before);

/* Keeps a unit record, with the bits `made` added to its settings, and the path
   of its database, if that is not null. */
void ipoint_units_keep(const struct ipoint_unit *unit, uint32_t made,
                       const char *database);

/* A ring for this thread, or for its handlers at depth `handler` (0: none), in
   the process's list. Null, with errno set, if there is no room. */
struct ipoint_ring_header *ipoint_memory_make_ring(unsigned handler);
/* Keeps the ring of a thread that ends, for one that begins. */
void ipoint_memory_park_ring(struct ipoint_ring_header *ring);
/* In a child: those are its parent's. */
void ipoint_memory_forget_parked(void);

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

/* What recording asks of a recorded process. */
extern const struct ipoint_platform ipoint_thread_platform;

/* As in struct ipoint_platform. */
uint64_t ipoint_thread_cpu_time(void);
/* pthread key destructor: the thread's ring. */
void ipoint_thread_end(void *ring);

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

/* What ipoint/control.h calls. That declares them too, but as weak. */
void ipoint_runtime_start(void);
void ipoint_runtime_pause(void);
void ipoint_runtime_stop(void);
void ipoint_runtime_flush(void);
void ipoint_runtime_trigger(unsigned long after);
void ipoint_runtime_name_thread(const char *name);

/* Lets threads that wait at ipoint_paused_ring leave at once if recording is
   paused, else come in and see what is wanted, which it returns. */
enum ipoint_state ipoint_requests_set_paused(void);
/* This thread's name, as the program gave it; empty: it gave none. */
const char *ipoint_requests_thread_name(void);

/* From here on tables are shared with the drain, if there is one. */
void ipoint_counts_begin(void);
/* A unit of this process has ipoints that are timed in windows. */
void ipoint_counts_have_windows(void);
int ipoint_counts_in_windows(void);
/* Recording has been paused, or goes on: what is counted while it is paused is
   not kept. */
void ipoint_counts_follow_requests(void);
/* In the child of a fork: what is in the tables is its parent's. */
void ipoint_counts_child_began(void);

/* How it is known that this process is the child of a fork. */
enum ipoint_child {
  IPOINT_CHILD_FORKED, /* by fork(), whose handlers run before and after */
  IPOINT_CHILD_STRANGE /* in another way: found at its first probe, or,
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

/* Starts a drain that writes to `directory` and puts the session's path into
   `session` (PATH_MAX bytes). 0 if that failed; the reason was printed. */
int ipoint_helper_start(const char *directory, char *session);

/* Made where a probe is the first: perhaps in a handler whose stack has
   SIGSTKSZ bytes, of which the signal's frame takes up to 3,500. snprintf()
   would take as much again, and may be the program's own. */

struct ipoint_path {
  size_t length;
  char text[IPOINT_SESSION_PATH_SIZE + 96]; /* the longest name has 64 bytes */
};

/* Without strlen() and memcpy(), which may be the program's, and counted. */
static inline void ipoint_path_add(struct ipoint_path *path, const char *text) {
  while (*text && path->length + 1 < sizeof path->text)
    path->text[path->length++] = *text++;
  path->text[path->length] = '\0';
}

/* `text` in the session's folder. */
static inline void ipoint_path_begin(struct ipoint_path *path,
                                     const char *text) {
  path->length = 0;
  ipoint_path_add(path, ipoint_agent.session);
  ipoint_path_add(path, "/");
  ipoint_path_add(path, text);
}

static inline void ipoint_path_add_number(struct ipoint_path *path,
                                          uint64_t number) {
  char digits[21], *at = digits + sizeof digits - 1;
  *at = '\0';
  do
    *--at = (char)('0' + number % 10);
  while (number /= 10);
  ipoint_path_add(path, at);
}

#endif /* IPOINT_AGENT_AGENT_H */
