// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t 2>%t.err && FileCheck %s --input-file=%t.err
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=TRACE
// RUN: rm -rf %t.trace && env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t 100 2>%t.err && %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=MANY
// A thread's first probe is interrupted before it has blocked signals, and the handler has probes: the ring that they made
// is the thread's, and there is no other. pthread_sigmask() is the program's own here, which the runtime gets too.
// CHECK: 2 records of 1 thread in {{.*}} (0 lost)
// TRACE: thread: 301 300
// TRACE-NOT: {{.}}
// MANY: thread: 301x100 300{{$}}
// MANY-NOT: {{.}}
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int interrupt, probes = 1;

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  if (interrupt && how == SIG_BLOCK) {
    interrupt = 0;
    raise(SIGUSR1);
  }
  return (int)syscall(SYS_rt_sigprocmask, how, set, old, 8);
}

static void on_signal(int number) {
  int i;
  (void)number;
  for (i = 0; i < probes; i++)
    ipoint_timed(301u);
}

int main(int argc, char **argv) {
  if (argc > 1)
    probes = atoi(argv[1]);
  signal(SIGUSR1, on_signal);
  interrupt = 1;
  ipoint_timed(300u);
  return 0;
}
#include "Inputs/unit.h"
