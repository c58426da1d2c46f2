// A program may define what the runtime calls of the C library: counting the first call of it makes no table over and over.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s own.c
// RUN: env IPOINT_DB=%t/db IPOINT_STORE=sums IPOINT_TIMED=none %ipoint_cc gcc -O2 -fno-builtin own.c -o own
// RUN: %ipoint_run -o trace -- ./own 2>&1 | FileCheck %s
// RUN: env IPOINT_DB=%t/db2 IPOINT_STORE=sums IPOINT_TIMED=auto %ipoint_cc gcc -O2 -fno-builtin own.c -o own && %ipoint_run -o trace -- ./own 2>&1 | FileCheck %s
// CHECK: own says 5
// CHECK: ipoint-run: {{[0-9,]+}} paths and iterations of counted loops counted in trace
#include <stdio.h>

__SIZE_TYPE__ strlen(const char *text) {
  __SIZE_TYPE__ length = 0;
  while (text[length])
    length++;
  return length;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  char *into = to;
  for (__SIZE_TYPE__ i = 0; i < size; i++)
    into[i] = ((const char *)from)[i];
  return to;
}

int main(void) {
  printf("own says %d\n", (int)strlen("hello"));
  fflush(stdout);
  return 0;
}
