/*===- clock.h - CLOCK_MONOTONIC as a counter -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_CLOCK_H
#define IPOINT_AGENT_CLOCK_H

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

/* Around a handler, which may have interrupted a read of the clock, and may not
   return to it. Nothing where the counter is the processor's own. */
#ifdef IPOINT_PORT_POSIX_H
int ipoint_clock_leave(void);
void ipoint_clock_return(int before);
#else
static inline int ipoint_clock_leave(void) { return 0; }
static inline void ipoint_clock_return(int before) { (void)before; }
#endif

#endif /* IPOINT_AGENT_CLOCK_H */
