// RUN: rm -rf %t.trace && %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --switches=no -o %t.trace -- %t
// RUN: %python %S/Inputs/first-of-page.py %t.trace/stream-* | FileCheck %s
// REQUIRES: x86-64
// The first record of each page of the ring takes as long as others: probes ask for the page before they are there. On a
// machine with busy neighbours it took 400 to 800 ticks instead of 23, and reports took that for interrupts.
// CHECK: alike
#include "ipoint/probe.h"

int main(void) {
  for (long n = 0; n < 1500000; ++n)
    ipoint_timed(300u);
  return 0;
}
