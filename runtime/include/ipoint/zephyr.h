/*===- zephyr.h - Zephyr's thread switches, recorded ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Include it in one C file of the application, with CONFIG_TRACING=y,
|* CONFIG_TRACING_USER=y and CONFIG_THREAD_NAME=y: it defines the kernel's hooks
|* for users. By their symbols, as their parameters differ between versions of
|* Zephyr. A thread's number is its address.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_ZEPHYR_H
#define IPOINT_ZEPHYR_H

#include "ipoint/bare.h"
#include <zephyr/kernel.h>
#include <zephyr/kernel_structs.h>

#ifdef CONFIG_SMP
#define IPOINT_ZEPHYR_CURRENT arch_curr_cpu()->current
#else
#define IPOINT_ZEPHYR_CURRENT _kernel.cpus[0].current
#endif

#define IPOINT_ZEPHYR_HOOK(name, parameters)                                   \
  void name parameters __asm__("sys_trace_thread_" #name "_user");             \
  __attribute__((__used__)) void name parameters

IPOINT_ZEPHYR_HOOK(name_set, (struct k_thread * thread)) {
  const char *text = k_thread_name_get(thread);
  ipoint_bare_task_name((uint32_t)(uintptr_t)thread, text ? text : "");
}

/* What is queued, and nothing else, could go on. */
IPOINT_ZEPHYR_HOOK(switched_out, (void)) {
  unsigned state = IPOINT_ZEPHYR_CURRENT->base.thread_state;
  ipoint_bare_task_out((state & ~(unsigned)_THREAD_QUEUED) == 0);
}

IPOINT_ZEPHYR_HOOK(switched_in, (void)) {
  ipoint_bare_task_in((uint32_t)(uintptr_t)IPOINT_ZEPHYR_CURRENT);
}

#endif /* IPOINT_ZEPHYR_H */
