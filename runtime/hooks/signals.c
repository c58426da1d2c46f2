/*===- signals.c - A ring for each signal handler -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A handler may interrupt a probe between its two stores, so its probes must
|* not use the same ring. Where a recorded program installs a handler,
|* `handle` takes its place, which sends the thread's probes elsewhere for as
|* long as the handler runs. No probe pays for it. What is installed in another
|* way does so itself (ipoint/probe.h, IPOINT_HANDLER), if it is instrumented.
|*
|* sigaction, signal and the longjmp family are defined here, before libc's, and
|* what throws an exception, before the unwinder's; they behave as those do.
\*===----------------------------------------------------------------------===*/

#include "agent/hooks.h"

#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* Defines next_NAME(), which gives the function of that name behind ours. It is
   found before main: signal handlers may not look for it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): types and a list of parameters. */
#define NEXT(result, name, parameters)                                         \
  static result(*found_##name) parameters;                                     \
  static __attribute__((constructor(101))) void find_##name(void) {            \
    found_##name = (result(*) parameters)(uintptr_t)dlsym(RTLD_NEXT, #name);   \
  }                                                                            \
  static result(*next_##name(void)) parameters {                               \
    if (!found_##name) /* another library's constructor came first */          \
      find_##name();                                                           \
    return found_##name;                                                       \
  }
/* NOLINTEND(bugprone-macro-parentheses) */

extern struct ipoint_signal_hooks ipoint_signal_hooks;
EXPORT struct ipoint_signal_hooks ipoint_signal_hooks = {NULL};

static const struct ipoint_signal_calls *calls(void) {
  return __atomic_load_n(&ipoint_signal_hooks.calls, __ATOMIC_ACQUIRE);
}

typedef void handler_function(int, siginfo_t *, void *);

/* What the program has installed, by signal. */
static uintptr_t installed[NSIG];

/* Always called with three arguments: where a handler takes one, the calling
   convention lets the others lie. */
static void handle(int number, siginfo_t *info, void *context) {
  handler_function *function =
      (handler_function *)__atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  struct ipoint_handled handled;
  calls()->begin(&handled);
  function(number, info, context);
  calls()->end(&handled);
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
  if (!calls() || handler == (uintptr_t)SIG_DFL ||
      handler == (uintptr_t)SIG_IGN || handler == (uintptr_t)SIG_ERR ||
      handler == (uintptr_t)handle)
    return handler;
  __atomic_store_n(&installed[number], handler, __ATOMIC_RELEASE);
  return (uintptr_t)handle;
}

/* The kernel's first real-time signal: libc's SIGRTMIN is behind those that it
   keeps. */
#define FIRST_REAL_TIME 32

/* Not those that libc keeps for itself, and says EINVAL for. */
static int is_signal(int number) {
  return number > 0 && number < NSIG &&
         (number < FIRST_REAL_TIME || number >= SIGRTMIN);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): these are libc's names. */
NEXT(int, sigaction, (int, const struct sigaction *, struct sigaction *))
NEXT(sighandler_t, signal, (int, sighandler_t))

EXPORT int sigaction(int number, const struct sigaction *action,
                     struct sigaction *old) {
  struct sigaction ours;
  uintptr_t before;
  int result;
  if (!is_signal(number))
    return next_sigaction()(number, action, old);
  before = __atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  if (action) {
    ours = *action;
    ours.sa_handler =
        (sighandler_t)replace(number, (uintptr_t)action->sa_handler, &before);
  }
  result = next_sigaction()(number, action ? &ours : NULL, old);
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

EXPORT sighandler_t signal(int number, sighandler_t handler) {
  return install(number, handler, next_signal());
}

/* Of glibc; no kernel reads it. */
#ifndef SA_INTERRUPT
#define SA_INTERRUPT 0
#endif

/* What <signal.h> makes of signal() under -std=c99. */
static sighandler_t signal_once(int number, sighandler_t handler) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_INTERRUPT);
  if (handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return next_sigaction()(number, &action, &old) == 0 ? old.sa_handler
                                                      : SIG_ERR;
}

extern sighandler_t __sysv_signal(int, sighandler_t);
EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) {
  return install(number, handler, signal_once);
}

#define JUMP(name)                                                             \
  extern void name(sigjmp_buf, int) __attribute__((noreturn));                 \
  NEXT(void, name, (sigjmp_buf, int))                                          \
  EXPORT void name(sigjmp_buf buffer, int value) {                             \
    if (calls())                                                               \
      calls()->jump();                                                         \
    next_##name()(buffer, value);                                              \
    __builtin_unreachable();                                                   \
  }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
/* With -D_FORTIFY_SOURCE. */
JUMP(__longjmp_chk)

/* Of exceptions of any language. Where the unwinder was loaded for a library
   alone (RTLD_LOCAL), it is found as that library finds it. */
typedef int raise_function(void *);
static raise_function *unwinder(void *caller) {
  void *found = dlsym(RTLD_NEXT, "_Unwind_RaiseException");
  Dl_info info;
  void *library;
  if (!found && dladdr(caller, &info) &&
      (library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD))) {
    found = dlsym(library, "_Unwind_RaiseException");
    dlclose(library);
  }
  return (raise_function *)(uintptr_t)found;
}

extern int _Unwind_RaiseException(void *);
EXPORT int _Unwind_RaiseException(void *exception) {
  raise_function *next = unwinder(__builtin_return_address(0));
  if (!next)
    return 5; /* _URC_END_OF_STACK: it is not caught */
  if (calls())
    calls()->jump();
  return next(exception);
}
/* NOLINTEND(bugprone-reserved-identifier) */
