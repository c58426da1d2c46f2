// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// A handler that is paused before its first record, and started while it runs, records into a ring of a handler: its
// thread keeps its own.
// CHECK-DAG: thread: 300 pause gap1 resume 303x1000
// CHECK-DAG: handler1: pause gap1 resume 302x2
// CHECK-NOT: {{.}}
// SAID: records of 1 thread in
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <signal.h>

static void start(int number) {
  (void)number;
  ipoint_timed(301u);
  ipoint_start();
  ipoint_timed(302u);
  ipoint_timed(302u);
}

int main(void) {
  int i;
  signal(SIGUSR1, start);
  ipoint_timed(300u);
  ipoint_pause();
  ipoint_timed(301u);
  raise(SIGUSR1);
  for (i = 0; i < 1000; i++)
    ipoint_timed(303u);
  return 0;
}
#include "Inputs/unit.h"
