// Of the longest call of a function whose times are added up on the target it is known by which blocks it went: with timed functions the path,
// from the loop on that it left last; with timed blocks the last transition.
// RUN: rm -rf %t && mkdir -p %t/functions %t/blocks %t/m3
// RUN: for what in functions blocks; do cd %t/$what && env IPOINT_TIMED=$what IPOINT_STORE=sums WORK_FLAGS=-O0 BARE_FLAGS=-DIPOINT_TIMES RING_SLOTS=0 sh %S/Inputs/build-and-run.sh 32 %ipoint_build %s || exit 1; done
// RUN: cd %t/functions && env IPOINT_DB=%t/functions/ipoint.db %ipoint_report text --all --function=choose trace | FileCheck %s --check-prefix=CHOOSE
// CHOOSE: HWM {{ *}}the longest call took (entry > if.1/then > end/exit)
// RUN: cd %t/functions && env IPOINT_DB=%t/functions/ipoint.db %ipoint_report text --all --function=work trace | FileCheck %s --check-prefix=WORK
// WORK: HWM {{ *}}the longest call took …, (for.1/body > for.1/condition > end/exit)
// RUN: cd %t/blocks && env IPOINT_DB=%t/blocks/ipoint.db %ipoint_report text --all --function=choose trace | FileCheck %s --check-prefix=LAST
// LAST: HWM {{ *}}the longest call took …, (if.1/then > end/exit)
// With the smallest recorder that keeps it.
// RUN: cd %t/m3 && env IPOINT_TIMED=functions IPOINT_STORE=sums WORK_FLAGS=-O0 BARE_FLAGS="-DIPOINT_TIMES -Os -DIPOINT_DWT -DIPOINT_NO_WRAPS" RING_SLOTS=0 sh %S/Inputs/build-and-run.sh m3 %ipoint_build %s
// RUN: env IPOINT_DB=%t/m3/ipoint.db %ipoint_report text --all --function=choose trace | FileCheck %s --check-prefix=CHOOSE
#ifdef __arm__
#define DOWN "subs %0, #1\n\tbne 1b"
#else
#define DOWN "addi %0, %0, -1\n\tbnez %0, 1b"
#endif
#define SPIN(rounds)                                                                                                                            \
  do {                                                                                                                                          \
    unsigned left = (rounds);                                                                                                                   \
    __asm__ volatile("1:\n\t" DOWN : "+r"(left) : : "cc");                                                                                       \
  } while (0)

static void choose(unsigned i) {
  if (i == 7)
    SPIN(500);
  else if (i == 8)
    SPIN(400);
}

static void repeat(unsigned times) {
  for (unsigned i = 0; i < times; i++)
    SPIN(10);
}

void work(void);
void work(void) {
  for (unsigned i = 0; i < 10; i++) {
    choose(i);
    repeat(i);
  }
}
