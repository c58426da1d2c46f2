// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: %ipoint_run --policy overwrite -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: %ipoint_run --policy discard -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: env IPOINT_PAUSED=1 %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=LATE
// RUN: %ipoint_run --paused -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=LATE
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// A pause that a thread doesn't notice leaves no record; one that it notices has a record. Threads that
// are made while it lasts need no ring. After the stop there is nothing.
// CHECK: thread: 300x10 pause gap1 resume 302x2 end1
// CHECK-NEXT: thread: 310 pause gap1 resume 312x3 end1
// CHECK-NEXT: thread: pause gap1 resume 313
// CHECK-NOT: {{.}}
// LATE: thread: pause gap1 resume 302x2 end1
// LATE-NEXT: thread: pause gap1 resume 312x3 end1
// LATE-NEXT: thread: pause gap1 resume 313
// LATE-NOT: {{.}}
// META: ended = "stop";
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <signal.h>

#include "Inputs/steps.h"

static void *work(void *me) {
  ipoint_timed(310u);
  rest(me); /* paused meanwhile */
  ipoint_timed(311u);
  rest(me); /* started */
  ipoint_timed(312u);
  ipoint_timed(312u);
  rest(me); /* paused and started again: nothing is missing */
  ipoint_timed(312u);
  rest(me); /* stopped */
  ipoint_timed(315u);
  return me;
}

static void *made_while_paused(void *me) {
  ipoint_timed(311u);
  rest(me); /* started */
  ipoint_untimed(313u);
  rest(me);
  return me;
}

static void start(int number) {
  (void)number;
  ipoint_start();
}

int main(void) {
  struct worker first, second;
  int i;
  signal(SIGUSR1, start);
  for (i = 0; i < 10; i++)
    ipoint_timed(300u);
  begin(&first, work);
  ipoint_pause();
  for (i = 0; i < 10; i++)
    ipoint_timed(301u);
  step(&first);
  begin(&second, made_while_paused);
  raise(SIGUSR1);
  step(&first);
  step(&second);
  ipoint_pause();
  ipoint_start();
  step(&first);
  ipoint_timed(302u);
  finish(&second);
  ipoint_untimed(302u);
  ipoint_stop();
  ipoint_timed(303u);
  ipoint_start(); /* it is over */
  for (i = 0; i < 100000; i++)
    ipoint_timed(303u);
  finish(&first);
  return 0;
}
#include "Inputs/unit.h"
