// A program that counts in place is sampled where a script or another program starts it, too. One that does not count is not sampled.
// REQUIRES: perf-switches
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s work.c
// RUN: env IPOINT_DB=%t/db IPOINT_TIMED=none IPOINT_STORE=sums %ipoint_cc gcc -g -O1 work.c -o counts
// RUN: env IPOINT_DB=%t/blocks.db IPOINT_TIMED=functions IPOINT_LEVEL=functions IPOINT_STORE=blocks %ipoint_cc gcc -g -O1 work.c -o records
// RUN: printf '#!/bin/sh\n"$@"\n' > script && chmod +x script
// RUN: %ipoint_run -o by-script -- ./script ./counts 300000000 && ls -A by-script | FileCheck %s --check-prefix=SAMPLES
// RUN: %ipoint_report text by-script --db db | FileCheck %s
// RUN: %ipoint_run -o by-env -- env ./counts 300000000
// RUN: %ipoint_report text by-env --db db | FileCheck %s
// SAMPLES: {{^}}.samples
// CHECK: time work takes {{.*}} % of the counted program's time,
// CHECK: {{^}}work {{.*}} 3 {{.*}} sampled
// Samples would only lengthen what is timed, and nothing starts a program here.
// RUN: %ipoint_run -o recorded -- ./script ./records 300000000 && ls -A recorded | FileCheck %s --check-prefix=NONE
// RUN: not %ipoint_run -o neither -- ./script true 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: ls -A neither | FileCheck %s --check-prefix=NONE
// NONE-NOT: .samples
// NEITHER-NOT: samples
#include <stdlib.h>

static __attribute__((noinline)) unsigned work(unsigned turns) {
  unsigned x = 1;
  while (turns--)
    x = x * 1103515245u + 12345u;
  return x;
}

int main(int argc, char **argv) {
  unsigned turns = argc > 1 ? (unsigned)atol(argv[1]) : 1;
  return (work(turns / 3) ^ work(turns / 3) ^ work(turns / 3)) == 42;
}
