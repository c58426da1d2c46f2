// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t %trace_count %t.trace "%check_ctf" stream 8M
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t %trace_count %t.trace "%check_ctf" stream 4096
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t %trace_count %t.trace "%check_ctf" overwrite 4096
// RUN: bash %S/Inputs/killed.sh 3 %ipoint_run %t %trace_count %t.trace "%check_ctf" discard 8M
// RUN: %cc -O2 -DPATHS -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.paths
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t.paths "%trace_count --paths" %t.trace "%check_ctf" stream 8M
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t.paths "%trace_count --paths" %t.trace "%check_ctf" stream 4096
// RUN: bash %S/Inputs/killed.sh 5 %ipoint_run %t.paths "%trace_count --paths" %t.trace "%check_ctf" overwrite 4096
// A child records as fast as it can and is killed by SIGKILL after a random while. A word of
// another shared memory, stored after each probe, holds the number of its records.
#define _GNU_SOURCE
#include "Inputs/probes.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last id then says which record it was. Unrolled only so far that the compiler must use it. */
static void record(volatile unsigned *stored) {
  unsigned id;
  for (id = 256u; id < 8000000u; id++) {
    if (id & 1)
      ipoint_timed(id);
    else
      UNTIMED(id);
    *stored = id;
  }
}

int main(int argc, char **argv) {
  volatile unsigned *stored =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t child = fork();
  if (child == 0) {
    record(stored);
    pause();
  }
  while (*stored == 0)
    ;
  usleep((unsigned)atoi(argv[argc - 1]));
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  printf("%u\n", *stored);
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-015
