// RUN: %cc -O2 -static -pthread -I%runtime_include %s %runtime_libdir/libipoint.a -o %t
// RUN: %t
// RUN: %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: rm -rf %t.trace
// RUN: env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace %t
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s
// CHECK: events=3 own=3 {{.*}} streams=2
// META: unit_0 = "00000001 00000100
#include "ipoint/probe.h"
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument) {
  ipoint_timed(300u);
  return argument;
}

int main(void) {
  pthread_t thread;
  ipoint_timed(300u);
  ipoint_untimed(301u);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
#include "Inputs/unit.h"
