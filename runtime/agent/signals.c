/*===- signals.c - A ring of its own for each signal handler --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A handler may interrupt a probe between its two stores, so its probes must
|* not
|* use the same ring. Whoever is recorded and installs a handler gets `handle`
|* in
|* its place, which sends the thread's probes elsewhere for as long as the
|* handler
|* runs. No probe pays for it. What is installed behind our back does so itself
|* (ipoint/probe.h, IPOINT_HANDLER), if it is instrumented.
|*
|* sigaction, signal and the longjmp family are defined here, before libc's;
|* what
|* they do and say is what libc's do and say.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/clock.h"
#include "agent/handlers.h"
#include "agent/state.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#ifndef IPOINT_STATIC_RUNTIME
#include <dlfcn.h>
#endif

#define IPOINT_EXPORT __attribute__((visibility("default")))

typedef void handler_function(int, siginfo_t *, void *);

/* What the program has installed, by signal. */
static uintptr_t installed[NSIG];

/* Always called with three arguments: where a handler takes one, the calling
   convention lets the others lie. */
static void handle(int number, siginfo_t *info, void *context) {
  handler_function *function =
      (handler_function *)__atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  struct ipoint_ring *interrupted;
  int in_clock = ipoint_clock_leave();
  unsigned depth = ipoint_handlers_depth();
  interrupted = ipoint_handlers_enter((uintptr_t)&interrupted);
  function(number, info, context);
  if (interrupted)
    ipoint_handlers_leave(depth + 1, interrupted);
  ipoint_clock_return(in_clock);
}

/* The stack pointer that a jmp_buf holds. glibc keeps it mangled (PTR_MANGLE).
 */
static uintptr_t target_of(const struct __jmp_buf_tag *buffer) {
#if defined(__x86_64__) && defined(__GLIBC__)
  uintptr_t value = (uintptr_t)buffer->__jmpbuf[6];
  __asm__("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(value) : : "cc");
  return value;
#else
  (void)buffer;
  return UINTPTR_MAX; /* outside of every handler */
#endif
}

/* Before a jump: handlers that it leaves have ended. */
static void leave_handlers(const struct __jmp_buf_tag *buffer) {
  ipoint_clock_leave();
  if (ipoint_handlers_depth() > 0)
    ipoint_handlers_jump(target_of(buffer));
}

/* What libc gives as the old handler is ours where the program's was replaced.
 */
static uintptr_t users(uintptr_t handler, uintptr_t before) {
  return handler == (uintptr_t)handle ? before : handler;
}

/* Puts `handler` in the table and gives what is to be installed for it. */
static uintptr_t replace(int number, uintptr_t handler, uintptr_t *before) {
  *before = __atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  /* Ours may come back from those that ask libc behind our back (sigset). */
  if (!ipoint_agent.control || handler == (uintptr_t)SIG_DFL ||
      handler == (uintptr_t)SIG_IGN || handler == (uintptr_t)SIG_ERR ||
      handler == (uintptr_t)handle)
    return handler;
  __atomic_store_n(&installed[number], handler, __ATOMIC_RELEASE);
  return (uintptr_t)handle;
}

/* Not those that libc keeps for itself, and says EINVAL for. */
static int is_signal(int number) {
  return number > 0 && number < NSIG &&
         (number < __SIGRTMIN || number >= SIGRTMIN);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): these are libc's names. */
extern int __sigaction(int, const struct sigaction *, struct sigaction *);
extern sighandler_t bsd_signal(int, sighandler_t);

IPOINT_EXPORT int sigaction(int number, const struct sigaction *action,
                            struct sigaction *old) {
  struct sigaction ours;
  uintptr_t before;
  int result;
  if (!is_signal(number))
    return __sigaction(number, action, old);
  before = __atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  if (action) {
    ours = *action;
    ours.sa_handler =
        (sighandler_t)replace(number, (uintptr_t)action->sa_handler, &before);
  }
  result = __sigaction(number, action ? &ours : NULL, old);
  if (result != 0)
    __atomic_store_n(&installed[number], before, __ATOMIC_RELEASE);
  else if (old)
    old->sa_handler = (sighandler_t)users((uintptr_t)old->sa_handler, before);
  return result;
}

static sighandler_t install(int number, sighandler_t handler,
                            sighandler_t (*real)(int, sighandler_t)) {
  uintptr_t before;
  sighandler_t old;
  if (!is_signal(number))
    return real(number, handler);
  handler = (sighandler_t)replace(number, (uintptr_t)handler, &before);
  old = real(number, handler);
  if (old == SIG_ERR)
    __atomic_store_n(&installed[number], before, __ATOMIC_RELEASE);
  return (sighandler_t)users((uintptr_t)old, before);
}

IPOINT_EXPORT sighandler_t signal(int number, sighandler_t handler) {
  return install(number, handler, bsd_signal);
}

/* What <signal.h> makes of signal() under -std=c99. libc's own can't be asked
   for it in a static program, which would have two. */
static sighandler_t signal_once(int number, sighandler_t handler) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_INTERRUPT);
  if (handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return __sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* A static program that calls sysv_signal() gets libc's both. */
#ifdef IPOINT_STATIC_RUNTIME
extern sighandler_t __sysv_signal(int, sighandler_t) __attribute__((weak));
#else
extern sighandler_t __sysv_signal(int, sighandler_t);
#endif
IPOINT_EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) {
  return install(number, handler, signal_once);
}

/* libc's own: found at the start, as a handler may not look for it. */
#ifdef IPOINT_STATIC_RUNTIME
extern void __libc_siglongjmp(sigjmp_buf, int) __attribute__((noreturn));
#define FIND(name) __libc_siglongjmp
#else
#define FIND(name)                                                             \
  (void (*)(sigjmp_buf, int))(uintptr_t) dlsym(RTLD_NEXT, #name)
#endif

#define JUMP(name)                                                             \
  extern void name(sigjmp_buf, int) __attribute__((noreturn));                 \
  static void (*libcs_##name)(sigjmp_buf, int);                                \
  static __attribute__((constructor(101))) void find_##name(void) {            \
    libcs_##name = FIND(name);                                                 \
  }                                                                            \
  IPOINT_EXPORT void name(sigjmp_buf buffer, int value) {                      \
    leave_handlers(buffer);                                                    \
    libcs_##name(buffer, value);                                               \
    __builtin_unreachable();                                                   \
  }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
/* With -D_FORTIFY_SOURCE. */
JUMP(__longjmp_chk)
/* NOLINTEND(bugprone-reserved-identifier) */
