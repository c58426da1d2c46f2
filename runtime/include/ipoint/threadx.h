/*===- threadx.h - ThreadX's thread switches, recorded --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in one C file of the application, and compile all of ThreadX and
|* the application with TX_EXECUTION_PROFILE_ENABLE. It takes the place of
|* tx_execution_profile.c: the hooks are these, and a thread's two fields for
|* execution times hold its number, from 1 on in the order in which threads
|* first run. Of ThreadX SMP (TX_SMP_CORE_ID) it takes the place of the file of
|* that name in smp_version.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_THREADX_H
#define IPOINT_THREADX_H

#include "ipoint/bare.h"
#include "tx_api.h"
#include "tx_thread.h"

#ifndef TX_EXECUTION_PROFILE_ENABLE
#error "compile ThreadX, and this, with -DTX_EXECUTION_PROFILE_ENABLE"
#endif

#ifdef TX_SMP_CORE_ID
#define IPOINT_THREADX_CURRENT _tx_thread_current_ptr[TX_SMP_CORE_ID]
#define IPOINT_THREADX_NEXT(number)                                            \
  __atomic_add_fetch(number, 1, __ATOMIC_RELAXED)
#else
#define IPOINT_THREADX_CURRENT _tx_thread_current_ptr
#define IPOINT_THREADX_NEXT(number) (++*(number))
#endif

void _tx_execution_initialize(void) {}
void _tx_execution_isr_enter(void) {}
void _tx_execution_isr_exit(void) {}

void _tx_execution_thread_enter(void) {
  static uint32_t threads;
  TX_THREAD *thread = IPOINT_THREADX_CURRENT;
  /* What was in the fields before is not known: both must agree. */
  uint32_t number = (uint32_t)thread->tx_thread_execution_time_last_start;
  if (!number || number > threads ||
      thread->tx_thread_execution_time_total != ~(EXECUTION_TIME)number) {
    number = IPOINT_THREADX_NEXT(&threads);
    thread->tx_thread_execution_time_last_start = number;
    thread->tx_thread_execution_time_total = ~(EXECUTION_TIME)number;
    ipoint_bare_task_name(number, thread->tx_thread_name);
  }
  ipoint_bare_task_in(number);
}

/* A thread that is still ready when it stops was made to. */
void _tx_execution_thread_exit(void) {
  TX_THREAD *thread = IPOINT_THREADX_CURRENT;
  if (thread)
    ipoint_bare_task_out(thread->tx_thread_state == TX_READY);
}

#endif /* IPOINT_THREADX_H */
