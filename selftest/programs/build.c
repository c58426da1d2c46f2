/*===- build.c - What is instrumented, and what is not ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

static volatile unsigned long kept_calls, others;

__attribute__((no_instrument_function)) static void unmeasured(void) {
  others++;
}

/* The config file leaves it out. */
static void left_out(void) { others++; }

static void kept(void) { kept_calls++; }

void selftest_work(void) {
  int i;
  for (i = 0; i < 5; i++) {
    unmeasured();
    left_out();
    kept();
#ifdef OTHER_TEXT
    if (i % 2)
      kept();
#endif
  }
}

void selftest_facts(void) { selftest_fact("calls", "kept", "-", kept_calls); }
