// A path record holds its number, however the probe is made: inline or called; and so where the slow path stores it.
// RUN: rm -rf %t.* && mkdir %t.d && cd %t.d
// RUN: %cc -O2 %s -o inline %link_runtime && %cc -O0 %s -o called %link_runtime
// RUN: %clang -O2 %s -o clang %link_runtime
// RUN: %cc -O2 -std=gnu89 -Wall -Wextra -Werror %s -o c89 %link_runtime
// RUN: for program in inline called clang c89; do env IPOINT_RING_SIZE=512 %ipoint_run -o $program.trace -- ./$program && %babeltrace2 $program.trace | sed -n 's/.*value = \([0-9]*\), ipoint = 30\(.\) .*/\2 \1/p' >$program.txt && cmp $program.txt inline.txt || exit 1; done
// RUN: wc -l <inline.txt | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s <inline.txt
// COUNT: 2001
// CHECK: {{^}}0 0{{$}}
// CHECK-NEXT: {{^}}1 4294967295{{$}}
// CHECK-NEXT: {{^}}0 3{{$}}
// CHECK-NEXT: {{^}}1 4294967294{{$}}
// CHECK: {{^}}0 2997{{$}}
// CHECK-NEXT: {{^}}1 4294966296{{$}}
// CHECK-NEXT: {{^}}2 7{{$}}
#include "ipoint/probe.h"

int main(void) {
  ipoint_sum number = 0;
  for (; number < 1000; number++) {
    ipoint_path(300u, 3 * number);
    ipoint_path(301u, 4294967295u - number);
  }
  ipoint_path(302u, 7);
  return 0;
}
#include "Inputs/unit.h"
