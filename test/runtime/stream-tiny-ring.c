// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=4096 %ipoint_run -o %t.trace -- %t 300000 >/dev/null
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t 10000 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: bash %S/Inputs/agree.sh %babeltrace2 %t.trace %t.err
// RUN: FileCheck %s --check-prefix=PAUSE --input-file=%t.err.events
// The program is faster than any drain: it waits, records its waits, and loses nothing.
// CHECK: own=300000 pauses=[[N:[1-9][0-9]*]] resumes=[[N]] lost=0 streams=1 {{.*}} last=300255
// PAUSE: { ipoint = 1 }
// Where the system records them, switches may lie in between.
// PAUSE-NOT: ipoint = {{[0-9][0-9][0-9]}}
// PAUSE: { ipoint = 2 }
#include "ipoint/probe.h"
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned id, end = 256u + (unsigned)atoi(argv[argc - 1]);
  for (id = 256u; id < end; id++)
    if (id % 3 == 0)
      ipoint_untimed(id);
    else
      ipoint_timed(id);
  return 0;
}
#include "Inputs/unit.h"
