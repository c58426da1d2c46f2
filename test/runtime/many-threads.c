// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 200 1 2>%t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run -o %t.trace -- %t 1 500 2>%t.err
// RUN: FileCheck %s --input-file=%t.err --check-prefix=SHORT
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --policy=overwrite -o %t.trace -- %t 200 1 2>&1 | FileCheck %s --check-prefix=RING
// RUN: %check_ctf %t.trace
// 200 threads at once, and 500 short ones, one after another.
// CHECK: ipoint-run: 200,001 records of 201 threads in {{.*}} (0 lost)
// COUNT: own=200001 {{.*}} lost=0 streams=201
// SHORT: ipoint-run: 500,001 records of 501 threads in {{.*}} (0 lost)
// RING: ipoint-run: 200,001 records of 201 threads in {{.*}} (0 lost)
#include "ipoint/probe.h"
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t all_here;

static void *work(void *argument) {
  int i;
  for (i = 0; i < 500; i++) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
  pthread_barrier_wait(&all_here);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t threads[1000];
  int i, count = atoi(argv[1]), rounds = atoi(argv[2]);
  (void)argc;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_barrier_init(&all_here, NULL, (unsigned)count);
  while (rounds-- > 0) {
    for (i = 0; i < count; i++)
      if (pthread_create(&threads[i], &small, work, NULL) != 0)
        return 1;
    for (i = 0; i < count; i++)
      pthread_join(threads[i], NULL);
  }
  ipoint_timed(302u);
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-017
