/*===- freertos.h - FreeRTOS's task switches, recorded --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it at the end of FreeRTOSConfig.h: these are the kernel's trace
|* macros, which it calls where it has a name for what is used here. Needs
|* configUSE_TRACE_FACILITY; where other macros of these names are wanted too,
|* write ones that do both. With configNUMBER_OF_CORES of several, a core runs
|* what the kernel has in pxCurrentTCBs for it.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_FREERTOS_H
#define IPOINT_FREERTOS_H

#ifndef __ASSEMBLER__
#include "ipoint/bare.h"

/* The kernel numbers its tasks from 1 on, in the order in which they are made.
 */
#define traceTASK_CREATE(task)                                                 \
  ipoint_bare_task_name((uint32_t)(task)->uxTCBNumber, (task)->pcTaskName)

#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#define IPOINT_FREERTOS_TASK pxCurrentTCBs[portGET_CORE_ID()]
#else
#define IPOINT_FREERTOS_TASK pxCurrentTCB
#endif

/* A task that is still ready when it stops was made to. */
#define traceTASK_SWITCHED_OUT()                                               \
  ipoint_bare_task_out(listIS_CONTAINED_WITHIN(                                \
      &pxReadyTasksLists[IPOINT_FREERTOS_TASK->uxPriority],                    \
      &IPOINT_FREERTOS_TASK->xStateListItem))

#define traceTASK_SWITCHED_IN()                                                \
  ipoint_bare_task_in((uint32_t)IPOINT_FREERTOS_TASK->uxTCBNumber)

#endif

#endif /* IPOINT_FREERTOS_H */
