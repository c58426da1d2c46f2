// A type that the function's own declaration defines, without a tag and with attributes in front of its brace.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
// RUN: sqlite3 %t.db "SELECT name FROM functions WHERE not_instrumented IS NOT NULL" | count 0
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) { char c; int i; } packed(int n) {
  __typeof__(packed(n)) result = {'x', n};
  if (n > 3)
    return packed(3);
  return result;
}

static union __attribute__((aligned(32))) { char c; int i; } aligned(int n) {
  __typeof__(aligned(n)) result = {.i = n};
  return result;
}

struct { int a; } __attribute__((packed)) behind(void) {
  __typeof__(behind()) result = {7};
  return result;
}

// Functions that never return do not leave an unused type behind.
static struct { int a; } never(int n) {
  printf("%d\n", n);
  fflush(stdout);
  exit(n);
}
__attribute__((noreturn)) static int also_never(int n) {
  never(n);
  abort();
}

int main(void) {
  printf("%zu %d %d %zu %d %d\n", sizeof packed(1), packed(1).i, packed(9).i, sizeof aligned(1), aligned(4).i, behind().a);
  also_never(3);
}
