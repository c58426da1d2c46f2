// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s
// RUN: %check_ctf %t.trace
// A handler that jumps out of the slow path ends its ring, which leaves the program's memory.
// CHECK: few rings are mapped
#include "ipoint/probe.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf place;
static volatile int jumps;

static void on_timer(int number) {
  (void)number;
  siglongjmp(place, 1);
}

int main(void) {
  struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  FILE *maps;
  char line[512];
  int rings = 0;
  signal(SIGALRM, on_timer);
  if (sigsetjmp(place, 1))
    jumps++;
  else
    setitimer(ITIMER_REAL, &often, NULL);
  while (jumps < 300)
    ipoint_timed(300u);
  setitimer(ITIMER_REAL, &never, NULL);
  maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps))
    rings += strstr(line, "/ipoint-") && !strstr(line, "control");
  puts(rings <= 2 ? "few rings are mapped" : "jumps have left rings");
  return 0;
}
#include "Inputs/unit.h"
