// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run --policy=discard -o %t.trace -- %t 100000 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// RUN: env IPOINT_POLICY=discard IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t 1023
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=FITS
// The first ones of each thread, one slot of 1024 recording that more came.
// CHECK: thread: 300x1023 end3
// CHECK-NEXT: thread: 300x1023 end3
// FITS: thread: 300x1023
// FITS-NEXT: thread: 300x1023
// META: policy = "discard";
// META: records = 2048;
// META-NEXT: records_lost = 0;
// META: ended = "full";
// SAID: ipoint-run: 2,048 records of 2 threads in {{.*}} (0 lost)
// SAID-NEXT: ipoint-run: {{.*}}: recording ended before the program, as a ring was full (policy discard)
#include "ipoint/probe.h"
#include <pthread.h>
#include <stdlib.h>

static long count;

static void *work(void *argument) {
  long i;
  for (i = 0; i < count; i++)
    ipoint_timed(300u);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  count = atol(argv[argc - 1]);
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
#include "Inputs/unit.h"
