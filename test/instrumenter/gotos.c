// RUN: rm -f %t.db && %ipoint_instrument --db %t.db --plan %s | FileCheck %s
// RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Wshadow -Werror
#include <stdio.h>

// CHECK-LABEL: retry:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed label label.again:
// CHECK-NEXT: timed then if.1/then:
// CHECK-NEXT: timed join if.1/join:
// CHECK-NEXT: timed label label.out:
static int retry(int n) {
  int turns = 0;
again:
  ++turns;
  if (--n > 0)
    goto again;
  turns *= 2;
out: __attribute__((unused));
  return turns;
}

// GNU C: computed goto, statement expressions.
static int interpret(const unsigned char *code) {
  static const void *const table[] = {&&stop, &&increment, &&twice};
  int value = 1;
  goto *table[*code++];
increment:
  ++value;
  goto *table[*code++];
twice:
  value = ({ int old = value; if (old > 100) old = 100; old * 2; });
  goto *table[*code++];
stop:
  return value;
}

int main(void) {
  static const unsigned char code[] = {1, 2, 2, 1, 0};
  printf("%d %d\n", retry(5), interpret(code));
  return 0;
}
// REQ: IP-REQ-002
