/*===- hooks.h - What hooks and a recorded process know of each other -----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Hooks take the place of functions of the C library (hooks/). They are in
|* separate libraries, which only ipoint-run loads; this library defines no
|* name but its own. Each set
|* of hooks exports one variable. A process that is recorded looks whether it is
|* there, and stores what is to be called; until then the hooks only pass calls
|* on.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_HOOKS_H
#define IPOINT_AGENT_HOOKS_H

struct ipoint_ring;

/* A signal handler that runs; lies in the frame of what has called it. */
struct ipoint_handled {
  struct ipoint_ring *interrupted;
  unsigned depth;
  int in_clock;
};

struct ipoint_signal_calls {
  /* Around a handler. */
  void (*begin)(struct ipoint_handled *handled);
  void (*end)(const struct ipoint_handled *handled);
  /* Before a jump, perhaps out of handlers. */
  void (*jump)(void);
};

struct ipoint_signal_hooks {
  const struct ipoint_signal_calls *calls; /* null: not recorded */
};

/* What the birth of a process or thread means for its rings. */
enum ipoint_birth {
  IPOINT_BIRTH_NONE = 0,
  IPOINT_BIRTH_FORK = 1,
  IPOINT_BIRTH_VFORK = 2,
  IPOINT_BIRTH_TWIN = 3 /* shares memory and thread-local variables */
};

struct ipoint_fork_calls {
  /* In the child of a fork. */
  void (*child)(void);
  /* Around the time in which a child of vfork() has this thread: where its
     probes went before, then in the child, then in the parent. */
  struct ipoint_ring *(*before_vfork)(void);
  void (*vfork_begins)(void);
  void (*vfork_over)(struct ipoint_ring *before);
  /* Before the thread gets a twin. */
  void (*twin)(void);
};

struct ipoint_fork_hooks {
  const struct ipoint_fork_calls *calls; /* null: not recorded */
};

/* Connects the hooks that are there to this process's recording. */
void ipoint_hooks_begin(void);

#endif /* IPOINT_AGENT_HOOKS_H */
