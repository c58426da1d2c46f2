// A record holds the number of a path and the count of a loop, however the probe is made. A count that it has no room for takes
// several: all but the last one hold the largest count.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 %s -o inline %link_runtime && %cc -O0 %s -o called %link_runtime
// RUN: %clang -O2 %s -o clang %link_runtime
// RUN: %cc -O2 -std=gnu89 -Wall -Wextra -Werror %s -o c89 %link_runtime
// RUN: for program in inline called clang c89; do %ipoint_run -o $program.trace -- ./$program && %babeltrace2 $program.trace | sed -n 's/.*value = \([0-9]*\), ipoint = 30\(.\) .*/\2 \1/p' > $program.txt && FileCheck %s < $program.txt || exit 1; done
// Where the user links what probes call, too.
// RUN: %cc -O2 -DIPOINT_NO_PORT %s -I%runtime_include -o any && ./any | FileCheck %s
// CHECK: {{^}}0 5{{$}}
// CHECK-NEXT: {{^}}1 8005{{$}}
// The largest count is 255 of 8 bits: 4294967295 + (255 << 32), twice, and 90 more.
// CHECK-NEXT: {{^}}2 1099511627775{{$}}
// CHECK-NEXT: {{^}}2 1099511627775{{$}}
// CHECK-NEXT: {{^}}2 390842023935{{$}}
// CHECK-NEXT: {{^}}3 1099511627775{{$}}
// CHECK-NEXT: {{^}}3 4294967295{{$}}
// CHECK-NEXT: {{^}}4 1099511627774{{$}}
// CHECK-NEXT: {{^}}5 1099511627775{{$}}
// CHECK-NEXT: {{^}}5 1{{$}}
// CHECK-NOT: {{.}}
#include "ipoint/probe.h"

#ifdef IPOINT_NO_PORT
#include <stdio.h>
void ipoint_untimed_value(ipoint_id_number id, ipoint_word value) { printf("%u %llu\n", id % 10, (unsigned long long)value); }
#endif

int main(void) {
  ipoint_rounds most = 1099511627775u;
  ipoint_path_counted(300u, 5u, 0u, 3u);
  ipoint_path_counted(301u, 5u, 1000u, 3u);
  ipoint_path_counted(302u, 4294967295u, 600u, 32u);
  ipoint_path_counted(303u, 4294967295u, 255u, 32u);
  ipoint_path_counted(304u, 0u, most - 1u, 0u);
  ipoint_path_counted(305u, 0u, most + 1u, 0u);
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-010
