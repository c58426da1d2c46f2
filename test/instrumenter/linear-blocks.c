// Which blocks are linear is in the database, and the report says the same.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
// RUN: IPOINT_DB=ipoint.db %ipoint_cc %cc main.c -o main && %ipoint_run -o trace -- ./main
// RUN: sqlite3 ipoint.db "SELECT f.name || ' ' || i.name FROM linear_blocks l JOIN ipoints i ON i.id = l.ipoint JOIN functions f ON f.id = i.function ORDER BY 1" > view.txt
// RUN: %ipoint_report json --all --db ipoint.db trace > report.json
// RUN: %python -c "import json; print('\n'.join(sorted(f['name'] + ' ' + b['name'] for f in json.load(open('report.json'))['functions'] for b in f['blocks'] if b['linear'])))" > report.txt
// RUN: cmp view.txt report.txt && FileCheck %s < view.txt
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
