// RUN: %cc -O2 -I%runtime_include -I%S/../../runtime %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s
// The program has written into its ring's header: ipoint-run says it, and does not spend the program's time on it.
// CHECK: ipoint-run sleeps most of the time
#include "src/ring.h"
#undef IPOINT_NO_UNIT
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const struct ipoint_unit ipoint_this_unit
    __attribute__((section("ipoint_units"), used, aligned(4))) = {{1u, 256u, 100u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};

/* CPU time of the drain, clock ticks. */
static long used_time(void) {
  long user = 0, system = 0;
  char name[64];
  FILE *file;
  snprintf(name, sizeof name, "/proc/%ld/stat", (long)getppid());
  file = fopen(name, "r");
  if (fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) != 2)
    user = 1000000;
  fclose(file);
  return user + system;
}

int main(void) {
  struct ipoint_ring_header *ring;
  long before;
  int i;
  for (i = 0; i < 10; i++)
    ipoint_timed(300u);
  usleep(100000);
  ring = (struct ipoint_ring_header *)(void *)ipoint_self;
  ring->tail += 1000;
  before = used_time();
  usleep(1000000);
  if (used_time() - before < sysconf(_SC_CLK_TCK) / 3)
    puts("ipoint-run sleeps most of the time");
  return 0;
}
