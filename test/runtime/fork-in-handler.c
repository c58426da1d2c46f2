// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// What a handler has interrupted goes on in its child too, and records into a ring of the child's own.
// CHECK: all children ended well
// CHECK: (0 lost)
// COUNT: lost=0 streams={{[1-9][0-9][0-9]}}
#include "ipoint/probe.h"
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int child, children, bad;

static void on_signal(int number) {
  ipoint_timed(300u);
  if (child || children == 100)
    return;
  if (number == SIGUSR1 && children % 2)
    raise(SIGUSR2); /* one handler in the other */
  if (child || children == 100)
    return;
  children++;
  child = fork() == 0;
  ipoint_timed(301u);
}

static void probes(int n) {
  while (n-- > 0)
    ipoint_timed(302u);
}

int main(void) {
  struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  int status, i;
  ipoint_timed(303u);
  signal(SIGUSR1, on_signal);
  signal(SIGUSR2, on_signal);
  signal(SIGALRM, on_signal);
  for (i = 0; i < 4 && !child; i++)
    raise(SIGUSR1);
  /* Between the stores of a probe, and in its slow path. */
  if (!child)
    setitimer(ITIMER_REAL, &often, NULL);
  while (!child && children < 100)
    probes(100);
  if (child) {
    probes(1000);
    _exit(0);
  }
  setitimer(ITIMER_REAL, &never, NULL);
  while (wait(&status) > 0)
    bad += status != 0;
  puts(bad ? "a child ended badly" : "all children ended well");
  return bad;
}
#include "Inputs/unit.h"
