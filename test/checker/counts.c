// What is excepted from the rules is counted: places in macros, which source mode cannot reach,
// and transitions that Clang's CFG does not know.
// RUN: %ipoint_check_plan %s > %t.source && FileCheck --check-prefix=SOURCE %s < %t.source
// RUN: %cc -E -C %s -o %t.i && %ipoint_check_plan %t.i > %t.preprocessed
// RUN: FileCheck --check-prefix=PREPROCESSED %s < %t.preprocessed
// SOURCE: 0 functions not instrumented, 2 places without a probe, 1 breaches excepted, 0 ipoints out of reach
// SOURCE: 3 functions, {{[0-9]+}} blocks, 0 violations
// PREPROCESSED: 0 functions not instrumented, 0 places without a probe, 0 breaches excepted, 0 ipoints out of reach
// PREPROCESSED-NEXT: 21 transitions in the plan, 8 more than the CFG has
// PREPROCESSED-NEXT: 3 functions, {{[0-9]+}} blocks, 0 violations
#include <setjmp.h>

#define CAP(x, limit) if (x > limit) x = limit;

static jmp_buf place;

int capped(int x) {
  CAP(x, 10)
  return x + 1;
}

/* Decisions in an expression are one block, but for level decisions. */
int decided(int a, int b) {
  int both = a && b;
  while (a > 0 && b > 0 ? a-- : 0)
    both += a || b;
  return both;
}

/* A second return can come from anywhere. */
int returned_to(int x) {
  if (setjmp(place))
    return 1;
  return x;
}
// REQ: IP-REQ-002
