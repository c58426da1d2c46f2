/* GCC lets a list of parameters declare one before its turn, so that a bound may name it. Clang does not know that: the
   function is instrumented all the same, and so are its callers.
   RUN: env COMPILERS=gcc LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t
   RUN: %t.gcc.plain | FileCheck %s --check-prefix=RAN
   RUN: rm -f %t.db && env IPOINT_DB=%t.db %ipoint_cc gcc -O1 %s -o %t
   RAN: 6 8 21 5
   RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions" | FileCheck %s
   CHECK-NOT: parse
   RUN: env IPOINT_DB=%t.db %ipoint_run -o %t.trace -- %t && %ipoint_report text --all --db %t.db %t.trace | FileCheck %s --check-prefix=REPORT
   REPORT-DAG: {{^}}sum {{.*}}2
   REPORT-DAG: {{^}}rows {{.*}}1
   REPORT-DAG: {{^}}twice {{.*}}1
   What looks like it is a loop's: for (int i; i < 3; i++), and ";" in a "(" of a string.
*/
#include <stdio.h>

__attribute__((noinline)) static int sum(int n; int a[n], int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

__attribute__((noinline)) static int rows(int n, int m; /* both */ int n, int a[n][m], int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}

__attribute__((noinline)) static int twice(int x) { return sum(&x, 1) * 2; }

#define LENGTH(text) (sizeof(text "(;"))

int main(void) {
  int a[3] = {1, 2, 3}, b[2][3] = {{1, 2, 3}, {4, 5, 6}};
  printf("%d %d %d %d\n", sum(a, 3), twice(4), rows(2, b, 3), (int)LENGTH("ab"));
  return 0;
}
