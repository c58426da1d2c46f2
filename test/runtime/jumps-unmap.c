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
#include <unistd.h>

static sigjmp_buf place;
static volatile int jumps;

static void on_timer(int number) {
  (void)number;
  siglongjmp(place, 1);
}

static int count_rings(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  int rings = 0;
  while (fgets(line, sizeof line, maps))
    rings += strstr(line, "/ipoint-") && !strstr(line, "control");
  fclose(maps);
  return rings;
}

int main(void) {
  struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  int tries, rings = 3;
  signal(SIGALRM, on_timer);
  if (sigsetjmp(place, 1))
    jumps++;
  else
    setitimer(ITIMER_REAL, &often, NULL);
  while (jumps < 300)
    ipoint_timed(300u);
  setitimer(ITIMER_REAL, &never, NULL);
  /* Those that the drain has read to their end go with the next probe that looks. */
  for (tries = 0; rings > 2 && tries < 500; tries++) {
    usleep(10000);
    ipoint_timed(300u);
    rings = count_rings();
  }
  puts(rings <= 2 ? "few rings are mapped" : "jumps have left rings");
  return 0;
}
#include "Inputs/unit.h"
