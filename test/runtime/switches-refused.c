// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %cc %S/Inputs/no-perf.c -o %t.no-perf
// RUN: %t.no-perf %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: %t.no-perf %ipoint_run --switches=yes -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=ASKED --match-full-lines --implicit-check-not={{.}}
// RUN: %check_ctf %t.trace
// RUN: env IPOINT_SWITCHES=yes %t.no-perf %ipoint_run --switches=auto -o %t.trace -- %t 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %check_ctf %t.trace
// Where the kernel does not permit recording switches, the trace says why, and ipoint-run only if it was
// asked for them; all else is as ever.
// CHECK: ipoint-run: 2 records of 1 thread in {{.*}} (0 lost){{.*}}
// META: switches = "none: perf_event_open is not permitted (kernel.perf_event_paranoid is {{.*}})";
// META-NEXT: switches_recorded = 0;
// ASKED: ipoint-run: context switches could not be recorded, so all times are response times: perf_event_open is not permitted (kernel.perf_event_paranoid is {{.*}})
// ASKED-NEXT: ipoint-run: 2 records of 1 thread in {{.*}} (0 lost){{.*}}
#include "ipoint/probe.h"

int main(void) {
  ipoint_timed(300u);
  ipoint_timed(301u);
  return 0;
}
#include "Inputs/unit.h"
