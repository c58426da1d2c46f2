// Budgets in the source: of a function, or of the block that the marker stands in at the function's level. One that is empty is
// listed; one in a function without ipoints is kept, so that the report shows that nothing was measured of it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %ipoint_instrument --plan %s -- -I%runtime_include | FileCheck %s --check-prefixes=PLAN,BLOCKS
// RUN: %ipoint_instrument --plan --level functions %s -- -I%runtime_include | FileCheck %s --check-prefixes=PLAN,FUNCTIONS
// RUN: %cc -E -C -I%runtime_include %s -o budgets.i
// RUN: %ipoint_instrument --plan budgets.i | FileCheck %s --check-prefixes=PLAN,BLOCKS
// PLAN: unmodified:
// PLAN-NEXT: not instrumented: marked IPOINT_SKIP
// PLAN-NEXT: budget "self <= 1 us" at line [[#@LINE+19]]{{$}}
// PLAN: budgeted:
// BLOCKS: budget "inclusive <= 20 us" at line {{[0-9]+}} in entry
// BLOCKS-NEXT: budget "block p99 <= 400 ticks" at line {{[0-9]+}} in for.1/body
// BLOCKS-NEXT: budget "block <= 5 us" at line {{[0-9]+}} in for.1/body/mark.1
// BLOCKS-NEXT: budget "5 %" at line {{[0-9]+}} in for.1/join
// BLOCKS-NEXT: budget "block <= 9 ns" at line {{[0-9]+}}{{$}}
// FUNCTIONS: budget "inclusive <= 20 us" at line {{[0-9]+}} in entry
// FUNCTIONS-NEXT: budget "block p99 <= 400 ticks" at line {{[0-9]+}}{{$}}
// FUNCTIONS-NEXT: budget "block <= 5 us" at line {{[0-9]+}} in for.1/body/mark.1
// FUNCTIONS-NEXT: budget "5 %" at line {{[0-9]+}}{{$}}
// PLAN: no probe at line {{[0-9]+}}: IPOINT_BUDGET is empty; write for example IPOINT_BUDGET("inclusive <= 20 us")
#include "ipoint/ipoint.h"
#include <stdio.h>
#define LIMIT "400 ticks"
static int unmodified(int n) {
  IPOINT_SKIP;
  if (n) {
    int twice = 2 * n;
    IPOINT_BUDGET("self <= 1 us");
    return twice;
  }
  return 2;
}
static int budgeted(int n) {
  int i, sum = 0;
  IPOINT_BUDGET("inclusive <= 20 us");
  for (i = 0; i < n; i++) {
    IPOINT_BUDGET("block p99 <= " LIMIT);
    sum += i;
    IPOINT_MARK("added");
    IPOINT_BUDGET("block <= 5 us");
    sum ^= 3;
  }
  IPOINT_BUDGET("5 %");
  IPOINT_BUDGET("");
  return sum;
  IPOINT_BUDGET("block <= 9 ns");
}
int main(void) {
  printf("%d %d\n", budgeted(7), unmodified(1));
  return 0;
}

// What comes out runs as before, in both ways and with both compilers, and no compiler has anything to say about it.
// RUN: %ipoint_instrument %s -o source.c -- -I%runtime_include
// RUN: env LEFT=unmodified sh %S/Inputs/same-output.sh %s source.c %t/out "%cc -I%runtime_include -Wall -Wextra" "%link_runtime"
// RUN: env LEFT=unmodified sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t/out -I%runtime_include -std=gnu89 -Wall -Wextra -Wshadow -Werror
// RUN: env LEFT=unmodified sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t/out -I%runtime_include -std=c2x -Wall -Wextra -Wshadow -pedantic -Werror
// RUN: rm -f out.db && env LEFT=unmodified sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t/out -isystem %runtime_include -std=c99 -Wall -Wextra -Werror
// RUN: sqlite3 out.db "SELECT f.name, i.name, b.line > f.line, b.text FROM budgets b JOIN functions f ON f.id = b.function LEFT JOIN ipoints i ON i.id = b.ipoint JOIN units u ON u.id = f.unit WHERE u.first = 256 ORDER BY b.id" | FileCheck %s --check-prefix=ROWS
// ROWS: unmodified||1|self <= 1 us
// ROWS-NEXT: budgeted|entry|1|inclusive <= 20 us
// ROWS-NEXT: budgeted|for.1/body|1|block p99 <= 400 ticks
// ROWS-NEXT: budgeted|for.1/body/mark.1|1|block <= 5 us
