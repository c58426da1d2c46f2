// REQUIRES: perf-tracepoints
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --interrupts -o %t.trace -- %t && %check_ctf %t.trace
// RUN: FileCheck %s < %t.trace/metadata
// RUN: %babeltrace2 %t.trace | grep -c 'ipoint = 22' > %t.begun && %babeltrace2 %t.trace | grep -c 'ipoint = 23' > %t.ended
// RUN: test "$(cat %t.begun)" -gt 0 && test "$(cat %t.ended)" -gt 0
// Interrupts that come while a thread records lie in its stream of switches. Nothing is asked of the kernel unless it is wanted.
// CHECK: switches = "perf";
// CHECK: kernel_interrupts = "perf";
// CHECK-NEXT: kernel_interrupts_recorded = {{[1-9][0-9]*}};
// RUN: %ipoint_run -o %t.trace -- %t && not grep kernel_interrupts %t.trace/metadata
// Where switches are not recorded there are no streams for them, and that is said.
// RUN: %ipoint_run --interrupts --switches=no -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=NO
// NO: ipoint-run: interrupts could not be recorded: context switches are not recorded
#include "ipoint/probe.h"
#include <time.h>

int main(void) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    volatile int i;
    ipoint_timed(300u);
    for (i = 0; i < 10000; i++)
      ;
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - begin.tv_sec < 1);
  return 0;
}
#include "Inputs/unit.h"
