// Level decisions: operands of && and || and ?: that are not always evaluated have ipoints, and behind them is a join.
// RUN: env IPOINT_LEVEL=decisions sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t
// RUN: env IPOINT_LEVEL=decisions sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu89
// RUN: rm -f %t.db && env IPOINT_DB=%t.db %ipoint_cc gcc -c %s -o %t.o
// RUN: sqlite3 %t.db "SELECT count(*) FROM ipoints WHERE kind = 'operand'" | FileCheck --check-prefix=BLOCKS %s
// BLOCKS: 0
// RUN: rm -f %t.db && env IPOINT_LEVEL=decisions IPOINT_DB=%t.db %ipoint_cc gcc -c %s -o %t.o
// RUN: sqlite3 %t.db "SELECT functions.name, ipoints.kind, ipoints.name FROM ipoints JOIN functions ON functions.id = function ORDER BY ipoints.id" | FileCheck %s
// RUN: sqlite3 %t.db "SELECT count(*) FROM places_not_instrumented" | FileCheck --check-prefix=SKIPS %s
// SKIPS: {{^2$}}
// RUN: sqlite3 %t.db "SELECT line, reason FROM places_not_instrumented" | FileCheck --check-prefix=SKIP %s
// RUN: sqlite3 %t.db "SELECT a.name || ' > ' || b.name FROM transitions JOIN ipoints a ON a.id = source JOIN ipoints b ON b.id = target JOIN functions ON functions.id = a.function WHERE functions.name = 'as_condition' ORDER BY a.id, b.id" | FileCheck --check-prefix=NEXT %s
int printf(const char *, ...);

static int says(int value, int result) {
  printf("%d", value);
  return result;
}

// A condition needs no join: each way out is an ipoint already.
static int as_condition(int a, int b, int c) {
  if ((a && b) || says(1, c))
    return 1;
  return 0;
}
// CHECK: as_condition|entry|entry
// CHECK-NEXT: as_condition|operand|if.1/and.1/right
// CHECK-NEXT: as_condition|operand|if.1/or.1/right
// CHECK-NEXT: as_condition|then|if.1/then
// CHECK-NEXT: as_condition|exit|if.1/then/return.1/exit
// CHECK-NEXT: as_condition|join|if.1/join
// NEXT: entry > if.1/and.1/right
// NEXT-NEXT: entry > if.1/or.1/right
// NEXT-NEXT: if.1/and.1/right > if.1/or.1/right
// NEXT-NEXT: if.1/and.1/right > if.1/then
// NEXT-NEXT: if.1/or.1/right > if.1/then
// NEXT-NEXT: if.1/or.1/right > if.1/join
// NEXT-NEXT: if.1/then > if.1/then/return.1/exit
// NEXT-NEXT: if.1/join > return.1/exit

static int as_value(int a, int b) {
  int both = a && says(2, b);
  return both + (a || says(3, b));
}
// CHECK: as_value|operand|and.1/and.1/right
// CHECK-NEXT: as_value|join|and.1/join
// CHECK-NEXT: as_value|operand|or.1/or.1/right
// CHECK-NEXT: as_value|join|or.1/join

static int loops(int n) {
  int i, sum = 0;
  for (i = 0; i < n && says(4, i < 5); ++i)
    sum += i & 1 ? i : -i;
  while (n > 0 || sum > 100)
    --n, sum -= 10;
  do
    ++sum;
  while (sum < 3 && says(5, 1));
  return sum;
}

struct pair {
  int first;
  unsigned second : 3;
};
struct frozen {
  const int value;
};

static struct pair whole(int a) {
  struct pair one = {1, 7}, two = {2, 5};
  return a ? one : two;
}

static struct frozen constant_members(int a) {
  struct frozen one = {1}, two = {2};
  return a ? one : two;
}
// SKIP: [[@LINE-2]]|a value whose type cannot be kept

static int types(int a, struct pair *p, double d) {
  struct local {
    int x;
  } l = {3};
  struct local *pl = a ? &l : 0;
  struct pair *q = a ? p : 0;
  const char *s = a ? "yes" : (void *)0;
  // An unsigned bit-field counts as int: -1 stays less than it.
  int less = (a ? p->second : 0) > -1;
  double e = a ? d : 1;
  a ? (void)says(6, 0) : (void)says(7, 0);
  a && says(8, 0);
  (void)(a || says(9, 0));
  return (a ? p : q)->first + (s ? s[0] : 0) + less + (int)e + (pl ? pl->x : 0) + whole(a).first;
}
// SKIP: [[@LINE-11]]|a value whose type cannot be kept

static int constants(int a) {
  static int *p = sizeof(int) == 4 ? 0 : (int *)1;
  static const int table[1 && 1 ? 2 : 3] = {1 || 0, 2};
  switch (a) {
  case 1 || 0:
    return 1;
  default:
    return table[0] + (p == 0) + (sizeof(a) == 4 ? 10 : 20) + (0 && says(10, 1)) + (1 && a);
  }
}
// CHECK: constants|entry|entry
// CHECK-NOT: constants|operand

static int nested(int a, int b) {
  return a ? b ? 1 : says(11, 2) : (a || b) && says(12, b) ? 3 : 4;
}

static int gnu(int a, int *p) {
  return (a ?: says(13, 4)) + __builtin_expect(a && p, 1) + (p ?: &a)[0] + ({ a && p; });
}

int main(void) {
  struct pair p = {5, 6};
  int a, b, c, sum = 0;
  for (a = 0; a < 2; ++a)
    for (b = 0; b < 2; ++b) {
      for (c = 0; c < 2; ++c)
        sum += as_condition(a, b, c);
      sum += as_value(a, b) + nested(a, b);
    }
  for (a = 0; a < 8; ++a)
    sum += loops(a);
  for (a = 1; a < 3; ++a)
    sum += types(a, &p, 2.5) + constants(a - 1) + constant_members(a).value + gnu(a - 1, &sum);
  printf(" %d\n", sum);
  return sum & 63;
}
