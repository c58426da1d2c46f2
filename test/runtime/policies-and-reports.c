// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env IPOINT_DB=%t.d/ipoint.db %ipoint_cc %cc -O2 -pthread -I%runtime_include %s -o program
// RUN: bash %S/Inputs/each-policy.sh "%ipoint_run" "%ipoint_report" ./program "%check_ctf"
// Instrumented code with recursion, longjmp, threads and a handler, pausing and starting as it runs: under each policy the
// report has no impossible transition (it would refuse the trace), and marks what was cut by the policy.
#include "ipoint/ipoint.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
static jmp_buf where;
static volatile unsigned ticks;
static int depth(int n) { return n == 0 ? 1 : depth(n - 1) + n % 3; }
static void leave(int n) { if (n == 0) longjmp(where, 1); leave(n - 1); }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void tick(int number) { int i; for (i = 0; i < 5; i++) if (i & 1) ticks += (unsigned)number; }
static void pauses(int i) {
  if (i % 50 == 10) ipoint_pause();
  if (i % 50 == 20) ipoint_start();
}
static void *work(void *argument) {
  int i, k, numbers[64], calls = argument != NULL;
  for (i = 0; i < 4000; i++) {
    for (k = 0; k < 64; k++) numbers[k] = (i * 7919 + k * 104729) % 1009;
    if (i % 16 == 0) qsort(numbers, 64, sizeof *numbers, compare);
    depth(i % 40);
    if (i % 64 == 5 && calls && setjmp(where) == 0) leave(i % 10);
    if (calls) pauses(i);
  }
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t thread; struct itimerval t = {{0, 500}, {0, 500}};
  signal(SIGALRM, tick); setitimer(ITIMER_REAL, &t, NULL);
  pthread_create(&thread, NULL, work, NULL);
  work(argc > 1 ? (void*)argv : (void *)0);
  pthread_join(thread, NULL);
  if (argc > 2) ipoint_trigger(100);
  work(argv);
  return 0;
}
// REQ: IP-REQ-014
