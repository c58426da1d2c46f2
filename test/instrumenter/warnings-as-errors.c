// A warning that only the probes cause does not fail a build, nor cost the file its probes: gcc says nothing of falling
// from nothing into a break.
// RUN: rm -f %t.db && env IPOINT_DB=%t.db %ipoint_cc gcc -O2 -Wall -Wextra -Werror %s -o %t 2> %t.err && %t
// RUN: test ! -s %t.err
// RUN: sqlite3 %t.db "SELECT count(*) FROM functions WHERE not_instrumented IS NULL" | FileCheck %s
// CHECK: 2
// And one that the user's text causes does.
// RUN: not env IPOINT_DB=%t.db %ipoint_cc gcc -Wall -Werror -DUNUSED %s -c -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: unused variable 'unused'
// UNUSED-NOT: ipoint
// RUN: not ls %t.o
static int pick(int x) {
  int r = 0;
#ifdef UNUSED
  int unused;
#endif
  switch (x) {
  case 1:
    r++;
  default:
    break;
  }
  return r;
}

int main(void) { return pick(1) + pick(2) - 1; }
// REQ: IP-REQ-007
