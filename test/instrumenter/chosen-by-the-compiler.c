// _Generic, __builtin_choose_expr, __builtin_constant_p, __builtin_unreachable, sizeof, typeof, offsetof: what the
// compiler chooses stays chosen, and what it does not evaluate gets no ipoint.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -Wno-unevaluated-expression
// RUN: rm -f %t.db && env IPOINT_LEVEL=decisions IPOINT_DB=%t.db %ipoint_cc %cc -std=gnu11 -c %s -o %t.o
// RUN: sqlite3 %t.db "SELECT i.line - f.line, i.name FROM ipoints i JOIN functions f ON f.id = i.function WHERE f.name = 'chosen' AND i.kind IN ('operand', 'then', 'else') ORDER BY i.id" | FileCheck %s
#include <stddef.h>
#include <stdio.h>
#include <tgmath.h>

struct s { int a; short b[4]; };

#define NAME(x) _Generic((x), int: "int", unsigned: "unsigned", char *: "text", double: "double", default: "other")
#define ABS(x) _Generic((x), int: abs_int, double: abs_double)(x)
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define SMALL(x) (__builtin_constant_p(x) ? ((x) < 10 ? 1 : 2) : small(x))
#define ELEMENTS(a) (sizeof(a) / sizeof *(a) + sizeof(char[1 - 2 * !!SAME(a, &(a)[0])]) - 1)

static int abs_int(int x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }
static int small(int x) { return x < 10 ? 3 : 4; }

static const char *name(int n, unsigned u, double d) {
  switch (n) {
  case 0: return NAME(n && u);
  case 1: return NAME(n ? u : 1);
  case 2: return NAME(n ? d : 1);
  case 3: return NAME((char *)0);
  }
  return NAME(n ? (struct s *)0 : 0);
}

// CHECK: 1|choice.1/then
// CHECK-NEXT: 1|choice.1/else
// CHECK-NEXT: 2|and.1/and.1/right
// CHECK-NEXT: 3|choice.2/then
// CHECK-NEXT: 3|choice.2/choice.1/then
// CHECK-NEXT: 3|choice.2/choice.1/else
// CHECK-NEXT: 3|choice.2/else
// CHECK-NOT: {{.}}
static __attribute__((noinline)) int chosen(int n) {
  int a[7], r = __builtin_choose_expr(sizeof(long) == 8, n > 2 ? n : 2, "no number");
  r += __builtin_choose_expr(0, (void)0, n && r);
  r += SMALL(3) * 10 + SMALL(n) * 100 + SMALL(11) * 1000;
  r += (int)ELEMENTS(a) + (int)offsetof(struct s, b[2]);
  r += (int)sizeof(n ? (char)1 : (char)2) + (int)sizeof(n++ && r) + (int)_Alignof(double);
  __typeof__(n ? 1L : 2) wide = 1;
  return r + (int)sizeof wide + ABS(-3) + (int)ABS(-2.5) + n;
}

static int unreachable(int n) {
  switch (n & 3) {
  case 0: return 1;
  case 1: return n > 1 ? 2 : 3;
  case 2:
    if (n < 0)
      __builtin_unreachable();
    return 4;
  case 3: return 5;
  default: __builtin_unreachable();
  }
}

static int one(int n) { return n; }
static int two(int n) { return n + 1; }
static int through(int n) { return _Generic(n, int: n > 3 ? one : two)(n); }

int main(void) {
  for (int i = 0; i < 7; ++i)
    printf("%s %d %d %d\n", name(i, 1, 2), chosen(i), unreachable(i), through(i));
  return 0;
}
