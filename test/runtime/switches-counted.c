// REQUIRES: perf-switches
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --switches=yes -o %t.trace -- %t > %t.naps && %check_ctf %t.trace
// RUN: %python %S/Inputs/switches-counted.py %t.trace/metadata %t.naps
// What is recorded and what is said to be lost are all switches that the kernel counts for the process, out and in, but
// for a few before its first instruction and behind its last. It counts those of the naps by themselves, too: a nap that
// is over before the program has left the processor is none.
#include "ipoint/probe.h"
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static long switches(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_nvcsw + used.ru_nivcsw;
}

int main(void) {
  struct timespec nap = {0, 100000};
  long before = switches();
  int i;
  for (i = 0; i < 1000; i++) {
    ipoint_timed(300u);
    nanosleep(&nap, NULL);
  }
  printf("%ld\n", switches() - before);
  return 0;
}
#include "Inputs/unit.h"
