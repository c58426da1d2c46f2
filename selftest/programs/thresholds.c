/*===- thresholds.c - Visits of two lengths, a tenth of them long ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static unsigned long visits, too_long;

/* What an interrupt would add, which the rule excludes. */
static void now_and_then(unsigned n) {
  WAIT(10 + (n % 10 == 3) * 500ul);
  visits++;
  too_long += n % 10 == 3;
}

/* Times between the thresholds: the rule does not apply. */
static void in_between(unsigned n) {
  WAIT(10 + (n % 10 == 3) * 80ul + (n % 10 == 7) * 500ul);
}

void selftest_work(void) {
  unsigned i;
  for (i = 0; i < 200; i++) {
    now_and_then(i);
    in_between(i);
  }
}

void selftest_facts(void) {
  selftest_fact("calls", "now_and_then", "-", visits);
  selftest_fact("excluded", "now_and_then", "entry", too_long);
  selftest_fact("filtered", "now_and_then", "entry", 10);
  selftest_fact("longest", "now_and_then", "-", 517);
  selftest_fact("excluded", "in_between", "entry", 0);
  selftest_fact("refused", "in_between", "entry", 1);
}
