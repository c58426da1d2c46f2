// RUN: %cc -O2 -I%runtime_include -I%S/../../runtime %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t >%t.out 2>%t.err
// The program has written into its ring's header: ipoint-run says it, and so do the trace and reports of it (missing-by-count.test).
// It does not spend the program's time on it.
// RUN: FileCheck %s --check-prefix=OUT <%t.out
// RUN: FileCheck %s --check-prefix=NONE <%t.err
// RUN: FileCheck %s --check-prefix=META <%t.trace/metadata
// What was written before that is there.
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t late >%t.out 2>%t.err
// RUN: FileCheck %s --check-prefix=SAID <%t.err
// RUN: FileCheck %s --check-prefix=META <%t.trace/metadata
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=TRACE
// OUT: ipoint-run sleeps most of the time
// NONE: ipoint-run: nothing was recorded: {{.*}} has overwritten its ring; look for stray writes
// NONE-NOT: {{.}}
// SAID: ipoint-run: 10 records of 1 thread in {{.*}} (0 lost)
// SAID-NEXT: ipoint-run: 1 ring was overwritten by the program; the rest of it is missing
// SAID-NOT: {{.}}
// META: rings_overwritten = 1;
// META: complete = 0;
// TRACE: thread: 300x10
// TRACE-NOT: {{.}}
#include "ipoint/control.h"
#include "core/slowpath.h"
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

int main(int argc, char **argv) {
  struct ipoint_ring_header *ring;
  long before;
  int i;
  for (i = 0; i < 10; i++)
    ipoint_timed(300u);
  if (argc > 1)
    ipoint_flush();
  (void)argv;
  usleep(100000);
  ipoint_timed(301u);
  ring = (struct ipoint_ring_header *)(void *)((char *)ipoint_self - offsetof(struct ipoint_ring_header, probe));
  ring->tail += 1000;
  before = used_time();
  usleep(1000000);
  if (used_time() - before < sysconf(_SC_CLK_TCK) / 3)
    puts("ipoint-run sleeps most of the time");
  return 0;
}
