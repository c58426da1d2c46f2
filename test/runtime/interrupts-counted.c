// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --pin 0 -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.trace/metadata
// RUN: %cc %S/Inputs/no-perf.c -o %t.no-perf
// RUN: %t.no-perf %ipoint_run --pin 0 -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.trace/metadata
// The program sleeps long enough for the CPU's timer to strike: what came on its CPU while it ran is in the trace,
// whether or not recorded switches show which CPU that was.
// CHECK: interrupts = "{{.*}}{{[A-Za-z0-9/.-]+}}:{{[1-9][0-9]*}}
// CHECK-NEXT: softirqs = "
// CHECK-NEXT: cpus_used = "0";
#include "ipoint/probe.h"
#include <time.h>

int main(void) {
  struct timespec nap = {0, 50000000};
  ipoint_timed(300u);
  nanosleep(&nap, NULL);
  ipoint_timed(301u);
  return 0;
}
#include "Inputs/unit.h"
