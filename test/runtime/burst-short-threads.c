// Between bursts patched probes are taken out of the code: of threads that begin and end there nothing can be recorded, and that is
// said, in numbers where the kernel tells of threads.
// REQUIRES: perf-switches
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -pthread -DIPOINT_PATCHED_PROBES %s -o program %link_runtime
// RUN: %ipoint_run --policy=burst:500/50 -o trace -- ./program 2>said && %check_ctf trace
// RUN: %python %S/Inputs/unseen-threads.py said trace/metadata 902
// RUN: %ipoint_run --policy=burst:500/50 --switches=no -o trace -- ./program 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=UNKNOWN <trace/metadata
// Inline probes stay where they are: each thread has its burst.
// RUN: %cc -O2 -pthread %s -o inline %link_runtime
// RUN: %ipoint_run --policy=burst:500/50 -o trace -- ./inline 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not grep threads_unseen trace/metadata
// CHECK: ipoint-run: how many threads came by no ipoint during a burst is not known, as context switches were not recorded
// UNKNOWN: threads_unseen = -1;
// ALL: records of 902 threads in trace (0 lost)
// ALL-NOT: burst
#include "ipoint/probe.h"
#include "Inputs/unit.h"
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused) {
  ipoint_timed(300u);
  ipoint_timed(301u);
  return unused;
}

int main(void) {
  pthread_t thread;
  int i;
  ipoint_timed(300u);
  ipoint_timed(301u);
  for (i = 0; i < 901; i++) {
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    usleep(500);
  }
  return 0;
}
