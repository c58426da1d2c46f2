// RUN: %cc -O2 -I%runtime_include -I%S/../../runtime %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: bash %S/Inputs/cut-off.sh %ipoint_run %t %trace_count %t.trace "%check_ctf" >%t.out 2>&1 || { cat %t.out; exit 1; }
// RUN: FileCheck %s --match-full-lines --implicit-check-not={{.}} --input-file=%t.out
// A program that truncates the file of its ring, or truncates or overwrites the session's control page, does not take ipoint-run with it: it has
// the program's exit status, names process and file, keeps what it had read, and leaves nothing in memory. (Of a ring of
// 16384 bytes, header included, two of 1024 records are marks of the runtime's.)
// CHECK: stream ring 0: 1000 of 1100 complete=0
// CHECK-NEXT: process PID has cut off its ring SESSION/PID-PID.0: what had not been written of it by then is missing
// CHECK-NEXT: stream ring 2000: 1000 of 1100 complete=0
// CHECK-NEXT: process PID has cut off its ring SESSION/PID-PID.0: what had not been written of it by then is missing
// CHECK-NEXT: stream ring 16384: 1022 of 1100 complete=0
// CHECK-NEXT: process PID has cut off its ring SESSION/PID-PID.0: what had not been written of it by then is missing
// CHECK-NEXT: discard ring 16384: 1024 of 1100 complete=0
// CHECK-NEXT: process PID has cut off its ring SESSION/PID-PID.0: what had not been written of it by then is missing
// CHECK-NEXT: overwrite ring 16384: 1022 of 1100 complete=0
// CHECK-NEXT: process PID has cut off its ring SESSION/PID-PID.0: what had not been written of it by then is missing
// CHECK-NEXT: stream control 0: 1100 of 1100 complete=0
// CHECK-NEXT: process PID (PROGRAM), or one that it started, has cut off or overwritten the session's control page SESSION/control: what else is missing is not known
// CHECK-NEXT: stream control 100: 1100 of 1100 complete=0
// CHECK-NEXT: process PID (PROGRAM), or one that it started, has cut off or overwritten the session's control page SESSION/control: what else is missing is not known
// The counts of processes and of threads that could not be recorded:
// CHECK-NEXT: stream stray 68: 1100 of 1100 complete=0
// CHECK-NEXT: process PID (PROGRAM), or one that it started, has cut off or overwritten the session's control page SESSION/control: what else is missing is not known
#include "ipoint/probe.h"
#include "wire/ring.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void probes(int n) {
  while (n-- > 0)
    ipoint_timed(300u);
}

/* Until all of them are: a quarter of the ring is at once, the rest a little later. */
static void wait_until_written(const volatile struct ipoint_ring_header *ring, unsigned long records) {
  int tries;
  for (tries = 0; ring->policy == IPOINT_STREAM && ring->tail < records && tries < 1000; tries++)
    usleep(10000);
}

int main(int argc, char **argv) {
  const char *session = getenv("IPOINT_SESSION");
  char path[4096];
  const struct ipoint_ring_header *ring = NULL;
  int file, i;
  /* So that the ring's file still has its name when it is opened. */
  kill(getppid(), SIGSTOP);
  probes(1);
  if (strcmp(argv[1], "ring") == 0)
    snprintf(path, sizeof path, "%s/%d-%d.0", session, (int)getpid(), (int)getpid());
  else
    snprintf(path, sizeof path, "%s/control", session);
  file = open(path, O_RDWR);
  if (strcmp(argv[1], "ring") == 0)
    ring = mmap(NULL, sizeof *ring, PROT_READ, MAP_SHARED, file, 0);
  kill(getppid(), SIGCONT);
  probes(999);
  usleep(200000);
  if (ring)
    wait_until_written(ring, 1000);
  probes(100);
  if (file < 0 || (strcmp(argv[1], "stray") == 0 ? pwrite(file, "\337\337\337\337\337\337\337\337", 8, atol(argv[2])) != 8
                                                 : ftruncate(file, atol(argv[2])) != 0))
    return 1;
  usleep(200000);
  printf("%d %s\n", (int)getpid(), session);
  fflush(stdout);
  for (i = 0; i < argc; i++)
    usleep(1);
  _exit(3);
}
#include "Inputs/unit.h"
