// REQUIRES: namespaces
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=64K timeout 60 %ipoint_run -o %t.trace -- unshare -rpf %t
// RUN: %trace_count %t.trace | FileCheck %s
// RUN: %check_ctf %t.trace
// A process in another PID namespace lives, though the drain finds none with its number.
// CHECK: own=100000 {{.*}} lost=0 streams=1 
#include "ipoint/probe.h"
#include <unistd.h>

int main(void) {
  int i, k;
  for (i = 0; i < 10; i++) {
    for (k = 0; k < 10000; k++)
      ipoint_timed(300u);
    usleep(20000);
  }
  return 0;
}
#include "Inputs/unit.h"
