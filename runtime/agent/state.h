/*===- state.h - What a recorded process knows of its recording -----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_STATE_H
#define IPOINT_AGENT_STATE_H

#include "core/ring.h"
#include "wire/session.h"

#include <pthread.h>

/* Where whatever fails leaves the program as it would be without us: the thread
   or the process stays idle, and the control page counts it. */
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

/* How many children of vfork() share this thread now, one in the other. */
extern __thread unsigned ipoint_agent_vforks;

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
/* There is a new file in the session's folder, for the drain to find. */
void ipoint_agent_announce_change(void);

/* A twentieth of a millisecond; after `before` rests of the same wait up to 64
   times as much, about an eighth of what that took: hundreds of threads that
   wait would else take the processors from the drain. */
void ipoint_agent_rest(int before);

#endif /* IPOINT_AGENT_STATE_H */
