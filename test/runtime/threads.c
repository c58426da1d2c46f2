// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: bash %S/Inputs/agree.sh %babeltrace2 %t.trace %t.err
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=TINY
// RUN: %cc -O2 -DPATHS -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.paths
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t.paths
// RUN: %check_ctf %t.trace
// RUN: %trace_count --paths %t.trace | FileCheck %s --check-prefix=TINY
// One ring for each thread, also for those that start when others have ended and may get their
// numbers; the probes of a key's destructor belong to the thread.
// CHECK: ipoint-run: 40,041 records of 41 threads in {{.*}} (0 lost)
// COUNT: events=40041 own=40041 pauses=0 resumes=0 lost=0 streams=41
// TINY: own=40041 {{.*}} lost=0 streams=41
#include "Inputs/probes.h"
#include <pthread.h>

static pthread_key_t key;

static void destroy(void *value) {
  (void)value;
  ipoint_timed(302u);
}

static void *work(void *argument) {
  int i;
  pthread_setspecific(key, &key);
  for (i = 0; i < 500; i++) {
    ipoint_timed(300u);
    UNTIMED(301u);
  }
  return argument;
}

int main(void) {
  pthread_t threads[8];
  int i, round;
  pthread_key_create(&key, destroy);
  ipoint_timed(300u);
  for (round = 0; round < 5; round++) {
    for (i = 0; i < 8; i++)
      pthread_create(&threads[i], NULL, work, NULL);
    for (i = 0; i < 8; i++)
      pthread_join(threads[i], NULL);
  }
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-017
