/*===- forks.c - Processes and threads that are made behind our back ------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A child that got its parent's ring by a copy of memory must not write into
|* it.
|* fork() tells us (process.c). The other ways are defined here, before libc's:
|*
|* _Fork, clone, syscall(SYS_fork | SYS_clone | SYS_clone3) a ring of its own
|*   vfork, clone(CLONE_VM | CLONE_VFORK)     a ring of its own until the parent
|*                                            goes on, as they share memory
|*   clone(CLONE_VM) without CLONE_SETTLS     two threads with one thread's
|*                                            variables: neither is recorded
|*
|* What is left is an instruction of the program's own. The slow path notices: a
|* page that the kernel wipes in the child of a fork says whose the rings are.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/forks.h"

#include "agent/child.h"
#include "agent/handlers.h"
#include "agent/rings.h"
#include "agent/state.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef IPOINT_STATIC_RUNTIME
#include <dlfcn.h>
#endif

#define IPOINT_EXPORT __attribute__((visibility("default")))

/* Memory and thread are the parent's, which waits. Returns where its probes go,
   for ipoint_birth_vfork_over(). */
struct ipoint_ring *ipoint_birth_vfork_begins(void) {
  struct ipoint_ring *parents = ipoint_self;
  if (ipoint_agent.control && parents != &ipoint_off_ring) {
    ipoint_agent_vforks++;
    ipoint_ring_switch(&ipoint_idle_ring);
  }
  return parents;
}

/* In the parent: the child has gone, or executes another program. */
void ipoint_birth_vfork_over(struct ipoint_ring *parents) {
  struct ipoint_ring *childs = ipoint_self;
  struct ipoint_ring_header *ring = ipoint_ring_owner(childs);
  int saved = errno;
  if (!ipoint_agent.control || parents == &ipoint_off_ring)
    return;
  ipoint_agent_vforks--;
  ipoint_self = parents;
  if (ring && childs != parents)
    ipoint_rings_end(ring);
  errno = saved;
}

/* Before the thread gets a twin that has the same thread-local variables. */
void ipoint_birth_thread_is_shared(void) {
  struct ipoint_control *control = ipoint_agent.control;
  if (!control || ipoint_self == &ipoint_off_ring)
    return;
  ipoint_handlers_finish_thread();
  ipoint_ring_switch(&ipoint_off_ring);
  __atomic_fetch_add(&control->twins, 1, __ATOMIC_RELAXED);
}

/* What a system call that makes a process or thread, and has these flags, means
   to us. */
enum ipoint_birth ipoint_birth_of(unsigned long flags) {
  if (!ipoint_agent.control)
    return IPOINT_BIRTH_NONE;
  if (!(flags & CLONE_VM))
    return IPOINT_BIRTH_FORK;
  if (flags & CLONE_SETTLS)
    return IPOINT_BIRTH_NONE; /* a thread like any other */
  return flags & CLONE_VFORK ? IPOINT_BIRTH_VFORK : IPOINT_BIRTH_TWIN;
}

/* The kernel reads the set before it looks at the first argument, which is
   wrong. By number and without libc's errno. Behind a filter, which may not
   allow the call, it is not asked. */
int ipoint_birth_can_read(const void *address) {
  int saved = errno, can;
  if (ipoint_agent_is_confined())
    return address != NULL;
  can = syscall(SYS_rt_sigprocmask, -1L, address, NULL, 8L) != 0 &&
        errno != EFAULT;
  errno = saved;
  return can;
}

/* Strict mode (1) takes the counter away too, as PR_SET_TSC (0) does. */
int ipoint_confine(unsigned long mode) {
  struct ipoint_control *control = ipoint_agent.control;
  int before = ipoint_agent_is_confined();
  if (mode <= SECCOMP_MODE_STRICT && control &&
      ipoint_self != &ipoint_off_ring) {
    ipoint_handlers_finish_thread();
    ipoint_ring_switch(&ipoint_off_ring);
    __atomic_fetch_add(&control->blind, 1, __ATOMIC_RELAXED);
  }
  if (mode == SECCOMP_MODE_STRICT || mode == SECCOMP_MODE_FILTER)
    __atomic_store_n(&ipoint_agent.confined, 1, __ATOMIC_RELAXED);
  return before;
}

