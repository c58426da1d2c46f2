// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// A daemon's start: the program ends, what it forked goes on. One child has recorded; the other
// is still making its ring, which on a busy machine takes some time.
// CHECK: ipoint-run: 15 records of 2 threads in {{.*}} (0 lost)
// CHECK-NEXT: ipoint-run: 2 processes are still running; the trace ends where the program ended
#include "ipoint/probe.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void probes(int n) {
  while (n-- > 0)
    ipoint_timed(300u);
}

static void outlive(int ready, int parent_end) {
  char byte = 0;
  if (write(ready, &byte, 1) == 1)
    while (read(parent_end, &byte, 1) > 0)
      ;
  usleep(300000);
  _exit(0);
}

int main(void) {
  int ready[2], end[2], i;
  char byte;
  if (pipe(ready) != 0 || pipe(end) != 0)
    return 1;
  probes(10);
  for (i = 0; i < 2; i++)
    if (fork() == 0) {
      char name[4096];
      close(end[1]);
      snprintf(name, sizeof name, "%s/%d-%d.0", getenv("IPOINT_SESSION"), (int)getpid(),
               (int)getpid());
      if (i == 0)
        probes(5);
      else if (open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) < 0)
        _exit(1);
      outlive(ready[1], end[0]);
    }
  for (i = 0; i < 2; i++)
    if (read(ready[0], &byte, 1) != 1)
      return 1;
  return 0;
}
#include "Inputs/unit.h"
