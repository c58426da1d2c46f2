/*===- noise.c - Rare long visits among thousands of short ones ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static unsigned long visits, disturbed;

/* Alike in each function: what lengthens visits of one only is a path of its
   code. */
static unsigned long extra(unsigned long draw) {
  unsigned long ticks = draw % 97 == 5 ? 3000 : 0;
  disturbed += ticks != 0;
  visits++;
  return draw % 7 + ticks;
}

static void steady(unsigned long n) { WAIT(10 + n); }
static void longer(unsigned long n) { WAIT(25 + n); }
static void longest(unsigned long n) { WAIT(40 + n); }

void selftest_work(void) {
  static void (*const functions[])(unsigned long) = {steady, longer, longest};
  unsigned long i;
  for (i = 0; i < 6000; i++)
    functions[i % 3](extra(i * 2654435761ul % 4294967296ul / 65536));
}

void selftest_facts(void) {
  selftest_fact("calls", "extra", "-", visits);
  selftest_fact("interrupts", "-", "-", disturbed);
  selftest_fact("length", "-", "-", 3000);
}
