// Under -icount each instruction is one cycle of the counter: what differs by a known number of instructions differs by
// that many ticks, in each of ten calls.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: sh %S/Inputs/build-and-run.sh 64 %ipoint_build %s
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_report json trace -o report.json
// RUN: %python %S/Inputs/compare-times.py report.json | FileCheck %s
// RUN: rm ipoint.db && sh %S/Inputs/build-and-run.sh 32 %ipoint_build %s
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_report json trace -o report.json
// RUN: %python %S/Inputs/compare-times.py report.json | FileCheck %s
// CHECK: nops_100 10 calls
// CHECK-NEXT: nops_300 10 calls, more ticks: min 200 mean 200 max 200
// CHECK-NEXT: nops_1100 10 calls, more ticks: min 1000 mean 1000 max 1000
#define FUNCTION(count)                                                                                                \
  static __attribute__((noinline)) void nops_##count(void) {                                                           \
    __asm__ volatile(".option push\n.option norvc\n.rept " #count "\nnop\n.endr\n.option pop");                        \
  }
FUNCTION(100)
FUNCTION(300)
FUNCTION(1100)

void work(void);
void work(void) {
  for (int i = 0; i < 10; i++) {
    nops_100();
    nops_300();
    nops_1100();
  }
}
// REQ: IP-REQ-021 IP-REQ-031
