// A loop's body stands twice for windows, and has a label that is jumped to from outside: each way in has its record.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s jumps.c
// RUN: env IPOINT_DB=%t/db IPOINT_TIMED=auto IPOINT_STORE=sums %ipoint_cc gcc -O2 jumps.c -o jumps
// RUN: %ipoint_run --windows=500/1 -o trace -- ./jumps 200000
// RUN: %ipoint_report text trace --db db --function by_name | FileCheck %s --check-prefix=NAME
// RUN: %ipoint_report text trace --db db --function by_address | FileCheck %s --check-prefix=ADDRESS
// NAME: while.1/body/switch.1/label.NUMBER 299,999
// ADDRESS: while.1/body/switch.1/label.NUMBER 299,999
#include <stdlib.h>

static __attribute__((noinline)) int option(int *left) { return (*left)-- > 0 ? 'c' : -1; }

__attribute__((noinline)) int by_name(int direct, int left) {
  int found, count = 10, options = 0;
  const char *text;
  if (direct) {
    text = "3";
    goto NUMBER;
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

__attribute__((noinline)) int by_address(int direct, int left) {
  int found, count = 10, options = 0;
  const char *text;
  void *inside = &&NUMBER;
  if (direct) {
    text = "3";
    goto *inside;
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
    sum += by_name(i % 2, i % 3) + by_address(i % 2, i % 3);
  return sum == 0;
}
