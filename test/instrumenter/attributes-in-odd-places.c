// Attributes as statements, behind labels, in front of and behind declarators.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -Wno-misleading-indentation
// RUN: sqlite3 %t.db "SELECT name FROM functions WHERE not_instrumented IS NOT NULL; SELECT line, reason FROM places_not_instrumented" | count 0
#include <stdio.h>
#include <stdlib.h>
#define FALL __attribute__((fallthrough))
static int a(int x) {
  int r = 0;
  switch (x) {
  case 0: r = 1; FALL;
  case 1: r += 2; FALL;
  case 2: L: __attribute__((unused)); r += 3; if (r > 100) goto L; break;
  case 3: { r = 9; } FALL;
  case 4: if (x) r += 4; else r = 2; FALL;
  case 5: while (r < 20) r += 5; /* fall through */
  default: r++;
  }
  return r;
}
__attribute__((noreturn)) static void die(int c) { printf("die %d\n", c); exit(c & 7); }
static int mid(int x) {
  for (;;) { if (x++ > 6) die(x); }
}
static int cold(int) __attribute__((cold, noinline));
static __attribute__((hot)) __inline__ int (warm)(int y) { return y ? cold(y - 1) : 0; }
static int cold(int y) { return y > 2 ? warm(y - 1) : y; }
static __attribute__((const)) int (*pick(int i))(int) { static int (*const t[])(int) = {a, cold}; return i ? t[1] : t[0]; }
int main(void) {
  for (int i = -1; i < 8; ++i) printf("%d %d %d|", a(i), warm(i), pick(i & 1)(i));
  return mid(1);
}
