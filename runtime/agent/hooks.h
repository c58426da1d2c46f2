/*===- hooks.h - What hooks and a recorded process know of each other -----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Hooks take the place of functions of the C library (hooks/). They are in
|* separate libraries, which only ipoint-run loads; this library defines no
|* name but its own. The hooks export one variable. A process that is recorded
|* looks whether it is there, and stores what is to be called; until then the
|* hooks only pass calls on.
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
  /* Before a jump or an exception, perhaps out of handlers. */
  void (*jump)(void);
};

struct ipoint_signal_hooks {
  const struct ipoint_signal_calls *calls; /* null: not recorded */
};

#endif /* IPOINT_AGENT_HOOKS_H */
