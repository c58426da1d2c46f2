// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run --policy overwrite -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// RUN: %ipoint_run --policy stream -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=STREAM
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run --policy stream -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=STREAM
// Each thread that runs makes 700 more records: what led to the event, and what came of it. The first
// event counts, and the ring holds no more than it did.
// CHECK: thread: 300x{{[23]..}} 301x300 302x400 end2
// CHECK-NEXT: thread: 310x5 311x700 end2
// CHECK-NEXT: thread: 310x5 311x10
// CHECK-NOT: {{.}}
// STREAM: thread: 300x5000 301x300 302x400 end2
// STREAM-NEXT: thread: 310x5 311x700 end2
// STREAM-NEXT: thread: 310x5 311x10
// META: ended = "trigger";
// SAID: ipoint-run: {{.*}} records of 3 threads
// SAID: ipoint-run: {{.*}}: recording ended before the program, after ipoint_trigger()
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"

#include "Inputs/steps.h"

static void probes(unsigned id, int count) {
  while (count-- > 0)
    if (count % 3)
      ipoint_timed(id);
    else
      ipoint_untimed(id);
}

static void *work(void *me) {
  probes(310u, 5);
  rest(me);
  probes(311u, 10);
  rest(me);
  probes(311u, 20000);
  return me;
}

int main(void) {
  struct worker busy, idle;
  begin(&busy, work);
  begin(&idle, work);
  probes(300u, 5000);
  ipoint_trigger(700);
  probes(301u, 300);
  ipoint_trigger(1);
  step(&busy);
  step(&idle);
  probes(302u, 50000);
  finish(&busy);
  return 0;
}
#include "Inputs/unit.h"
