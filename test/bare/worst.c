// The longest path where the longest call is known: what the estimate says of three calls that show each part, but never all of them
// together, is what the call with all of them takes, to the instruction.
// RUN: rm -rf %t && mkdir -p %t/longest %t/parts && cd %t/longest
// RUN: env WORK_FLAGS=-DINPUTS=7 sh %S/Inputs/build-and-run.sh 64 %ipoint_build %s
// RUN: env IPOINT_DB=%t/longest/ipoint.db %ipoint_report worst root trace --observed=counts --to=json -o worst.json
// RUN: cd %t/parts && env WORK_FLAGS=-DINPUTS=1,2,4 sh %S/Inputs/build-and-run.sh 64 %ipoint_build %s
// RUN: env IPOINT_DB=%t/parts/ipoint.db %ipoint_report worst root trace --observed=counts --to=json -o worst.json
// RUN: %python %S/Inputs/compare-worst.py %t/longest/worst.json %t/parts/worst.json | FileCheck %s
// CHECK: longest: estimate - HWM = 0
// CHECK-NEXT: parts: estimate - longest call = 0
// CHECK: burn/for.1/body 7
// CHECK: count_down/if.1/join 4
// CHECK: triangle/for.1/body/for.1/body 21
//
// From its first block to its last, it is the function; and a round of the loop that calls it takes as long as it is estimated.
// RUN: cd %t/longest && env IPOINT_DB=%t/longest/ipoint.db %ipoint_report worst root/entry..return.1/exit trace --observed=counts --to=json -o part.json
// RUN: cd %t/parts && env IPOINT_DB=%t/parts/ipoint.db %ipoint_report worst root/entry..return.1/exit trace --observed=counts --to=json -o part.json
// RUN: %python %S/Inputs/compare-worst.py %t/longest/part.json %t/parts/part.json | FileCheck %s
// RUN: cd %t/longest && env IPOINT_DB=%t/longest/ipoint.db %ipoint_report worst work/for.1 trace --observed=counts | FileCheck %s --check-prefix=ROUND
// ROUND: ratio 1.00 1.00
//
// Without contexts both calls of burn() have five rounds.
// RUN: env IPOINT_DB=%t/parts/ipoint.db %ipoint_report worst root trace --observed=counts --contexts=0 --to=json -o no-contexts.json
// RUN: %python %S/Inputs/compare-worst.py %t/longest/worst.json no-contexts.json | FileCheck %s --check-prefix=FLAT
// FLAT: parts: estimate - longest call = {{[1-9]}}
// FLAT: burn/for.1/body 10
void work(void);

#define NOPS(count) __asm__ volatile(".rept " #count "\n\tnop\n\t.endr")

static volatile unsigned sink;

static __attribute__((noinline)) unsigned burn(unsigned rounds) {
  for (unsigned i = 0; i < rounds; i++)
    NOPS(20);
  return rounds;
}

static __attribute__((noinline)) unsigned count_down(unsigned from) {
  if (from == 0)
    return 1;
  NOPS(10);
  return count_down(from - 1) + 1;
}

static __attribute__((noinline)) void triangle(unsigned size) {
  for (unsigned i = 0; i < size; i++)
    for (unsigned j = 0; j < i; j++)
      NOPS(5);
}

static __attribute__((noinline)) unsigned root(unsigned input) {
  if (input & 1)
    triangle(7);
  sink += burn(2);
  if ((input & 2) && count_down(4))
    NOPS(3);
  if (input & 4)
    sink += burn(5);
  return sink;
}

void work(void) {
  static const unsigned inputs[] = {INPUTS};
  for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
    root(inputs[i]);
}
// REQ: IP-REQ-070
