// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --policy=burst:100/5 -o %t.trace -- %t >%t.out
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace >%t.dump
// RUN: bash %S/Inputs/bursts.sh %t.out %t.dump 100
// RUN: %ipoint_run --policy=burst:1000/5 -o %t.trace -- %t >%t.out
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace >%t.dump
// RUN: bash %S/Inputs/bursts.sh %t.out %t.dump 1000
// With path records; what others do on this machine may leave too few bursts.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -DPATHS -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o paths
// RUN: sh %S/Inputs/three-tries.sh "%ipoint_run --policy=burst:1000/5 -o trace -- ./paths >out && %python %S/Inputs/dump.py trace >dump && bash %S/Inputs/bursts.sh out dump 1000"
// RUN: %check_ctf trace && %trace_count --paths trace
// Each thread works for 200 ms of CPU time, however long that takes, and counts its probes.
#include "Inputs/probes.h"
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *work(void *argument) {
  struct timespec begin, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  do {
    int i;
    for (i = 0; i < 5000; i++)
      ANY(300u);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    *(long *)argument += 5000;
  } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 200);
  return argument;
}

int main(void) {
  pthread_t thread;
  long own = 0, other = 0;
  pthread_create(&thread, NULL, work, &other);
  work(&own);
  pthread_join(thread, NULL);
  printf("%ld %ld\n", own, other);
  return 0;
}
#include "Inputs/unit.h"