long ipoint_confine_failed(long result, int before) {
  __atomic_store_n(&ipoint_agent.confined, before, __ATOMIC_RELAXED);
  return ipoint_failed(result);
}

long ipoint_failed(long result) {
  errno = (int)-result;
  return -1;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): these are libc's names. */
extern int __clone(int (*)(void *), void *, int, void *, ...);

struct birth {
  int (*function)(void *);
  void *argument;
  enum ipoint_birth kind;
};

void ipoint_birth_of_child(void) { ipoint_child_began(IPOINT_CHILD_HOOKED); }

/* The child's first function. `birth` lies on the parent's stack, of which this
   is a copy or which waits. */
static int be_born(void *argument) {
  struct birth *birth = argument;
  if (birth->kind == IPOINT_BIRTH_FORK)
    ipoint_birth_of_child();
  else
    ipoint_birth_vfork_begins();
  return birth->function(birth->argument);
}

IPOINT_EXPORT int clone(int (*function)(void *), void *stack, int flags,
                        void *argument, ...) {
  struct birth birth = {function, argument,
                        ipoint_birth_of((unsigned long)flags)};
  struct ipoint_ring *before = ipoint_self;
  void *parent_tid, *tls, *child_tid;
  va_list more;
  int result;
  va_start(more, argument);
  parent_tid = va_arg(more, void *);
  tls = va_arg(more, void *);
  child_tid = va_arg(more, void *);
  va_end(more);
  if (birth.kind == IPOINT_BIRTH_TWIN && function && stack)
    ipoint_birth_thread_is_shared();
  if (!function || !stack || birth.kind == IPOINT_BIRTH_NONE ||
      birth.kind == IPOINT_BIRTH_TWIN)
    return __clone(function, stack, flags, argument, parent_tid, tls,
                   child_tid);
  result = __clone(be_born, stack, flags, &birth, parent_tid, tls, child_tid);
  if (birth.kind == IPOINT_BIRTH_VFORK && result >= 0)
    ipoint_birth_vfork_over(before);
  return result;
}

#ifndef IPOINT_STATIC_RUNTIME
/* In a static program libc's fork() would find this one. */
static pid_t (*libcs_fork)(void);
static __attribute__((constructor(101))) void find_fork(void) {
  libcs_fork = (pid_t(*)(void))(uintptr_t)dlsym(RTLD_NEXT, "_Fork");
}

IPOINT_EXPORT pid_t _Fork(void) {
  pid_t child;
  if (!libcs_fork)
    find_fork();
  if (!libcs_fork) { /* before glibc 2.34 */
    errno = ENOSYS;
    return -1;
  }
  child = libcs_fork();
  if (child == 0)
    ipoint_birth_of_child();
  return child;
}
#endif

IPOINT_EXPORT int prctl(int option, ...) {
  unsigned long values[4];
  va_list more;
  int before = ipoint_agent.confined, i;
  long result;
  va_start(more, option);
  for (i = 0; i < 4; i++)
    values[i] = va_arg(more, unsigned long);
  va_end(more);
  if (option == PR_SET_SECCOMP)
    ipoint_confine(values[0]);
  if (option == PR_SET_TSC && values[0] == PR_TSC_SIGSEGV)
    ipoint_confine(0);
  result = syscall(SYS_prctl, (long)option, values[0], values[1], values[2],
                   values[3]);
  if (option == PR_SET_SECCOMP && result != 0)
    __atomic_store_n(&ipoint_agent.confined, before, __ATOMIC_RELAXED);
  return (int)result;
}
/* NOLINTEND(bugprone-reserved-identifier) */
