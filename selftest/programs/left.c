/*===- left.c - Code without probes that calls back, and calls left by longjmp ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

#include <setjmp.h>

static jmp_buf place;
static unsigned long jumps;

static void called_back(int number) {
  (void)number;
  WAIT(100);
}

/* What it calls has no probes, and calls back. */
static void asks(void) {
  WAIT(40);
  selftest_strike();
  WAIT(20);
}

static void after(void) { WAIT(30); }

static void deep(unsigned depth) {
  WAIT(5);
  if (depth == 0)
    longjmp(place, 1);
  deep(depth - 1);
}

static void catches(void) {
  if (setjmp(place) == 0)
    deep(3);
  else
    jumps++;
  after();
}

void selftest_work(void) {
  int i;
  selftest_handle(called_back);
  for (i = 0; i < 10; i++) {
    asks();
    catches();
    after();
  }
}

void selftest_facts(void) {
  selftest_fact("calls", "catches", "-", jumps);
  selftest_fact("calls", "deep", "-", 4 * jumps);
  selftest_fact("calls", "after", "-", 2 * jumps);
  selftest_fact("self", "asks", "-", 60);
  selftest_fact("self", "called_back", "-", 100);
  selftest_fact("inclusive", "asks", "-", 160);
  selftest_fact("self", "after", "-", 30);
}
