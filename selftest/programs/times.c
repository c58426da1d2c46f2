/*===- times.c - Functions that differ by a known time ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

#include "ipoint/ipoint.h"

static volatile unsigned long rounds;
static unsigned long thrice, twenties;
#ifdef SELFTEST_HOST
static unsigned long least = ~0ul;
#endif

static void wait_100(void) { WAIT(100); }
static void wait_300(void) { WAIT(300); }
#ifdef SLOWER
static void wait_1100(void) { WAIT(1400); }
#else
static void wait_1100(void) { WAIT(1100); }
#endif

/* Two waits behind a branch: a path that was never taken is longer than each
 * that was. */
static void branches(unsigned n) {
  unsigned i;
  for (i = 0; i < 4; i++) {
    IPOINT_LOOP_BOUND(4);
    if ((n + i) % 2) {
      WAIT(20);
      twenties++;
    } else {
      WAIT(5);
    }
  }
}

static void calls_three(void) {
  WAIT(50);
  wait_100();
  wait_300();
  wait_1100();
  thrice++;
}

void selftest_work(void) {
  unsigned i;
  for (i = 0; i < 10; i++) {
#ifdef SELFTEST_HOST
    unsigned long took = selftest_nanoseconds();
    calls_three();
    took = selftest_nanoseconds() - took;
    least = took < least ? took : least;
#else
    calls_three();
#endif
    branches(i);
    rounds++;
  }
}

void selftest_facts(void) {
  selftest_fact("calls", "calls_three", "-", thrice);
  selftest_fact("visits", "branches", "for.1/body/if.1/then", twenties);
  selftest_fact("self", "wait_100", "-", 100);
  selftest_fact("self", "wait_300", "-", 300);
#ifdef SLOWER
  selftest_fact("self", "wait_1100", "-", 1400);
#else
  selftest_fact("self", "wait_1100", "-", 1100);
  selftest_fact("self", "calls_three", "-", 50);
  selftest_fact("inclusive", "calls_three", "-", 1550);
  selftest_fact("block", "branches", "for.1/body/if.1/then", 20);
  selftest_fact("worst", "branches", "-", 80);
#endif
#ifdef SELFTEST_HOST
  selftest_fact("nanoseconds", "calls_three", "-", least);
#endif
}
