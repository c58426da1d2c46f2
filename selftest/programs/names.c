/*===- names.c - A function of the same name as another file's ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static volatile unsigned long steps, even;

static void step(void) {
  steps++;
  if (steps % 2 == 0)
    even++;
}

void names_work(void);
void names_work(void) {
  int i;
  for (i = 0; i < 41; i++)
    step();
}

void names_facts(void);
void names_facts(void) {
  selftest_fact("calls", "names.c:step", "-", steps);
  selftest_fact("visits", "names.c:step", "if.1/then", even);
}
