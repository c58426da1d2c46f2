// A budget in the source, from the compile to the answer of `check`: green and red, with either compiler, at a level that has
// the loops and at one that has not.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for cc in gcc clang-19; do for level in functions blocks; do rm -f ipoint.db; env IPOINT_LEVEL=$level %ipoint_cc $cc -O2 -Wall -Wextra -Werror -I%runtime_include %s -o green && %ipoint_run -o trace -- ./green && %ipoint_report check trace --all > green.txt && FileCheck %s --check-prefix=GREEN < green.txt || exit 1; done; done
// RUN: for cc in gcc clang-19; do rm -f ipoint.db; %ipoint_cc $cc -O2 -Wall -Wextra -Werror -DLIMIT='"1 ticks"' -I%runtime_include %s -o red && %ipoint_run -o trace -- ./red || exit 1; not %ipoint_report check trace > red.txt && FileCheck %s --check-prefix=RED < red.txt || exit 1; done
// GREEN: budget-marker.c:[[#@LINE+10]]: kept: work took {{.*}}, of 100,000 ms (inclusive time, raw HWM); {{.*}}in call {{.*}} [budget-marker.c: line [[#@LINE+12]]]
// GREEN: budget-marker.c:{{[0-9]+}}: kept: mark rest (work) took {{.*}}, of 100,000 ms (self time, raw HWM); {{.*}}in call {{.*}} [budget-marker.c: line [[#@LINE+15]]]
// GREEN: 2 budgets: 2 kept, 0 broken, 0 not judged
// RED: budget-marker.c:{{[0-9]+}}: broken: work took {{[0-9,]+}} ticks, more than 1 tick{{s?}} (inclusive time, raw HWM);{{.*}} in call {{.*}} [budget-marker.c: line [[#@LINE+9]]]
// RED: 2 budgets: 1 kept, 1 broken, 0 not judged
#include "ipoint/ipoint.h"
#ifndef LIMIT
#define LIMIT "100000 ms"
#endif
static volatile unsigned sink;
static void __attribute__((noinline)) work(unsigned n) {
  unsigned i;
  IPOINT_BUDGET("inclusive <= " LIMIT);
  for (i = 0; i < n; i++)
    sink += i;
  IPOINT_MARK("rest");
  IPOINT_BUDGET("block <= 100000 ms");
  for (i = 0; i < 9; i++)
    sink ^= i;
}
int main(void) {
  unsigned i;
  for (i = 0; i < 20; i++)
    work(1000);
  return 0;
}
