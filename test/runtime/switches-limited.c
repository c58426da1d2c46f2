// REQUIRES: perf-switches
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --limit 20K -o %t.trace -- %t 2>&1 | FileCheck %s
// RUN: %ipoint_run --limit none -o %t.whole -- %t
// RUN: %python -c "import glob, os, sys; size, whole = (sum(map(os.path.getsize, glob.glob(t + '/stream-*'))) for t in sys.argv[1:]); assert 0 < 2 * size < whole, (size, whole)" %t.trace %t.whole
// RUN: %check_ctf %t.trace
// Records and context switches share the size that the trace may have: a program that switches all the time ends its
// recording there, and runs on.
// CHECK: recording ended before the program, at the size limit of 20,480 bytes
#include "ipoint/probe.h"
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <sys/wait.h>

int main(void) {
  struct timespec begin, now;
  int naps = 0;
  pid_t other = fork();
  if (other == 0)
    for (;;)
      sched_yield();
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    struct timespec nap = {0, 50000};
    ipoint_timed(300u);
    nanosleep(&nap, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    naps++;
  } while (now.tv_sec - begin.tv_sec < 3 || (naps < 10000 && now.tv_sec - begin.tv_sec < 15)); /* beside others it takes longer */
  kill(other, 9);
  waitpid(other, NULL, 0);
  return 0;
}
#include "Inputs/unit.h"
