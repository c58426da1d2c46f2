// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --follow-forks -o %t.trace -- %t 2>&1 | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// A program asks the kernel whether it knows filters, by a call that fails: its threads are recorded as before.
// CHECK: refused: Bad address
// CHECK: refused: Bad address
// CHECK-NOT: could not be recorded
// COUNT: own=4 {{.*}} lost=0 streams=4
#include "ipoint/probe.h"
#include <errno.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *work(void *argument) {
  ipoint_timed(301u);
  return argument;
}

static void tell(long result) {
  printf("%s: %s\n", result == -1 ? "refused" : "done", strerror(errno));
  fflush(stdout);
}

int main(void) {
  pthread_t threads[3];
  int i;
  ipoint_timed(300u);
  pthread_create(&threads[0], NULL, work, NULL);
  tell(syscall(SYS_seccomp, (long)SECCOMP_SET_MODE_FILTER, 0L, NULL));
  pthread_create(&threads[1], NULL, work, NULL);
  tell(syscall(SYS_prctl, (long)PR_SET_SECCOMP, (long)SECCOMP_MODE_FILTER, NULL, 0L, 0L));
  pthread_create(&threads[2], NULL, work, NULL);
  for (i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
#include "Inputs/unit.h"
