/*===- selfsampling.c - Where a program without probes spends its time ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Loaded by `ipoint-run --baseline` (LD_PRELOAD) where the kernel refuses
|* perf_event_open. Each thread has a timer on its own time in user mode, whose
|* signal shows where it is. The kernel looks at such timers when it counts that
|* time, in most kernels by its own tick: no more samples come than ticks, and
|* none in system calls, which so are not interrupted.
\*===----------------------------------------------------------------------===*/

#include "baseline/page.h"
#include "wire/plainrun.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* A thread's own time in user mode. The C library has no name for it; to the
   kernel it is ~0 (this thread) << 3, 4 (not its process), 1 (user mode). */
#define CLOCK_OF_USER_MODE ((clockid_t) - 3)

/* The last one: programs begin with the first. */
#define SIGNAL SIGRTMAX

static struct ipoint_samples_page *page; /* null: nothing is sampled */
static pthread_key_t key;                /* its destructor ends a timer */
static clockid_t clock_used = CLOCK_OF_USER_MODE;

static __thread struct {
  int running;
  timer_t timer;
  uint64_t last;   /* the thread's time at the last sample, ns */
  uint64_t random; /* state: what the next period is drawn from */
  uint32_t pid, tid;
} self;

/* What stands behind our functions. */
typedef int create_function(pthread_t *, const pthread_attr_t *,
                            void *(*)(void *), void *);
typedef int mask_function(int, const sigset_t *, sigset_t *);
static create_function *next_create;
static mask_function *next_mask, *next_thread_mask;

