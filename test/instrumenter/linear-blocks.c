// A block is linear that calls nothing but instrumented functions, known by name, and the compiler's builtins.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
// RUN: IPOINT_DB=ipoint.db %ipoint_cc %cc main.c -o main && %ipoint_run -o trace -- ./main
// RUN: %ipoint_report json --all --db ipoint.db trace > report.json
// RUN: %python -c "import json; print('\n'.join(sorted(f['name'] + ' ' + b['name'] for f in json.load(open('report.json'))['functions'] for b in f['blocks'] if b['linear'])))" > report.txt
// RUN: FileCheck %s < report.txt
// CHECK-NOT: main entry
// CHECK: main if.1/then
// CHECK-NOT: main while.1/body
// CHECK: twice entry
// CHECK-NOT: apply entry
#include <stdlib.h>

static int twice(int x) { return 2 * __builtin_abs(x); }

static int apply(int (*f)(int), int x) { return f(x); }

int main(void) {
  int x = abs(3);
  if (x > 2)
    x = twice(x);
  while (x-- > 0)
    x -= atoi("1");
  return apply(twice, x) > 100;
}
