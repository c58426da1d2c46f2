// The database has how often each call can happen in a visit of its block: bounds that each visit keeps, and that all visits together meet,
// but where conditions depend on each other.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: for level in functions loops blocks decisions; do env IPOINT_STORE=blocks IPOINT_LEVEL=$level IPOINT_DB=$level.db %ipoint_cc gcc -w -O1 -fopenmp-simd %s -o program && %ipoint_run --samples none -o $level -- ./program && echo $level && %python %S/Inputs/calls-in-visits.py $level.db $(ls $level/stream-* | grep -v switches) || exit 1; done > seen.txt
// RUN: FileCheck --match-full-lines %s < seen.txt
// RUN: sqlite3 functions.db "SELECT f.name, c.callee, c.times FROM calls c JOIN ipoints i ON c.ipoint = i.id JOIN functions f ON i.function = f.id WHERE i.kind = 'entry' AND f.name <> 'main' ORDER BY f.id, c.callee, c.times" > rows.txt
// RUN: FileCheck --check-prefix=ROWS --match-full-lines %s < rows.txt
// RUN: sqlite3 blocks.db "PRAGMA user_version = 16" && not %ipoint_report text blocks --db blocks.db 2> error.txt && FileCheck --check-prefix=OLD %s < error.txt
// OLD: blocks.db: ipoint database of another version; delete it and build again
#include <stdlib.h>

static int one(int x) { return x & 1; }
static int two(int x) { return x & 2; }

static int straight(int x) { return one(x) + one(two(x)); }

static int behind_and(int x) { return one(x) && two(x); }

// One of both is called.
static int either(int x) { return one(x) ? two(1) : two(2); }

static int or_nothing(int x) { return x > 2 ? two(1) : x; }

static int in_switch(int x) {
  int sum = 0;
  switch (x) {
  case 0:
    sum += one(3);
    // fall through
  case 1:
    sum += one(1);
    break;
  case 2:
    sum += one(2);
  }
  return sum + one(sum);
}

static int in_loops(int x) {
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += one(i);
  do
    sum += two(x);
  while (--x > 0);
  return sum + one(1);
}

static int by_goto(int x) {
again:
  x -= 1 + one(x);
  if (x > 0)
    goto again;
  return x;
}

// Visits that come to their end make the second call.
static int may_exit(int x) {
  if (one(x) > 1)
    exit(1);
  return two(x);
}

static void never_ends(int x) {
  one(x);
  exit(0);
}

// The order is open, but each operand is evaluated once at most.
static int three(int a, int b, int c) { return a + b + c; }
static int unordered(int x) { return (x && one(x)) + (x || two(x)); }
static int arguments(int x) { return three(one(x), x > 4 ? two(1) : 2, x > 2 && one(4)); }
static int statements(int x) { return three(({ int y = 2; if (x > 3) y = one(y); y; }), ({ if (one(x)) x = 2; two(x); }), two(x)); }

// Nothing is called by what is not evaluated.
static int not_evaluated(int x) { return (int)sizeof(two(x)) + (0 && two(x)) + one(x); }

static int by_pointer(int x, int (*a)(int), int (*b)(int)) {
  if (x & 1)
    return a(x);
  return b(x);
}

// A statement expression in a condition.
static int in_statements(int x) {
  if (x && ({ int y = one(x); y; }))
    x = 3;
  return two(x);
}

// The compiler may make one call of two that give the same.
__attribute__((noinline, pure)) static int pure(int x) { return x & 1; }
__attribute__((noinline, const)) static int constant(int x) { return x & 2; }
static int the_same(int x) { return pure(x) + pure(x) + constant(x) * constant(x); }

// What is vectorised gets no probes.
static int simd(int x) {
  int sum = 0;
#pragma omp simd
  for (int i = 0; i < x; i++)
    sum += one(i);
  return sum;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    sum += straight(i) + behind_and(i) + either(i) + or_nothing(i) + in_switch(i) + in_loops(i);
    sum += by_goto(i) + may_exit(i) + unordered(i) + arguments(i) + statements(i) + not_evaluated(i);
    sum += by_pointer(i, one, two) + in_statements(i) + the_same(i) + simd(i);
  }
  never_ends(sum);
}

/*
ROWS:straight|one|once
ROWS-NEXT:straight|one|once
ROWS-NEXT:straight|two|once
ROWS-NEXT:behind_and|one|once
ROWS-NEXT:behind_and|two|maybe
ROWS-NEXT:either|one|once
ROWS-NEXT:either|two|instead
ROWS-NEXT:either|two|once
ROWS-NEXT:or_nothing|two|maybe
ROWS-NEXT:in_switch|one|instead
ROWS-NEXT:in_switch|one|maybe
ROWS-NEXT:in_switch|one|maybe
ROWS-NEXT:in_switch|one|once
ROWS-NEXT:in_loops|one|any
ROWS-NEXT:in_loops|one|once
ROWS-NEXT:in_loops|two|any
ROWS-NEXT:by_goto|one|any
ROWS-NEXT:may_exit|exit|maybe
ROWS-NEXT:may_exit|one|once
ROWS-NEXT:may_exit|two|once
ROWS-NEXT:never_ends|exit|maybe
ROWS-NEXT:never_ends|one|once
ROWS-NEXT:unordered|one|maybe
ROWS-NEXT:unordered|two|maybe
ROWS-NEXT:arguments|one|maybe
ROWS-NEXT:arguments|one|maybe
ROWS-NEXT:arguments|three|once
ROWS-NEXT:arguments|two|maybe
ROWS-NEXT:statements|one|maybe
ROWS-NEXT:statements|one|maybe
ROWS-NEXT:statements|three|once
ROWS-NEXT:statements|two|maybe
ROWS-NEXT:statements|two|maybe
ROWS-NEXT:not_evaluated|one|once
ROWS-NEXT:by_pointer||instead
ROWS-NEXT:by_pointer||once
ROWS-NEXT:in_statements|one|maybe
ROWS-NEXT:in_statements|two|once
ROWS-NEXT:the_same|constant|maybe
ROWS-NEXT:the_same|constant|maybe
ROWS-NEXT:the_same|pure|maybe
ROWS-NEXT:the_same|pure|maybe
ROWS-NEXT:simd|one|any

Where they stay away from what is possible, it is because of what the program does, or because the order of operands is open:
CHECK:functions
CHECK-NEXT:in_loops entry one: possible 1 to inf, seen 1 to 8
CHECK-NEXT:in_loops entry two: possible 0 to inf, seen 1 to 7
CHECK-NEXT:by_goto entry one: possible 0 to inf, seen 1 to 4
CHECK-NEXT:arguments entry one: possible 0 to 2, seen 1 to 2
CHECK-NEXT:statements entry one: possible 0 to 2, seen 1 to 2
CHECK-NEXT:statements entry two: possible 0 to 2, seen 2 to 2
CHECK-NEXT:the_same entry constant: possible 0 to 2, seen 1 to 1
CHECK-NEXT:the_same entry pure: possible 0 to 2, seen 1 to 1
CHECK-NEXT:simd entry one: possible 0 to inf, seen 0 to 7
CHECK-NEXT:28 pairs of a block and what it calls
CHECK-NEXT:loops
CHECK:45 pairs of a block and what it calls
CHECK-NEXT:blocks
CHECK:56 pairs of a block and what it calls
CHECK-NEXT:decisions
CHECK:62 pairs of a block and what it calls
*/
