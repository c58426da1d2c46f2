/*===- forks.c - Processes and threads that are made behind our back ------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Loaded by `ipoint-run --follow-forks`. fork() needs none of it: it calls the
|* handlers of pthread_atfork (agent/process.c). The other ways are defined
|* here, before libc's: _Fork, clone, syscall, vfork. What each means for rings
|* is in agent/births.c.
\*===----------------------------------------------------------------------===*/

#include "hooks/forks.h"

#include "hooks/next.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

extern struct ipoint_fork_hooks ipoint_fork_hooks;
IPOINT_EXPORT struct ipoint_fork_hooks ipoint_fork_hooks = {NULL};

static const struct ipoint_fork_calls *calls(void) {
  return __atomic_load_n(&ipoint_fork_hooks.calls, __ATOMIC_ACQUIRE);
}

enum ipoint_birth ipoint_hook_birth_of(unsigned long flags) {
  if (!calls())
    return IPOINT_BIRTH_NONE;
  if (!(flags & CLONE_VM))
    return IPOINT_BIRTH_FORK;
  if (flags & CLONE_SETTLS)
    return IPOINT_BIRTH_NONE; /* a thread like any other */
  return flags & CLONE_VFORK ? IPOINT_BIRTH_VFORK : IPOINT_BIRTH_TWIN;
}

void ipoint_hook_child(void) { calls()->child(); }

struct ipoint_ring *ipoint_hook_before_vfork(void) {
  return calls() ? calls()->before_vfork() : NULL;
}

void ipoint_hook_in_vfork(void) {
  if (calls())
    calls()->vfork_begins();
}

void ipoint_hook_vfork_over(struct ipoint_ring *before) {
  if (calls())
    calls()->vfork_over(before);
}

void ipoint_hook_twin(void) { calls()->twin(); }

/* The kernel reads the set before it looks at the first argument, which is
   wrong. By number and without libc's errno. */
int ipoint_hook_can_read(const void *address) {
  int saved = errno, can;
  can = syscall(SYS_rt_sigprocmask, -1L, address, NULL, 8L) != 0 &&
        errno != EFAULT;
  errno = saved;
  return can;
}

long ipoint_hook_failed(long result) {
  errno = (int)-result;
  return -1;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): these are libc's names. */
IPOINT_NEXT(int, clone, (int (*)(void *), void *, int, void *, ...))

struct birth {
  int (*function)(void *);
  void *argument;
  enum ipoint_birth kind;
};

/* The child's first function. `birth` lies on the parent's stack, of which this
   is a copy or which waits. */
static int start_child(void *argument) {
  struct birth *birth = argument;
  if (birth->kind == IPOINT_BIRTH_FORK)
    ipoint_hook_child();
  else
    ipoint_hook_in_vfork();
  return birth->function(birth->argument);
}

IPOINT_EXPORT int clone(int (*function)(void *), void *stack, int flags,
                        void *argument, ...) {
  struct birth birth = {function, argument,
                        ipoint_hook_birth_of((unsigned long)flags)};
  struct ipoint_ring *before = ipoint_hook_before_vfork();
  void *parent_tid, *tls, *child_tid;
  va_list more;
  int result;
  va_start(more, argument);
  parent_tid = va_arg(more, void *);
  tls = va_arg(more, void *);
  child_tid = va_arg(more, void *);
  va_end(more);
  if (birth.kind == IPOINT_BIRTH_TWIN && function && stack)
    ipoint_hook_twin();
  if (!function || !stack || birth.kind == IPOINT_BIRTH_NONE ||
      birth.kind == IPOINT_BIRTH_TWIN)
    return next_clone()(function, stack, flags, argument, parent_tid, tls,
                        child_tid);
  result = next_clone()(start_child, stack, flags, &birth, parent_tid, tls,
                        child_tid);
  if (birth.kind == IPOINT_BIRTH_VFORK && result >= 0)
    ipoint_hook_vfork_over(before);
  return result;
}

IPOINT_NEXT(pid_t, _Fork, (void))

IPOINT_EXPORT pid_t _Fork(void) {
  pid_t child;
  if (!next__Fork()) { /* before glibc 2.34 */
    errno = ENOSYS;
    return -1;
  }
  child = next__Fork()();
  if (child == 0 && calls())
    ipoint_hook_child();
  return child;
}
/* NOLINTEND(bugprone-reserved-identifier) */
