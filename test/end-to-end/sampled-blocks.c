// Blocks of the plain twin have means by samples, which are as their lengths are.
// REQUIRES: perf-switches
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s blocks.c
// RUN: env IPOINT_DB=%t/db IPOINT_TIMED=none IPOINT_TWIN=1 %ipoint_cc gcc -O1 blocks.c -o program
// RUN: %ipoint_run -n 4 --recorded=1 --samples=2000 --baseline ./program.plain -o trace -- ./program
// RUN: %ipoint_report text trace --db db --function work | FileCheck %s --check-prefix=TEXT
// RUN: %ipoint_report json trace --db db --all > report.json && %python %S/Inputs/check-sampled-blocks.py report.json
// TEXT: Mean times of a visit in the plain program, in ticks, with 95 % intervals
// TEXT: {{^}}if.1/then {{.*}} % 1,000,000 {{.*}} sampled
// TEXT: {{^}}if.1/else {{.*}} % 1,000,000 {{.*}} sampled
// TEXT: visits plain mean min max sd line source
// Lines have their times whatever the blocks are: at the level of functions there is one.
// RUN: env IPOINT_DB=%t/few.db IPOINT_LEVEL=functions IPOINT_TIMED=none IPOINT_TWIN=1 %ipoint_cc gcc -O1 blocks.c -o few
// RUN: %ipoint_run -n 4 --recorded=1 --samples=2000 --baseline ./few.plain -o few-trace -- ./few
// RUN: %ipoint_report json few-trace --db few.db --all > few.json && %python %S/Inputs/check-sampled-lines.py few.json blocks.c | FileCheck %s --check-prefix=LINES
// LINES: all right
#define STEP x = x * k ^ x;
#define FIVE STEP STEP STEP STEP STEP
#define TEN FIVE FIVE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static __attribute__((noinline)) unsigned long work(unsigned long x, unsigned long k, int which) {
  if (which) {
    HUNDRED
    x += 3;
  } else {
    TEN TEN
    x += 7;
  }
  return x;
}

volatile unsigned long seed = 12345;

int main(void) {
  unsigned long x = seed, k = seed | 1;
  for (int i = 0; i < 2000000; i++)
    x = work(x, k, i & 1);
  for (int i = 0; i < 100000; i++) { /* so that main has samples on any processor */
    HUNDRED
  }
  return x == 42;
}
