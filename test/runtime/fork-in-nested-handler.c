// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s
// A handler forks that has interrupted another one. What goes on in its child, that handler, the other one and main(), records all of it
// there: no probe goes on into what was its parent's.
// The parent: 4 before it forks and 1110 behind. The child: 1110.
// CHECK: own=2224 {{.*}} lost=0
#include "ipoint/probe.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int child;

static void probes(int n) {
  while (n-- > 0)
    ipoint_timed(300u);
}

static void inner(int number) {
  (void)number;
  ipoint_timed(301u);
  child = fork() == 0;
  probes(10);
}

static void outer(int number) {
  (void)number;
  ipoint_timed(302u);
  raise(SIGUSR2);
  probes(100);
}

int main(void) {
  int status = 0;
  signal(SIGUSR1, outer);
  signal(SIGUSR2, inner);
  probes(2);
  raise(SIGUSR1);
  probes(1000);
  if (child)
    _exit(0);
  wait(&status);
  return status != 0;
}
#include "Inputs/unit.h"
