/*===- hooks.c - What hooks and a recorded process know of each other -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "agent/hooks.h"

#include "agent/births.h"
#include "agent/handlers.h"

/* Theirs, where they are. */
extern struct ipoint_signal_hooks ipoint_signal_hooks __attribute__((weak));
extern struct ipoint_fork_hooks ipoint_fork_hooks __attribute__((weak));

static const struct ipoint_signal_calls signal_calls = {
    ipoint_handlers_begin, ipoint_handlers_end, ipoint_handlers_jump};

static const struct ipoint_fork_calls fork_calls = {
    ipoint_birth_child, ipoint_birth_before_vfork, ipoint_birth_in_vfork,
    ipoint_birth_vfork_over, ipoint_birth_twin};

void ipoint_hooks_begin(void) {
  if (&ipoint_signal_hooks) {
    ipoint_handlers_expect_jumps();
    __atomic_store_n(&ipoint_signal_hooks.calls, &signal_calls,
                     __ATOMIC_RELEASE);
  }
  if (&ipoint_fork_hooks)
    __atomic_store_n(&ipoint_fork_hooks.calls, &fork_calls, __ATOMIC_RELEASE);
}
