// From markers in the source to the report: counts, values, what loops did and where they exceed their bounds; the same
// whether ipoints are timed or not, with either compiler.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for cc in gcc clang-19; do for clock in functions blocks; do rm -f ipoint.db; env IPOINT_TIMED=$clock %ipoint_cc $cc -O2 -Wall -Wextra -Werror -I%runtime_include %s -o program && %ipoint_run -o trace -- ./program && %check_ctf trace && %ipoint_report text trace > report.txt && FileCheck %s < report.txt || exit 1; done; done
// RUN: env IPOINT_LEVEL=functions IPOINT_DB=functions.db %ipoint_cc gcc -O2 -I%runtime_include %s -o program && %ipoint_run -o trace -- ./program && %ipoint_report text trace --db functions.db | FileCheck %s --check-prefix=FUNCTIONS
// RUN: %ipoint_report html trace --db functions.db -o report && %python %S/../report/Inputs/page-data.py report/index.html --json | grep -q '"name":"taken"'
// CHECK: mark taken (main:[[#@LINE+28]]): 100 times
// CHECK-NEXT: mark balance (main:{{[0-9]+}}): 100 times, values -50 to 49, mean -0.5
// CHECK-NEXT: mark bits (main:{{[0-9]+}}): 100 times, values 0 to 7, mean 3.42
// CHECK-NEXT: mark address (main:{{[0-9]+}}): 100 times, values 1 to 1099511627775, mean
// CHECK-NEXT: {{^ *1088516511497.26$}}
// CHECK-NEXT: over bound odd/for.1:[[#@LINE+10]] ran 7 times, its bound is 6 (IPOINT_LOOP_BOUND)
// CHECK-NEXT: lost nothing
// FUNCTIONS: mark taken (main:{{[0-9]+}}): 100 times
// FUNCTIONS-NEXT: mark balance (main:{{[0-9]+}}): 100 times, values -50 to 49, mean -0.5
#include "ipoint/ipoint.h"
struct packed {
  unsigned bits : 3;
};
static int odd(unsigned n) {
  int ones = 0;
  for (; n; n >>= 1) {
    IPOINT_LOOP_BOUND(6);
    ones += n & 1;
  }
  return ones & 1;
}

int main(void) {
  struct packed p = {0};
  unsigned long large = 1;
  int sum = 0, i;
  for (i = 0; i < 100; i++) {
    IPOINT_LOOP_BOUND(100);
    IPOINT_MARK("taken");
    IPOINT_MARK_VALUE("balance", i - 50);
    IPOINT_MARK_VALUE("bits", p.bits);
    IPOINT_MARK_VALUE("address", large);
    p.bits++;
    large = ~0ul;
    sum += odd((unsigned)i);
  }
  return sum == 0;
}
