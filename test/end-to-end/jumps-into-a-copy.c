// A loop's body stands twice for windows, and has a label that is jumped to from outside: each way in has its record.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s jumps.c
// RUN: for by in NAME ADDRESS; do env IPOINT_DB=%t/$by.db IPOINT_TIMED=auto IPOINT_STORE=sums %ipoint_cc gcc -O2 -DBY_$by jumps.c -o $by || exit 1; done
// RUN: for by in NAME ADDRESS; do %ipoint_run --windows=500/1 -o $by.trace -- ./$by 200000 || exit 1; done
// RUN: %ipoint_report text NAME.trace --db NAME.db --function choose | FileCheck %s
// RUN: %ipoint_report text ADDRESS.trace --db ADDRESS.db --function choose | FileCheck %s
// CHECK: while.1/body/switch.1/label.NUMBER 299,999
#include <stdlib.h>

static __attribute__((noinline)) int option(int *left) { return (*left)-- > 0 ? 'c' : -1; }

__attribute__((noinline)) int choose(int direct, int left) {
  int found, count = 10, options = 0;
  const char *text;
#ifdef BY_ADDRESS
  void *inside = &&NUMBER;
#endif
  if (direct) {
    text = "3";
#ifdef BY_ADDRESS
    goto *inside;
#else
    goto NUMBER;
#endif
  }
  while ((found = option(&left)) > 0) {
    switch (found) {
    case 'q':
      options = 1;
      break;
    case 'c':
      options += 2;
      /* fall through */
    case 'n':
      text = "5";
    NUMBER:
      count = atoi(text);
      break;
    default:
      return 1;
    }
  }
  return count + options;
}

int main(int argc, char **argv) {
  int sum = 0, rounds = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < rounds; i++)
    sum += choose(i % 2, i % 3);
  return sum == 0;
}
