// REQUIRES: perf-switches
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --switches=yes -o %t.trace -- %t && %check_ctf %t.trace
// RUN: %python %S/Inputs/switches-counted.py %t.trace/metadata
// What is recorded and what is told as lost are all switches that the kernel counts for the process, out and in, but for
// a few before its first instruction and behind its last.
#include "ipoint/probe.h"
#include <time.h>

int main(void) {
  struct timespec nap = {0, 100000};
  int i;
  for (i = 0; i < 1000; i++) {
    ipoint_timed(300u);
    nanosleep(&nap, NULL);
  }
  return 0;
}
#include "Inputs/unit.h"
