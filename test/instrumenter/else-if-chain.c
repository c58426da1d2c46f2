// The arms of a chain are named side by side, and have one join.
// RUN: rm -f %t.db
// RUN: %ipoint_instrument --db %t.db --plan %s | FileCheck %s
// RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -Wshadow -pedantic -Werror
// CHECK-LABEL: name:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed then if.1/then:
// CHECK-NEXT: timed else if.1/elif.1:
// CHECK-NEXT: timed then if.1/elif.1/then:
// CHECK-NEXT: timed else if.1/elif.2:
// CHECK-NEXT: timed then if.1/elif.2/then:
// CHECK-NEXT: timed then if.1/elif.2/then/if.1/then:
// CHECK-NEXT: timed else if.1/else:
// CHECK-NEXT: timed join if.1/join:
static int name(int x) {
  int r;
  if (x == 1)
    r = 10;
  else if (x == 2)
    r = 20;
  else if (x > 5) {
    r = 50;
    if (x == 7)
      r = 70;
  } else
    r = -1;
  return r;
}

int main(void) { return name(1) + name(2) + name(6) + name(7) + name(3) - 149; }
