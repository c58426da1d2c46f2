// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run --policy=overwrite -o %t.trace -- %t 100000 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: bash %S/Inputs/agree.sh %babeltrace2 %t.trace %t.err
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=META
// RUN: env IPOINT_POLICY=overwrite %ipoint_run -o %t.trace -- %t 700 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %check_ctf %t.trace
// Of 1024 slots one is always about to be written. Marks of the runtime count as records:
// two for every quarter that was begun.
// CHECK: ipoint-run: 1,023 records of 1 thread in {{.*}} (0 lost, {{99,7..|99,8..}} older ones overwritten)
// COUNT: events=1023 own=10{{1.}} {{.*}} streams=1 {{.*}} last=100255
// META: policy = "overwrite";
// META: records = 1023;
// META-NEXT: records_lost = 0;
// META-NEXT: records_overwritten = 99{{[0-9]*}};
// FEW: ipoint-run: 700 records of 1 thread in {{.*}} (0 lost)
#include "ipoint/probe.h"
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned id, end = 256u + (unsigned)atoi(argv[argc - 1]);
  for (id = 256u; id < end; id++)
    ipoint_timed(id);
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-014
