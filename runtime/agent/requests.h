/*===- requests.h - What the program asks for -----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_REQUESTS_H
#define IPOINT_AGENT_REQUESTS_H

#include "core/ring.h"

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

#endif /* IPOINT_AGENT_REQUESTS_H */
