// A call that longjmp() leaves has no time, nor has one that it goes on in, whose clock was lost with it. Each call that begins behind such a
// jump takes what it takes with records, to the tick.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python RING_SLOTS=2048 sh %S/Inputs/compare-sums.sh 64 blocks %s > all || true
// RUN: %python %S/Inputs/compare-sums.py --functions records.json sums.json inner,outer,around,after | FileCheck %s
// CHECK: inner: 40 calls, 27 with a time: the same
// CHECK-NEXT: outer: 40 calls, 27 with a time: the same
// CHECK-NEXT: around: 1 calls, no time
// CHECK-NEXT: after: 40 calls, 40 with a time: the same
#include <setjmp.h>

static jmp_buf back;

static void inner(unsigned i) {
  for (volatile unsigned n = 0; n < i % 7; n++) {
  }
  if (i % 3 == 1)
    longjmp(back, 1);
}

static void outer(unsigned i) {
  volatile unsigned more = i;
  inner(i);
  more += i;
}

static void after(unsigned i) {
  volatile unsigned more = i;
  more += i;
}

// It keeps its records, and so has no time on the target.
static void tries(unsigned i) {
  if (!setjmp(back))
    outer(i);
  after(i);
}

static void around(void) {
  for (unsigned i = 0; i < 40; i++)
    tries(i);
}

void work(void);
void work(void) { around(); }
// REQ: IP-REQ-044
