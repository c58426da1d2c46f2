// Jumps out of assembly, with and without outputs.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
#include <stdio.h>

static int is_zero(int x) {
  __asm__ goto("test %0, %0\n\tjz %l[zero]" : : "r"(x) : "cc" : zero);
  return 0;
zero:
  return 1;
}

static int three_ways(int x) {
  int r = 0;
  for (int i = 0; i < 4; ++i) {
    asm goto("cmp %1, %0\n\tjl %l[less]\n\tjg %l2" : : "r"(x), "r"(i) : "cc" : less, more);
    r = r * 10 + 1;
    continue;
  less:
    r = r * 10 + 2;
    if (i == 3)
      break;
    continue;
  more:
    r = r * 10 + 3;
  }
  return r;
}

int main(void) {
  for (int i = -1; i < 5; ++i)
    printf("%d %d\n", is_zero(i), three_ways(i));
  return 0;
}
