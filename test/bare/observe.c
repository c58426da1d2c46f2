// Observations on emulated processors that count each instruction: the base is removed, and what is left is exact.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: sh %S/Inputs/observe.sh 32 %ipoint_build %s | FileCheck %s --check-prefix=RISCV
// RUN: sh %S/Inputs/observe.sh 64 %ipoint_build %s | FileCheck %s --check-prefix=RISCV
// RISCV: nops_100: 10 observations, ticks: mean 100.0 min 100.0 max 100.0 sd 0.0 p50 100.0 p90 100.0 p99 100.0; base {{[0-9.]+}} sd 0.0
// RISCV: nops_1100: 10 observations, ticks: mean 1100.0 min 1100.0 max 1100.0 sd 0.0
// RISCV: observations nothing ticks: 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0{{$}}
//
// The M3's SysTick counts 25 million a second, instructions take 64 ns: 250 of them are 400 ticks.
// RUN: sh %S/Inputs/observe.sh m3 %ipoint_build %s | FileCheck %s --check-prefix=M3
// M3: nops_250: 10 observations, ticks: mean {{399.[5-9]|400.[0-5]}} min {{399|400}}.{{[0-9]}} max {{400|401}}.{{[0-9]}}
#ifdef __arm__
/* It counts down, from 24 bits. */
#define IPOINT_OBSERVE_COUNTER() (*(volatile unsigned *)0xE000E018 ^ 0xffffffu)
#define IPOINT_OBSERVE_BITS 24
#endif
#include "ipoint/observe.h"

#define NOPS(count) __asm__ volatile(".rept " #count "\n\tnop\n\t.endr")

static ipoint_observed times[10];

static void put(char character) {
#ifdef __arm__
  register int operation __asm__("r0") = 3; /* SYS_WRITEC */
  register const char *at __asm__("r1") = &character;
  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(at) : "memory");
#else
  extern int putchar(int);
  putchar(character);
#endif
}

#define OBSERVE(count)                                                                                                 \
  ipoint_observe_begin(&all, times, 10);                                                                               \
  for (i = 0; i < 10; i++)                                                                                             \
    IPOINT_OBSERVE(&all, NOPS(count));                                                                                 \
  ipoint_observe_print(&all, "nops_" #count, put)

int main(void) {
  struct ipoint_observations all;
  int i;
#ifdef __arm__
  volatile unsigned *systick = (volatile unsigned *)0xE000E010;
  systick[1] = 0xffffff;
  systick[2] = 0;
  systick[0] = 5;
  OBSERVE(250);
#else
  OBSERVE(100);
  OBSERVE(1100);
#endif
  ipoint_observe_begin(&all, times, 10);
  for (i = 0; i < 10; i++)
    IPOINT_OBSERVE(&all, (void)0);
  ipoint_observe_list(&all, "nothing", put);
  return 0;
}

#ifdef __arm__
extern char end_of_ram[];
void reset(void);
void reset(void) {
  static const unsigned done[] = {0x20026, 0}; /* SYS_EXIT_EXTENDED: ADP_Stopped_ApplicationExit */
  main();
  __asm__ volatile("mov r0, #0x20\n\tmov r1, %0\n\tbkpt 0xab" : : "r"(done) : "r0", "r1", "memory");
}
__attribute__((section(".vectors"), used)) static void *const vectors[] = {end_of_ram, (void *)reset};
#endif
