/*===- threadx.h - ThreadX's thread switches, recorded --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in one C file of the application, and compile all of ThreadX and
|* the application with TX_EXECUTION_PROFILE_ENABLE. It takes the place of
|* tx_execution_profile.c: the hooks are these, and a thread's two fields for
|* execution times hold its number, from 1 on in the order in which threads
|* first run. What runs is one core.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_THREADX_H
#define IPOINT_THREADX_H

#include "ipoint/bare.h"
#include "tx_api.h"
#include "tx_thread.h"

#ifndef TX_EXECUTION_PROFILE_ENABLE
#error "compile ThreadX, and this, with -DTX_EXECUTION_PROFILE_ENABLE"
#endif

void _tx_execution_initialize(void) {}
void _tx_execution_isr_enter(void) {}
void _tx_execution_isr_exit(void) {}

void _tx_execution_thread_enter(void) {
  static uint32_t threads;
  TX_THREAD *thread = _tx_thread_current_ptr;
  /* What was in the fields before is not known: both must agree. */
  uint32_t number = (uint32_t)thread->tx_thread_execution_time_last_start;
  if (!number || number > threads ||
      thread->tx_thread_execution_time_total != ~(EXECUTION_TIME)number) {
    number = ++threads;
    thread->tx_thread_execution_time_last_start = number;
    thread->tx_thread_execution_time_total = ~(EXECUTION_TIME)number;
    ipoint_bare_task_name(number, thread->tx_thread_name);
  }
  ipoint_bare_task_in(number);
}

/* A thread that is still ready when it stops was made to. */
void _tx_execution_thread_exit(void) {
  if (_tx_thread_current_ptr)
    ipoint_bare_task_out(_tx_thread_current_ptr->tx_thread_state == TX_READY);
}

#endif /* IPOINT_THREADX_H */
