/*===- counts.c - Each way through C that an ipoint can count ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

/* The program's own counts, which the report's are held against. */
static unsigned long seen[32];
#define SEEN(place) (seen[place]++)

static volatile unsigned total;
void names_work(void);
void names_facts(void);

static int clamp(int value) {
  SEEN(0);
  if (value > 10) {
    SEEN(1);
    return 10;
  }
  if (value < -10) {
    SEEN(2);
    value = -10;
  } else {
    SEEN(3);
    total++;
  }
  return value;
}

static void choose(unsigned which) {
  switch (which % 5) {
  case 0:
    SEEN(4);
    total++;
    /* fall through */
  case 1:
    SEEN(5);
    total++;
    break;
  case 2:
    SEEN(6);
    return;
  default:
    SEEN(7);
    break;
  }
  SEEN(8);
}

static void loops(unsigned rounds) {
  unsigned i, j;
  for (i = 0; i < rounds; i++) {
    SEEN(9);
    for (j = 0; j < i; j++) {
      SEEN(10);
      total += j;
    }
    if (i == 5)
      break;
  }
  SEEN(11);
  while (i > 0) {
    SEEN(12);
    i--;
    if (i % 2)
      continue;
    SEEN(13);
    total++;
  }
  do {
    SEEN(14);
    i++;
  } while (i < 3);
}

static unsigned recur(unsigned depth) {
  SEEN(15);
  if (depth == 0) {
    SEEN(16);
    return 1;
  }
  return recur(depth - 1) + 1;
}

static void jump(unsigned n) {
again:
  SEEN(17);
  if (n > 0) {
    SEEN(18);
    n--;
    goto again;
  }
  SEEN(19);
}

static void by_pointer(void) { SEEN(20); }

/* Another file has a function of this name. */
static void step(void) { SEEN(21); }

static void never(void) { total = 0; }

void selftest_work(void) {
  static void (*volatile pointer)(void) = by_pointer;
  int i;
  for (i = 0; i < 30; i++) {
    total += (unsigned)clamp(i - 15);
    choose((unsigned)i);
  }
  for (i = 0; i < 8; i++)
    loops((unsigned)i);
  for (i = 0; i < 6; i++) {
    recur((unsigned)i);
    jump((unsigned)i);
    pointer();
    step();
  }
  if (total == 0xffffffffu)
    never();
  names_work();
}

void selftest_facts(void) {
  unsigned long rounds = seen[9];
  selftest_fact("calls", "clamp", "-", seen[0]);
  selftest_fact("visits", "clamp", "if.1/then", seen[1]);
  selftest_fact("visits", "clamp", "if.2/then", seen[2]);
  selftest_fact("visits", "clamp", "if.2/else", seen[3]);
  selftest_fact("visits", "clamp", "if.2/join", seen[2] + seen[3]);
  selftest_fact("follows", "clamp", "entry>if.1/then", seen[1]);
  selftest_fact("follows", "clamp", "if.1/join>if.2/then", seen[2]);
  selftest_fact("follows", "clamp", "if.1/join>if.2/else", seen[3]);
  selftest_fact("follows", "clamp", "entry>if.1/join", seen[0] - seen[1]);
  selftest_fact("visits", "choose", "switch.1/case.1", seen[4]);
  selftest_fact("visits", "choose", "switch.1/case.2", seen[5]);
  selftest_fact("visits", "choose", "switch.1/case.3", seen[6]);
  selftest_fact("visits", "choose", "switch.1/default", seen[7]);
  selftest_fact("visits", "choose", "switch.1/join", seen[8]);
  selftest_fact("follows", "choose", "switch.1/case.1>switch.1/case.2",
                seen[4]);
  selftest_fact("follows", "choose", "entry>switch.1/case.2",
                seen[5] - seen[4]);
  selftest_fact("follows", "choose", "entry>switch.1/default", seen[7]);
  selftest_fact("follows", "choose", "switch.1/case.2>switch.1/join", seen[5]);
  selftest_fact("entered", "loops", "for.1", seen[11]);
  selftest_fact("iterations", "loops", "for.1", rounds);
  selftest_fact("entered", "loops", "for.1/body/for.1", rounds);
  selftest_fact("iterations", "loops", "for.1/body/for.1", seen[10]);
  selftest_fact("iterations", "loops", "while.1", seen[12]);
  selftest_fact("visits", "loops", "while.1/body/if.1/join", seen[13]);
  selftest_fact("iterations", "loops", "do.1", seen[14]);
  selftest_fact("follows", "loops", "while.1/body>while.1/body/if.1/join",
                seen[13]);
  selftest_fact("follows", "loops", "while.1/body>while.1/body/if.1/then",
                seen[12] - seen[13]);
  selftest_fact("follows", "loops", "do.1/body>end/exit", seen[11]);
  selftest_fact("calls", "recur", "-", seen[15]);
  selftest_fact("visits", "recur", "if.1/then", seen[16]);
  selftest_fact("follows", "recur", "entry>if.1/join", seen[15] - seen[16]);
  selftest_fact("visits", "jump", "label.again", seen[17]);
  selftest_fact("visits", "jump", "if.1/then", seen[18]);
  selftest_fact("visits", "jump", "if.1/join", seen[19]);
  selftest_fact("calls", "by_pointer", "-", seen[20]);
  selftest_fact("calls", "never", "-", 0);
  selftest_fact("calls", "counts.c:step", "-", seen[21]);
  names_facts();
}
