// A trace holds the build id of the program, if the linker wrote one.
// RUN: %cc -O1 %s -Wl,--build-id=0x0123456789abcdef -o %t.with %link_runtime
// RUN: %ipoint_run -o %t.trace -- %t.with && FileCheck %s <%t.trace/metadata
// CHECK: build_id = "0123456789abcdef";
// RUN: %cc -O1 %s -Wl,--build-id=none -o %t.without %link_runtime
// RUN: %ipoint_run -o %t.trace -- %t.without && FileCheck %s --check-prefix=NONE <%t.trace/metadata
// NONE-NOT: build_id
// RUN: %check_ctf %t.trace
#include "ipoint/probe.h"
#include "Inputs/unit.h"

int main(void) {
  ipoint_timed(300u);
  return 0;
}
// REQ: IP-REQ-083