/* As we begin; before that only constructors of other libraries come here. */
static void find_next(void) {
  if (next_thread_mask)
    return;
  next_create =
      (create_function *)(uintptr_t)dlsym(RTLD_NEXT, "pthread_create");
  next_mask = (mask_function *)(uintptr_t)dlsym(RTLD_NEXT, "sigprocmask");
  next_thread_mask =
      (mask_function *)(uintptr_t)dlsym(RTLD_NEXT, "pthread_sigmask");
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t address_in(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
  return (uint32_t)context->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
  return context->uc_mcontext.pc;
#elif defined(__riscv)
  return context->uc_mcontext.__gregs[REG_PC];
#elif defined(__arm__)
  return context->uc_mcontext.arm_pc;
#else
  (void)context;
  return 0;
#endif
}

/* By any thread, in signal handlers too. */
static void put(uint64_t address, uint64_t period) {
  uint64_t given = __atomic_load_n(&page->head.given, __ATOMIC_RELAXED);
  struct ipoint_sample_slot *slot;
  do
    if (given - __atomic_load_n(&page->head.read, __ATOMIC_ACQUIRE) >=
        IPOINT_SAMPLE_SLOTS) {
      __atomic_fetch_add(&page->head.lost, 1, __ATOMIC_RELAXED);
      return;
    }
  while (!__atomic_compare_exchange_n(&page->head.given, &given, given + 1, 1,
                                      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  slot = &page->slots[given % IPOINT_SAMPLE_SLOTS];
  slot->time = read_clock(CLOCK_MONOTONIC_RAW);
  slot->address = address;
  slot->period = period;
  slot->pid = self.pid;
  slot->tid = self.tid;
  __atomic_store_n(&slot->number, given + 1, __ATOMIC_RELEASE);
}

/* From half of the period to one and a half: of whole ticks, so that nothing
   falls into step with the samples. */
static void begin_period(void) {
  struct itimerspec next = {{0, 0}, {0, 0}};
  uint64_t period;
  self.random = self.random * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
  period =
      page->head.period / 2 + (self.random >> 33) % (page->head.period + 1);
  next.it_value.tv_sec = (time_t)(period / 1000000000u);
  next.it_value.tv_nsec = (long)(period % 1000000000u);
  timer_settime(self.timer, 0, &next, NULL);
}

static void take(int signal, siginfo_t *info, void *context) {
  int error = errno;
  uint64_t now;
  (void)signal;
  if (self.running && info->si_code == SI_TIMER) {
    now = read_clock(clock_used);
    if (now > self.last)
      put(address_in(context), now - self.last);
    self.last = now;
    begin_period();
  }
  errno = error;
}

static int make_timer(clockid_t clock) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGNAL;
  event.sigev_notify_thread_id = (pid_t)self.tid;
  return timer_create(clock, &event, &self.timer);
}

/* 0, or -1 and errno. */
static int begin_thread(void) {
  self.pid = (uint32_t)getpid();
  self.tid = (uint32_t)syscall(SYS_gettid);
  self.random = read_clock(CLOCK_MONOTONIC_RAW) + self.tid;
  if (make_timer(clock_used) != 0)
    return -1;
  self.last = read_clock(clock_used);
  self.running = 1;
  pthread_setspecific(key, page);
  begin_period();
  return 0;
}

static void end_thread(void *nothing) {
  (void)nothing;
  if (self.running)
    timer_delete(self.timer);
  self.running = 0;
}

/* Timers do not come along. */
static void begin_child(void) {
  uint64_t parent = self.pid;
  self.running = 0;
  if (begin_thread() == 0)
    put(parent, 0);
}

static void leave_maps(const char *path) {
  char text[4096];
  uint64_t bytes = 0;
  ssize_t got;
  int out = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  int in = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  page->head.begin = read_clock(CLOCK_MONOTONIC_RAW);
  while (out >= 0 && in >= 0 && (got = read(in, text, sizeof text)) > 0 &&
         pwrite(out, text, (size_t)got, (off_t)(sizeof *page + bytes)) == got)
    bytes += (uint64_t)got;
  if (in >= 0)
    close(in);
  if (out >= 0)
    close(out);
  __atomic_store_n(&page->head.maps_bytes, bytes, __ATOMIC_RELEASE);
}

static void take_page(const char *path) {
  page = map_page(path, sizeof *page);
  if (!page)
    return;
  if (__atomic_exchange_n(&page->head.taken, 1, __ATOMIC_ACQ_REL)) {
    munmap(page, sizeof *page); /* a program that was executed */
    page = NULL;
    return;
  }
  page->head.pid = (uint32_t)getpid();
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv(IPOINT_ENV_SAMPLES);
  struct sigaction action;
  find_next();
  if (!path)
    return;
  take_page(path);
  if (!page)
    return;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = take;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  if (sigaction(SIGNAL, &action, NULL) == 0 &&
      pthread_key_create(&key, end_thread) == 0) {
    leave_maps(path);
    errno = 0;
    if (begin_thread() != 0) {
      clock_used =
          CLOCK_THREAD_CPUTIME_ID; /* not Linux's own kernel, perhaps */
      if (begin_thread() == 0)
        errno = 0;
    }
  }
  page->head.error = self.running ? 0 : (uint32_t)(errno ? errno : EINVAL);
  unsetenv(IPOINT_ENV_SAMPLES);
  if (self.running)
    pthread_atfork(NULL, NULL, begin_child);
  else
    page = NULL;
}

struct birth {
  void *(*routine)(void *);
  void *argument;
};

static void *run_thread(void *context) {
  struct birth birth = *(struct birth *)context;
  free(context);
  begin_thread();
  return birth.routine(birth.argument);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*routine)(void *), void *argument) {
  struct birth *birth = page ? malloc(sizeof *birth) : NULL;
  int error;
  find_next();
  if (!birth)
    return next_create(thread, attributes, routine, argument);
  birth->routine = routine;
  birth->argument = argument;
  error = next_create(thread, attributes, run_thread, birth);
  if (error)
    free(birth);
  return error;
}

/* What the program does not know of it can't mean to block. */
static const sigset_t *without_ours(int how, const sigset_t *set,
                                    sigset_t *copy) {
  if (!page || !set || how == SIG_UNBLOCK)
    return set;
  *copy = *set;
  sigdelset(copy, SIGNAL);
  return copy;
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  sigset_t copy;
  find_next();
  return next_thread_mask(how, without_ours(how, set, &copy), old);
}

EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  sigset_t copy;
  find_next();
  return next_mask(how, without_ours(how, set, &copy), old);
}
