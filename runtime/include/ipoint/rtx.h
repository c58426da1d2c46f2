/*===- rtx.h - CMSIS-RTX's thread switches, recorded ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in one C file of the application. RTX calls these for its Event
|* Recorder, where they are weak functions that do nothing without one; so link
|* rtx_evr.c, and leave the Event Recorder out of the build (no
|* RTE_CMSIS_View_EventRecorder). What runs is one core. A thread's number is
|* the address of its control block.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RTX_H
#define IPOINT_RTX_H

#include "ipoint/bare.h"
#include "rtx_os.h"

void EvrRtxThreadCreated(osThreadId_t thread, uint32_t address,
                         const char *name) {
  (void)address;
  ipoint_bare_task_name((uint32_t)(uintptr_t)thread, name ? name : "");
}

/* The kernel has chosen what goes on; until it returns to a thread it may
   choose again. A thread that is still ready when it stops was made to. */
void EvrRtxThreadSwitched(osThreadId_t thread) {
  static const osRtxThread_t *running;
  const osRtxThread_t *next = (const osRtxThread_t *)thread;
  if (next == running)
    return;
  if (running)
    ipoint_bare_task_out(running->state == osRtxThreadReady);
  running = next;
  ipoint_bare_task_in((uint32_t)(uintptr_t)next);
}

#endif /* IPOINT_RTX_H */
