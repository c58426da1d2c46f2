// RUN: %cc -O2 -Wall -Wextra -Wno-comment -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %t > %t.plain && FileCheck %s < %t.plain
// RUN: %ipoint_run -o %t.trace -- %t > %t.said 2> %t.err && FileCheck %s < %t.said
// RUN: %check_ctf %t.trace
// RUN: bash %S/Inputs/handlers-agree.sh %trace_count %t.trace %t.said | FileCheck %s --check-prefix=TRACE
// A small ring goes through its slow path all the time, and handlers interrupt that too.
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t > %t.said 2> %t.err && FileCheck %s < %t.said
// RUN: %check_ctf %t.trace
// RUN: bash %S/Inputs/handlers-agree.sh %trace_count %t.trace %t.said | FileCheck %s --check-prefix=TRACE
// RUN: %babeltrace2 %t.trace 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=QUIET
// With path records.
// RUN: %cc -O2 -DPATHS -Wno-comment -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.paths
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t.paths > %t.said 2> %t.err && FileCheck %s < %t.said
// RUN: %check_ctf %t.trace
// RUN: bash %S/Inputs/handlers-agree.sh "%trace_count --paths" %t.trace %t.said | FileCheck %s --check-prefix=TRACE
//
// CHECK: handlers are what was installed
// CHECK-NEXT: reset, nested and jumping ones work
// CHECK-NEXT: probes:
// QUIET-NOT: WARNING
// TRACE: every record is there, in order
#define _GNU_SOURCE
#include "Inputs/probes.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#ifndef SELF
#undef IPOINT_HANDLER
#define IPOINT_HANDLER
#endif

static volatile unsigned long interrupted, records;
static volatile int nested, resets;
static sigjmp_buf place;
static volatile int jump;

static void probes(void) {
  ipoint_timed(400u);
  UNTIMED(401u);
  records += 2;
}

static void on_timer(int number) {
  IPOINT_HANDLER
  (void)number;
  interrupted++;
  probes();
  if (interrupted % 64 == 0)
    raise(SIGUSR1);
  probes();
  if (jump) {
    jump = 0;
    siglongjmp(place, 1);
  }
}

static void on_user(int number, siginfo_t *info, void *context) {
  IPOINT_HANDLER
  nested += number == SIGUSR1 && info->si_signo == SIGUSR1 && context;
  probes();
}

static void on_reset(int number) {
  IPOINT_HANDLER
  resets += number == SIGUSR2;
  probes();
}

static void check(int good, const char *what) {
  if (!good) {
    printf("wrong: %s\n", what);
    exit(1);
  }
}

static void install(void) {
  struct sigaction action, old;
  static char stack[65536];
  stack_t other = {stack, 0, sizeof stack};
  check(sigaltstack(&other, NULL) == 0, "sigaltstack");
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_user;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  check(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL, "the first");
  check(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_sigaction == on_user && old.sa_flags & SA_SIGINFO &&
            old.sa_flags & SA_ONSTACK, "asked for");
  check(signal(SIGALRM, on_reset) == SIG_DFL && signal(SIGALRM, SIG_IGN) == on_reset &&
            signal(SIGALRM, on_timer) == SIG_IGN && signal(SIGALRM, on_timer) == on_timer, "signal()");
  check(signal(9999, on_timer) == SIG_ERR && sigaction(SIGKILL, &action, NULL) == -1, "errors");
  memset(&action, 0, sizeof action);
  action.sa_handler = on_reset;
  action.sa_flags = SA_RESETHAND;
  check(sigaction(SIGUSR2, &action, NULL) == 0 && raise(SIGUSR2) == 0 && resets == 1, "reset");
  check(sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_handler == SIG_DFL, "reset to the default");
  puts("handlers are what was installed");
}

/* Between the two counts there is no probe that is not counted. */
int main(void) {
  struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
  volatile unsigned long own = 0;
  volatile int jumps = 0;
  /* Until a thread has a ring, a handler's probes are the thread's own: none of its is under way. */
  ipoint_timed(300u);
  UNTIMED(301u);
  own = 2;
  install();
  setitimer(ITIMER_REAL, &often, NULL);
  while (own < 300000 || interrupted < 500) {
    ipoint_timed(300u);
    UNTIMED(301u);
    own += 2;
    if (own % 50000 == 0) {
      if (sigsetjmp(place, 1) == 0) {
        jump = 1;
        while (jump)
          ;
      }
      jumps++;
    }
  }
  setitimer(ITIMER_REAL, &never, NULL);
  check(nested > 0 && jumps >= 6, "nested and jumping");
  puts("reset, nested and jumping ones work");
  printf("probes: own %lu handlers %lu\n", own, records);
  return 0;
}
// REQ: IP-REQ-018
