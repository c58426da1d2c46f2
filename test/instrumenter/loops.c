// RUN: rm -f %t*.db && %ipoint_instrument --db %t.db --plan %s | FileCheck %s
// RUN: %ipoint_instrument --db %t.db %s -o %t.c
// RUN: FileCheck %s --input-file=%t.c --check-prefix=TEXT
// RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -Wshadow -pedantic -Werror
#include <stdio.h>

// A loop's head, body and end are ipoints; a step only where a continue goes there.
// CHECK-LABEL: for_loop:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed condition for.1/condition:
// CHECK-NEXT: timed body for.1/body:
// CHECK-NEXT: timed join for.1/join:
// CHECK-NEXT: timed exit return.1/exit:
// TEXT: for (int i = 0; ipoint_timed({{[0-9]+}}u), i < n; ++i) { ipoint_timed({{[0-9]+}}u);
static int for_loop(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}

// CHECK-LABEL: with_continue:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed condition for.1/condition:
// CHECK-NEXT: timed body for.1/body:
// CHECK-NEXT: timed then for.1/body/if.1/then:
// CHECK-NEXT: timed join for.1/body/if.1/join:
// CHECK-NEXT: timed step for.1/step:
// CHECK-NEXT: timed join for.1/join:
static int with_continue(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 3)
      continue;
    sum += i;
  }
  return sum;
}

// CHECK-LABEL: endless:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed body for.1/body:
// CHECK-NEXT: timed then for.1/body/if.1/then:
// CHECK-NEXT: timed join for.1/join:
static int endless(int n) {
  for (;;)
    if (--n < 0)
      break;
  return n;
}

// CHECK-LABEL: do_loop:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed body do.1/body:
// CHECK-NEXT: timed join do.1/join:
static int do_loop(int n) {
  do
    n -= 7;
  while (n > 0);
  return n;
}

// What a macro wraps in do … while (0) is no loop.
// CHECK-LABEL: do_once:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed exit return.1/exit:
static int do_once(int n) {
  do {
    n += 1;
  } while (0);
  return n;
}

// CHECK-LABEL: nested_while:
// CHECK: timed condition while.1/condition:
// CHECK-NEXT: timed body while.1/body:
// CHECK-NEXT: timed condition while.1/body/while.1/condition:
// CHECK-NEXT: timed body while.1/body/while.1/body:
// CHECK-NEXT: timed join while.1/join:
static int nested_while(int n) {
  int turns = 0;
  while (n > 0)
    while (n-- % 5)
      ++turns;
  return turns;
}

int main(void) {
  printf("%d %d %d %d %d %d\n", for_loop(9), with_continue(9), endless(4), do_loop(40), do_once(1), nested_while(23));
  return 0;
}
// REQ: IP-REQ-002
