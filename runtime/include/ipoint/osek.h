/*===- osek.h - OSEK's and AUTOSAR's task switches, recorded --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in one C file of the application, with PRETASKHOOK = TRUE and
|* POSTTASKHOOK = TRUE in the OIL file (OsPreTaskHook, OsPostTaskHook in
|* AUTOSAR): it defines both hooks. If you have hooks, define
|* IPOINT_OSEK_OWN_HOOKS before, and call ipoint_osek_in() last in PreTaskHook
|* and ipoint_osek_out() first in PostTaskHook. A task's number is its TaskType
|* plus 1; ipoint_bare_task_name() gives it a name.
|* A task that stops is still running for GetTaskState: whether it was made to
|* stop is not known, and all count as stopped by themselves.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OSEK_H
#define IPOINT_OSEK_H

#include "ipoint/bare.h"
/* OSEK's header; AUTOSAR has Os.h. */
#ifndef IPOINT_OSEK_HEADER
#define IPOINT_OSEK_HEADER "os.h"
#endif
#include IPOINT_OSEK_HEADER

static void ipoint_osek_in(void) {
  TaskType task;
  if (GetTaskID(&task) == E_OK)
    ipoint_bare_task_in((uint32_t)task + 1u);
}

static void ipoint_osek_out(void) { ipoint_bare_task_out(0); }

#ifndef IPOINT_OSEK_OWN_HOOKS
void PreTaskHook(void) { ipoint_osek_in(); }
void PostTaskHook(void) { ipoint_osek_out(); }
#endif

#endif /* IPOINT_OSEK_H */
