// Under -icount each instruction is one cycle of the counter. Compiled without optimisation, an instrumented program is the plain
// one and its probes, so the corrected time is what the plain program takes, to the cycle: the closure error is 0.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env WORK_FLAGS=-O0 sh %S/Inputs/build-and-run.sh 64 %ipoint_build %s
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_report json --all trace -o report.json
// RUN: sh %S/Inputs/plain-time.sh 64 %s > plain
// RUN: %python %S/Inputs/closure-error.py report.json plain | FileCheck %s
// RUN: rm ipoint.db && env WORK_FLAGS=-O0 sh %S/Inputs/build-and-run.sh 32 %ipoint_build %s
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_report json --all trace -o report.json
// RUN: sh %S/Inputs/plain-time.sh 32 %s > plain
// RUN: %python %S/Inputs/closure-error.py report.json plain | FileCheck %s
// RUN: rm ipoint.db && env WORK_FLAGS=-O0 BARE_FLAGS="-Os -DIPOINT_DWT" sh %S/Inputs/build-and-run.sh m3 %ipoint_build %s
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_report json --all trace -o report.json
// RUN: sh %S/Inputs/plain-time.sh m3 %s > plain
// RUN: %python %S/Inputs/closure-error.py report.json plain | FileCheck %s
// CHECK: closure error of work: 0 of {{[1-9][0-9]+}} ticks
// CHECK-NEXT: blocks clipped or below 0: 0
#ifndef PLAIN_TIME
#define READ(result)
#elif defined(__arm__)
extern unsigned long plain_begin, plain_end;
#define READ(result) ((result) = *(volatile unsigned long *)0x40000024)
#else
extern unsigned long plain_begin, plain_end;
#define READ(result) __asm__ volatile("rdcycle %0" : "=r"(result))
#endif

// A function that calls nothing would have to save its return address for the probes, and one with a value to keep that: what is
// measured here does neither.
#ifdef __arm__
__asm__(".text\n.thumb_func\nnothing:\n\tbx lr\n");
#else
__asm__(".text\nnothing:\n\tret\n");
#endif
void nothing(void);

static unsigned state = 1;

static void mix(unsigned more) {
  unsigned i;
  state += more;
  for (i = 0; i < 8; i++) {
    if (state & 1) {
      state = (state >> 1) ^ 0xb8u;
    } else {
      state = state >> 1;
    }
  }
  nothing();
}

void work(void);
void work(void) {
  READ(plain_begin);
  for (int i = 0; i < 20; i++) {
    mix((unsigned)i);
  }
  READ(plain_end);
}
// REQ: IP-REQ-031
