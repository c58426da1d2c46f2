// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace
// RUN: %ipoint_run --switches=no -n 3 --pin 0 -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: %check_ctf %t.trace
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=LIST3 --match-full-lines --implicit-check-not={{.}}
// RUN: %ipoint_run --switches=no -n 2 -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %check_ctf %t.trace
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=LIST2 --match-full-lines --implicit-check-not={{.}}
// RUN: %babeltrace2 %t.trace/run-002
// RUN: %ipoint_run --switches=no -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %check_ctf %t.trace
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=LIST1 --match-full-lines --implicit-check-not={{.}}
// The exit status is that of the first run that failed, which is named; the others go on.
// RUN: rm -f %t.count && not %ipoint_run --switches=no -n 3 -o %t.trace -- sh -c 'echo >> %t.count; %t; [ $(wc -l < %t.count) != 2 ]' 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: ipoint-run: run 2 of 3 ended with exit status 1
// SECOND-NEXT: ipoint-run: 3 records of 3 threads in 3 runs
// RUN: bash %S/Inputs/fails.sh 127 %ipoint_run --switches=no -n 2 -o %t.new -- /nope
// RUN: not ls %t.new
// A trace that is there is replaced, whichever kind it was: the summary has it.
// THREE: ipoint-run: 3 records of 3 threads in 3 runs in {{.*}} (0 lost){{$}}
// LIST3: run-001
// LIST3-NEXT: run-002
// LIST3-NEXT: run-003
// TWO: ipoint-run: 2 records of 2 threads in 2 runs in {{.*}} (0 lost), in place of the 3 traces that were there{{$}}
// LIST2: run-001
// LIST2-NEXT: run-002
// ONE: ipoint-run: 1 record of 1 thread in {{.*}} (0 lost), in place of the 2 traces that were there{{$}}
// LIST1: metadata
// LIST1-NEXT: stream-{{.*}}
#include "ipoint/probe.h"

int main(void) {
  ipoint_timed(300u);
  return 0;
}
#include "Inputs/unit.h"
