// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t %python %S/Inputs/dump.py %t.trace | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run -o %t.trace -- %t true
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=ALL
// RUN: %t true
// While the program still runs, what it has recorded lies in the trace, which is whole as far as it
// goes. The time that it waited for that is marked.
// CHECK: thread: 300x3
// CHECK-NEXT: thread: 310
// CHECK-NOT: {{.}}
// ALL: thread: 300x4
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <stdlib.h>
#include <string.h>

#include "Inputs/steps.h"

static void *work(void *me) {
  ipoint_timed(310u);
  rest(me);
  return me;
}

int main(int argc, char **argv) {
  char command[4096] = "";
  struct worker worker;
  int i, result;
  for (i = 1; i < argc; i++) {
    strcat(command, argv[i]);
    strcat(command, " ");
  }
  for (i = 0; i < 3; i++)
    ipoint_timed(300u);
  begin(&worker, work);
  ipoint_flush();
  result = system(command);
  ipoint_timed(300u);
  finish(&worker);
  return result != 0;
}
#include "Inputs/unit.h"
