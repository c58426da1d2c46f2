// Interrupts that the kernel recorded: visits with one are excluded, in the text and in the JSON, the time balance stays
// whole, and the bench's figures add up. Read in several parts, the streams give the same.
// REQUIRES: perf-tracepoints
// RUN: rm -rf %t && mkdir -p %t/trace && cd %t && cp %s work.c
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_cc gcc -O2 -o work work.c
// RUN: %ipoint_run --interrupts -o trace -- ./work
// RUN: %ipoint_report json --db ipoint.db trace -o report.json && %python %S/Inputs/check-recorded-interrupts.py report.json
// RUN: %ipoint_report text --all --db ipoint.db trace | tr -s ' \n' ' ' | FileCheck %s
// RUN: %ipoint_report json -j 1 --db ipoint.db trace -o one && %ipoint_report json -j 5 --db ipoint.db trace -o five
// RUN: sed -i '/^ *"\(-j\|[15]\|one\|five\)",\{0,1\}$/d' one five && diff one five
// RUN: %python %S/../bench/recorded-interrupts --bin %ipoint_bin trace ipoint.db | FileCheck %s --check-prefix=BENCH
// CHECK: residue 0{{[; ]}}
// CHECK: excluded {{[1-9]}}
// CHECK: known {{[0-9,]+}} visits in which the kernel is known to have handled an interrupt: by times
// BENCH: known found within blocks others recall precision records left trace
// BENCH-NEXT: {{^ *[1-9][0-9]* .* trace$}}
#include <time.h>

static volatile unsigned sink;

static void short_one(unsigned n) {
  while (n--)
    sink += n;
}

static void long_one(unsigned n) {
  while (n--)
    sink ^= n * 3;
}

int main(void) {
  struct timespec used;
  do {
    int i;
    for (i = 0; i < 300; i++) {
      short_one(20);
      long_one(60);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  } while (used.tv_sec == 0 && used.tv_nsec < 300000000);
  return 0;
}
