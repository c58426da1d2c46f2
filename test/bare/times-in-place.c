// Times that are added up on the target are those of records, to the tick, of a program that was compiled without optimisation (under
// -icount each instruction is one cycle); so are counts and histograms. What is below spends, in the block of spin(), ten or a thousand
// ticks.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python sh %S/Inputs/compare-sums.sh 32 blocks %S/closure-error.c | FileCheck %s
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python sh %S/Inputs/compare-sums.sh 64 blocks %S/closure-error.c | FileCheck %s
// RUN: sh %S/Inputs/plain-time.sh 64 %S/closure-error.c > plain
// RUN: %python %S/Inputs/closure-error.py sums.json plain | FileCheck %s --check-prefix=CLOSURE
// On a Cortex-M3, with the smallest recorder that has all of this (docs/bare-metal.md).
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python MORE_FLAGS="-Os -DIPOINT_DWT -DIPOINT_NO_WRAPS" sh %S/Inputs/compare-sums.sh m3 blocks %S/closure-error.c | FileCheck %s
// RUN: sh %S/Inputs/plain-time.sh m3 %S/closure-error.c > plain
// RUN: %python %S/Inputs/closure-error.py sums.json plain | FileCheck %s --check-prefix=CLOSURE
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python MORE_FLAGS="-Os -DIPOINT_DWT -DIPOINT_NO_WRAPS" sh %S/Inputs/compare-sums.sh m3 blocks %s | FileCheck %s
// RUN: for what in records sums; do env IPOINT_DB=%t/$what.db %ipoint_report json --all --low 100 --high 333 $what -o ruled-$what.json || exit 1; done
// RUN: %python %S/Inputs/compare-sums.py --excluded ruled-records.json ruled-sums.json | FileCheck %s --check-prefix=RULE
// RUN: env IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python sh %S/Inputs/compare-sums.sh 32 blocks %s | FileCheck %s
// CHECK: {{[1-9][0-9]*}} counts: the same
// CHECK-NEXT: {{[1-9][0-9]*}} times: the same to the tick
// CHECK-NEXT: {{[1-9][0-9]*}} of them with the same histogram
// CLOSURE: closure error of work: 0 of {{[1-9][0-9]+}} ticks
//
// The rule for thresholds excludes the same visits, and a profile of the sums is as good as they are.
// RUN: for what in records sums; do env IPOINT_DB=%t/$what.db %ipoint_report json --all --low 100 --high 333 $what -o ruled-$what.json || exit 1; done
// RUN: %python %S/Inputs/compare-sums.py --excluded ruled-records.json ruled-sums.json | FileCheck %s --check-prefix=RULE
// RULE: visits excluded: 10 of 40 in spin/entry, the same
// RULE-NEXT: filtered mean: the same to the tick
// RUN: env IPOINT_DB=%t/sums.db %ipoint_report profile --low 100 --high 333 sums -o sums.profile
// RUN: env IPOINT_DB=%t/sums.db %ipoint_report json --all sums.profile -o from-profile.json
// RUN: %python %S/Inputs/compare-sums.py --excluded ruled-records.json from-profile.json | FileCheck %s --check-prefix=RULE
// RUN: %python %S/Inputs/compare-sums.py records.json from-profile.json | FileCheck %s
// Other thresholds than those that were compiled in decide nothing where times are on both sides in one bin.
// RUN: env IPOINT_DB=%t/sums.db %ipoint_report json --all --low 100 --high 1060 sums | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: {{[1-9][0-9]*}} of the visits that were added up on the target lie in bins that a threshold divides; compile with a config file that has these thresholds
//
// Dumps without their times, with some of them, of a target that was writing one, and with a damaged one.
// RUN: %python %S/Inputs/cut-times.py sums.img %ipoint_import | FileCheck %s --check-prefix=CUT
// CUT: 0 of {{[1-9][0-9]+}} cut dumps were read; nothing was written
// CUT-NEXT: 2 times were being written when the dump was taken, and are left out; take another one and give both
// CUT-NEXT: all of its times were being written when it was taken; take another and give both
// CUT-NEXT: a damaged memory dump: its times make no sense; compile all files of the program with the same IPOINT_TIME_BITS and IPOINT_TIME_BINS
// CUT-NEXT: a damaged memory dump: its times make no sense; compile all files of the program with the same IPOINT_TIME_BITS and IPOINT_TIME_BINS
// CUT-NEXT: a damaged memory dump: a unit's times are no part of a count table
// CUT-NEXT: a damaged memory dump: something follows its last time
// CUT-NEXT: 1 times hold the first 4294967295 alone
static void spin(unsigned rounds) {
#ifdef __arm__
  __asm__ volatile("1:\n\tsubs %0, #1\n\tbne 1b" : "+r"(rounds) : : "cc");
#else
  __asm__ volatile("1:\n\taddi %0, %0, -1\n\tbnez %0, 1b" : "+r"(rounds));
#endif
}

void work(void);
void work(void) {
  for (unsigned i = 0; i < 40; i++) {
    spin(i % 4 == 1 ? 500 + i : 5 + i % 3);
  }
}
// REQ: IP-REQ-021 IP-REQ-032
