/*===- thread.h - A ring at a thread's first probe ------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_THREAD_H
#define IPOINT_AGENT_THREAD_H

#include "core/ring.h"

/* What recording asks of a recorded process. */
extern const struct ipoint_platform ipoint_thread_platform;

/* As in struct ipoint_platform. */
uint64_t ipoint_thread_cpu_time(void);
/* pthread key destructor: the thread's ring. */
void ipoint_thread_end(void *ring);

#endif /* IPOINT_AGENT_THREAD_H */
