// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace && env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace %t
// RUN: bash -c 'for i in $(seq 3000); do grep -q "complete = 1" %t.trace/metadata && break; sleep 0.01; done'
// RUN: %trace_count %t.trace | FileCheck %s
// RUN: %check_ctf %t.trace
// A daemon: forks, lets its parent go, closes every descriptor, forks again, and goes on for a while with a thread.
// CHECK: own=20500 {{.*}} lost=0 streams=4
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <pthread.h>
#include <unistd.h>

static void probes(int n) {
  while (n-- > 0) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
}

static void *work(void *argument) {
  probes(50);
  return argument;
}

int main(void) {
  pthread_t thread;
  probes(100);
  if (daemon(1, 0) != 0)
    return 1;
  probes(50);
  closefrom(0);
  if (fork() != 0)
    _exit(0);
  closefrom(0);
  probes(50);
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 1;
  pthread_join(thread, NULL);
  usleep(100000);
  probes(10000);
  return 0;
}
#include "Inputs/unit.h"
