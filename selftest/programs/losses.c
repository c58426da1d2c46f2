/*===- losses.c - More records than a small buffer has room for ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static volatile unsigned long calls;

static void two_records(void) { calls++; }

void selftest_work(void) {
  int i;
  for (i = 0; i < 3000; i++)
    two_records();
}

/* Two for each call; the loop has its head and its body, and then there are the
 * entry and the exit. */
void selftest_facts(void) {
  selftest_fact("records", "two_records", "-",
                2 * calls + (calls + 1) + calls + 2);
}
