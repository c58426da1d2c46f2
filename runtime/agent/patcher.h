/*===- patcher.h - Who patches probes between bursts ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_PATCHER_H
#define IPOINT_AGENT_PATCHER_H

#include <stdint.h>

/* Whether running code may be changed in this process. */
int ipoint_patcher_can(void);
/* Makes each CPU that runs a thread of this process serialise. */
void ipoint_patcher_serialise(void);

/* Starts a thread that has `follow` called whenever the drain has changed its
   window, and tells the drain, until recording is over. `follow` may call libc
   as little as it may use thread-local variables. 0 if it can't be. */
int ipoint_patcher_start(void (*follow)(uint32_t window));

#endif /* IPOINT_AGENT_PATCHER_H */
