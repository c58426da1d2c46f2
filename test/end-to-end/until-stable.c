// As many runs as a figure needs, and no more than were allowed.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c && export IPOINT_DB=%t/ipoint.db
// RUN: %ipoint_cc gcc -O1 program.c -o program
//
// Five runs are the least, and it has to hold twice.
// RUN: %ipoint_run --until-stable work:99% -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: ipoint-run: mean inclusive time of work: {{[0-9.e+]+}} raw ticks +- {{[0-9.e-]+}} % (95 %) in {{6|7|8}} runs
// RUN: %ipoint_run --until-stable work.p50:99% -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=MEDIAN
// MEDIAN: ipoint-run: p50 of the inclusive time of work: {{.*}} (95 %) in {{6|7|8}} runs
// RUN: %ipoint_run --until-stable work:0.000001% -n 7 -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: ipoint-run: not stable: mean inclusive time of work: {{.*}} in 7 runs
// RUN: %ipoint_run --until-stable real:99% -n 30 -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=REAL
// REAL: ipoint-run: elapsed time: {{.*}} s +- {{.*}} runs
//
// No new high-water mark in the last K of N runs: if runs are alike, each is equally likely to have the largest.
// RUN: %ipoint_run --until-stable work.max:2 -n 60 -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=MAX
// MAX: ipoint-run: high-water mark of work: {{[0-9]+}} raw ticks, none larger in the last 2 of [[N:[0-9]+]] runs; if runs are alike, the next exceeds it with a chance of at most 1/{{[0-9]+}}
// RUN: sh -c 'test "$(ls trace | wc -l)" -ge 3'
//
// RUN: not %ipoint_run --until-stable nope:2% -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=NOPE
// NOPE: ipoint-report: error: nope: no such function
// NOPE-NEXT: ipoint-run: --until-stable: ipoint-report can't read trace/run-001
// RUN: %ipoint_cc gcc -O1 program.c -o counted --timed=none 2>/dev/null || env IPOINT_TIMED=none %ipoint_cc gcc -O1 program.c -o counted
// RUN: not %ipoint_run --until-stable work:2% -o trace -- ./counted 2>&1 | FileCheck %s --check-prefix=UNTIMED
// UNTIMED: ipoint-run: --until-stable: no call of work has a time in trace/run-001; are functions timed?
static volatile unsigned sum;

static void work(void) {
  for (unsigned i = 0; i < 5000; ++i)
    sum += i;
}

int main(void) {
  for (int i = 0; i < 20; ++i)
    work();
  return 0;
}
