// Markers: marks with and without a value, functions that skip themselves, bounds of loops. They stay where the level
// leaves other ipoints out, and what they cannot be is listed.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %ipoint_instrument --plan --level functions %s -- -I%runtime_include > plan && FileCheck %s --check-prefixes=PLAN,SOURCE < plan
// RUN: %cc -E -C -I%runtime_include %s -o markers.i
// RUN: %ipoint_instrument --plan --level functions --timed functions markers.i > plan && FileCheck %s --check-prefixes=UNTIMED < plan
// PLAN: unmodified:
// PLAN-NEXT: not instrumented: marked IPOINT_SKIP
// PLAN: marked:
// PLAN-NEXT: timed entry entry
// PLAN-NEXT: timed mark mark.1:[[#@LINE+30]]:3 "start"
// PLAN-NEXT: timed mark if.1/then/mark.1:{{[0-9]+:[0-9]+}} "then"
// PLAN-NEXT: timed mark if.1/else/mark.1:{{[0-9]+:[0-9]+}} "bits" with a value
// PLAN-NEXT: timed mark for.1/body/mark.1:{{[0-9]+:[0-9]+}} "in an expression"
// PLAN-NEXT: timed mark for.1/body/mark.2:{{[0-9]+:[0-9]+}} "low" with a value
// PLAN-NEXT: timed mark mark.2:{{[0-9]+:[0-9]+}} "by a macro"
// PLAN-NEXT: timed exit return.1/exit
// PLAN-NEXT: loop for.1:{{[0-9]+}} runs at most 64 times (IPOINT_LOOP_BOUND)
// SOURCE-NEXT: no probe at line {{[0-9]+}}: the value of a mark must have no side effects
// SOURCE-NEXT: no probe at line {{[0-9]+}}: the value of a mark must have no side effects
// SOURCE-NEXT: no probe at line {{[0-9]+}}: the value of a mark must have no side effects
// SOURCE-NEXT: no probe at line {{[0-9]+}}: the value of a mark must be an integer
// SOURCE-NEXT: no probe at line {{[0-9]+}}: IPOINT_LOOP_BOUND stands in no loop
// SOURCE-NEXT: no probe at line {{[0-9]+}}: the count of IPOINT_LOOP_BOUND must be a constant from 0 on
// UNTIMED: untimed mark mark.1:{{[0-9]+:[0-9]+}} "start"
// UNTIMED: untimed mark for.1/body/mark.2:{{[0-9]+:[0-9]+}} "low" with a value
#include "ipoint/ipoint.h"
#include <stdio.h>
#define HERE(name) IPOINT_MARK(name)
struct packed {
  unsigned bits : 3;
  signed char low;
};
static int unmodified(int n) {
  if (n)
    IPOINT_SKIP;
  return n ? 1 : 2;
}
static long marked(struct packed *p, volatile int *device, int n) {
  int i, only = n + 1;
  IPOINT_MARK("start");
  if (n > 2) IPOINT_MARK("then"); else IPOINT_MARK_VALUE("bits", p->bits);
  for (i = 0; i < n; i++) {
    IPOINT_LOOP_BOUND(16 * sizeof(int));
    only -= (IPOINT_MARK("in an expression"), 1);
    IPOINT_MARK_VALUE("low", p->low);
  }
  HERE("by a macro");
  IPOINT_MARK_VALUE("effect", i++);
  IPOINT_MARK_VALUE("set", only -= 3);
  IPOINT_MARK_VALUE("read", *device);
  IPOINT_MARK_VALUE("real", 3.0 * i);
  IPOINT_LOOP_BOUND(3);
  while (only > 0) {
    IPOINT_LOOP_BOUND(only);
    only--;
  }
  return n + only;
}
int main(void) {
  struct packed x = {5, -3};
  volatile int device = 1;
  long sum = 0;
  int k;
  for (k = 0; k < 5; k++)
    sum += marked(&x, &device, k);
  printf("%ld %d\n", sum, unmodified(1));
  return 0;
}

// What comes out runs as before, in both ways, and no compiler has anything to say about it.
// RUN: %ipoint_instrument %s -o source.c -- -I%runtime_include
// RUN: env LEFT=unmodified sh %S/Inputs/same-output.sh %s source.c %t/out "%cc -I%runtime_include -Wall -Wextra" "%link_runtime"
// RUN: env LEFT=unmodified sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t/out -I%runtime_include -std=gnu89 -Wall -Wextra -Werror
// RUN: env LEFT=unmodified sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t/out -isystem %runtime_include -std=gnu89 -Wall -Wextra -Werror
// RUN: sqlite3 out.db "SELECT m.name, m.value, i.kind FROM marks m JOIN ipoints i ON m.ipoint = i.id WHERE i.id < 512 ORDER BY i.id" | FileCheck %s --check-prefix=MARKS
// MARKS: start|none|mark
// MARKS-NEXT: then|none|mark
// MARKS-NEXT: bits|unsigned|mark
// MARKS-NEXT: in an expression|none|mark
// MARKS-NEXT: low|signed|mark
// MARKS-NEXT: by a macro|none|mark
// RUN: sqlite3 out.db "SELECT l.name, h.name, b.name, l.bound, l.bound_from FROM loops l LEFT JOIN ipoints h ON h.id = l.head LEFT JOIN ipoints b ON b.id = l.body WHERE b.id < 300" | FileCheck %s --check-prefix=LOOPS
// LOOPS: for.1|for.1/condition|for.1/body|64|IPOINT_LOOP_BOUND
// LOOPS-NEXT: while.1|while.1/condition|while.1/body||{{$}}
// LOOPS-NEXT: for.1|for.1/condition|for.1/body||{{$}}
