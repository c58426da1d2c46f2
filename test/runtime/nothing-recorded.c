// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// Nothing is there to report on: exit status 2, unless the program has failed.
// RUN: not %ipoint_run -o %t.trace true 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %check_ctf %t.trace
// RUN: not %ipoint_run -o %t.trace %t never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --paused -o %t.trace %t never 2>&1 | FileCheck %s --check-prefix=PAUSED
// RUN: %ipoint_run -o %t.trace %t small-files 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: %check_ctf %t.trace
// RUN: %babeltrace2 %t.trace
// RUN: sh -c '%ipoint_run -o %t.trace true 2> %t.none; echo $?; %ipoint_run -n 2 -o %t.trace true 2> %t.none; echo $?; %ipoint_run -o %t.trace false 2> %t.none; echo $?' | FileCheck %s --check-prefix=CODE
// CODE: 2
// CODE-NEXT: 2
// CODE-NEXT: 1
// PLAIN: ipoint-run: nothing was recorded: {{.*}}true has no ipoint runtime in it; build and link it with ipoint-cc
// NEVER: ipoint-run: nothing was recorded: {{.*}} never passed an ipoint
// PAUSED: ipoint-run: nothing was recorded: {{.*}} never called ipoint_start(), or passed no ipoint after it; record it without --paused
// ROOM: ipoint-run: nothing was recorded: no memory for a ring: File too large{{$}}
#include "ipoint/probe.h"
#include <string.h>
#include <sys/resource.h>

int main(int argc, char **argv) {
  struct rlimit limit = {1 << 10, 1 << 10};
  if (strcmp(argv[argc - 1], "never") == 0)
    return 0;
  setrlimit(RLIMIT_FSIZE, &limit);
  ipoint_timed(300u);
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-082
