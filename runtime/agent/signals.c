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

#include "agent/agent.h"

#include "core/ring.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#ifndef IPOINT_STATIC_RUNTIME
#include <dlfcn.h>
#endif

#define IPOINT_EXPORT __attribute__((visibility("default")))

/* Handlers that interrupt each other deeper than this are not recorded. */
#define DEPTH_LIMIT 8u

typedef void handler_function(int, siginfo_t *, void *);

/* One handler that runs. */
struct level {
  struct ipoint_ring *interrupted; /* what ipoint_self was */
  uintptr_t frame;                 /* an address in its frame */
};

static __thread struct {
  unsigned depth; /* handlers that run */
  struct level levels[DEPTH_LIMIT];
  struct ipoint_ring_header *rings[DEPTH_LIMIT]; /* made at the first probe */
} handlers;

/* What the program has installed, by signal. */
static uintptr_t installed[NSIG];

/* Sends the thread's probes to where they may go while a handler with this
   frame runs. Returns what they are to come back to, or null: no probe is under
   way, and if the handler has some, they make the thread's ring. */
static struct ipoint_ring *enter_handler(uintptr_t frame) {
  struct ipoint_ring *interrupted = ipoint_self;
  unsigned depth = handlers.depth;
  if (interrupted == &ipoint_off_ring || interrupted == &ipoint_idle_ring ||
      interrupted == &ipoint_paused_ring)
    return NULL;
  handlers.depth = depth + 1; /* first: another handler may come from here on */
  if (depth < DEPTH_LIMIT) {
    handlers.levels[depth].interrupted = interrupted;
    handlers.levels[depth].frame = frame;
    if (handlers.rings[depth])
      ipoint_self = ipoint_ring_entry(handlers.rings[depth]);
    else
      ipoint_ring_switch(&ipoint_handler_ring);
  } else {
    ipoint_ring_switch(&ipoint_busy_ring);
  }
  return interrupted;
}

/* The handler at this depth, counted from 1, has ended. */
static void leave_handler(unsigned depth, struct ipoint_ring *interrupted) {
  /* Not what it was where the handler has forked. */
  ipoint_self = depth <= DEPTH_LIMIT ? handlers.levels[depth - 1].interrupted
                                     : interrupted;
  handlers.depth = depth - 1;
}

/* Always called with three arguments: where a handler takes one, the calling
   convention lets the others lie. */
static void handle(int number, siginfo_t *info, void *context) {
  handler_function *function =
      (handler_function *)__atomic_load_n(&installed[number], __ATOMIC_ACQUIRE);
  struct ipoint_ring *interrupted;
  int in_clock = ipoint_agent_leave_clock();
  unsigned depth = handlers.depth;
  interrupted = enter_handler((uintptr_t)&interrupted);
  function(number, info, context);
  if (interrupted)
    leave_handler(depth + 1, interrupted);
  ipoint_agent_return_to_clock(in_clock);
}

/* A handler that nobody installed by what is defined below (sigset, a system
   call) says itself that the kernel has called it. It may have been inlined
   into itself; and it has a level already where `handle` was called. */
void *ipoint_handler_begin(void *frame) {
  unsigned depth = handlers.depth;
  if (depth > 0 && depth <= DEPTH_LIMIT &&
      handlers.levels[depth - 1].frame == (uintptr_t)frame)
    return NULL;
  return enter_handler((uintptr_t)frame);
}

void ipoint_handler_end(void *interrupted) {
  leave_handler(handlers.depth, interrupted);
}

unsigned ipoint_agent_handler_depth(void) { return handlers.depth; }

void ipoint_agent_keep_handler_ring(struct ipoint_ring_header *ring) {
  handlers.rings[handlers.depth - 1] = ring;
}

void ipoint_agent_drop_handler_rings(enum ipoint_agent_drop how) {
  unsigned i;
  for (i = 0; i < DEPTH_LIMIT; i++) {
    struct ipoint_ring_header *ring = handlers.rings[i];
    handlers.rings[i] = NULL;
    if (!ring)
      continue;
    if (how == IPOINT_DROP_FINISHED) {
      ipoint_agent_end_ring(ring);
      continue;
    }
    if (how == IPOINT_DROP_INTRUDED)
      __atomic_store_n(&ring->intruded, 1, __ATOMIC_RELAXED);
    if (handlers.depth > 0)
      ipoint_rings_make_private(ring);
  }
  /* A slow path that was interrupted stays out of the way of its own probes. */
  for (i = 0; i < handlers.depth && i < DEPTH_LIMIT; i++)
    if (handlers.levels[i].interrupted != &ipoint_busy_ring)
      handlers.levels[i].interrupted =
          (struct ipoint_ring *)(i == 0 ? &ipoint_idle_ring
                                        : &ipoint_handler_ring);
}

/* Is the frame at `target` one of the handler of this level, or of what it
   called? Stacks grow downwards. */
static int is_inside(const struct level *level, uintptr_t target) {
  stack_t other;
  uintptr_t begin, end;
  if (sigaltstack(NULL, &other) != 0 || other.ss_flags & SS_DISABLE)
    return target < level->frame;
  begin = (uintptr_t)other.ss_sp;
  end = begin + other.ss_size;
  return target < level->frame &&
         (target >= begin && target < end) ==
             (level->frame >= begin && level->frame < end);
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

/* The slow path that this level has interrupted does not go on: the ring ends
   as it is. Returns where probes go then. */
static const struct ipoint_ring *leave_slow_path(unsigned level) {
  struct ipoint_ring_header *ring;
  ipoint_ring_abandon();
  if (level == 0) {
    ring = ipoint_agent_take_own_ring();
  } else {
    ring = handlers.rings[level - 1];
    handlers.rings[level - 1] = NULL;
  }
  if (ring)
    ipoint_agent_end_ring(ring);
  return level == 0 ? &ipoint_idle_ring : &ipoint_handler_ring;
}

/* Before a jump: handlers that it leaves have ended. */
static void leave_handlers(const struct __jmp_buf_tag *buffer) {
  uintptr_t target;
  unsigned depth = handlers.depth;
  struct ipoint_ring *interrupted = NULL;
  ipoint_agent_leave_clock();
  if (depth == 0)
    return;
  target = target_of(buffer);
  for (; depth > 0; depth--) {
    if (depth > DEPTH_LIMIT)
      continue;
    if (is_inside(&handlers.levels[depth - 1], target))
      break;
    interrupted = handlers.levels[depth - 1].interrupted;
    if (interrupted == &ipoint_busy_ring)
      interrupted = (struct ipoint_ring *)leave_slow_path(depth - 1);
  }
  if (!interrupted)
    return;
  ipoint_self = interrupted;
  handlers.depth = depth;
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
