/*===- rtems.h - RTEMS's task switches, recorded --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in the C file that configures RTEMS, and make it an extension of
|* the kernel before <rtems/confdefs.h>:
|*
|*   #define CONFIGURE_INITIAL_EXTENSIONS IPOINT_RTEMS_EXTENSION
|*
|* A task's number is its id.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RTEMS_H
#define IPOINT_RTEMS_H

#include "ipoint/bare.h"
#include <rtems.h>
#include <rtems/score/statesimpl.h>
#include <rtems/score/thread.h>

static void ipoint_rtems_begin(Thread_Control *task) {
  char name[32];
  if (rtems_object_get_name(task->Object.id, sizeof name, name))
    ipoint_bare_task_name((uint32_t)task->Object.id, name);
}

/* A task that is still ready when it stops was made to. */
static void ipoint_rtems_switch(Thread_Control *executing,
                                Thread_Control *heir) {
  ipoint_bare_task_out(executing->current_state == STATES_READY);
  ipoint_bare_task_in((uint32_t)heir->Object.id);
}

#define IPOINT_RTEMS_EXTENSION                                                 \
  {.thread_switch = ipoint_rtems_switch, .thread_begin = ipoint_rtems_begin}

#endif /* IPOINT_RTEMS_H */
