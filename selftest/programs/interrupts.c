/*===- interrupts.c - A handler of a known time, in a function of a known time ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static volatile unsigned long handled, plain, struck;

static void on_strike(int number) {
  (void)number;
  WAIT(2000);
  handled++;
}

static void not_interrupted(void) {
  WAIT(200);
  plain++;
}

static void interrupted(void) {
  WAIT(100);
  selftest_strike();
  WAIT(100);
  struck++;
}

void selftest_work(void) {
  int i;
  selftest_handle(on_strike);
  for (i = 0; i < 20; i++) {
    not_interrupted();
    interrupted();
  }
}

void selftest_facts(void) {
  selftest_fact("calls", "on_strike", "-", handled);
  selftest_fact("calls", "interrupted", "-", struck);
  selftest_fact("calls", "not_interrupted", "-", plain);
  selftest_fact("handler", "on_strike", "-", 2000);
  selftest_fact("self", "interrupted", "-", 200);
  selftest_fact("self", "not_interrupted", "-", 200);
  selftest_fact("inclusive", "interrupted", "-", 200);
}
