// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: bash %S/Inputs/agree.sh %babeltrace2 %t.trace %t.err
// RUN: %cc -O2 -DPATHS -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.paths
// RUN: %ipoint_run -o %t.trace -- %t.paths 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count --paths %t.trace | FileCheck %s --check-prefix=COUNT
// The parent: 10 before and 10 after. A child: 5. A child that executes: 5 before, 3 after.
// CHECK: ipoint-run: 33 records of 4 threads in {{.*}} (0 lost)
// COUNT: own=33 {{.*}} streams=4
#include "Inputs/probes.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void probes(int n) {
  while (n-- > 0)
    ANY(300u);
}

int main(int argc, char **argv) {
  int status, children = 0;
  if (argc > 1) {
    probes(3);
    return 0;
  }
  probes(10);
  if (fork() == 0) {
    probes(5);
    _exit(0);
  }
  if (fork() == 0) {
    probes(5);
    execl(argv[0], argv[0], "executed", (char *)NULL);
    _exit(1);
  }
  while (wait(&status) > 0)
    children += status == 0;
  probes(10);
  return children != 2;
}
#include "Inputs/unit.h"
