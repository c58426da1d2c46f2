// What an interrupt handler takes is in no time that the target adds up but the handler's: under -icount each interrupt adds the same few
// ticks to what it interrupts, those that save registers before the handler's first probe.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: echo 'interrupts: "*_isr"' > ipoint.yaml
// RUN: export IPOINT_CONFIG=%t/ipoint.yaml IPOINT_STORE=sums IPOINT_TIMED=functions
// RUN: for delay in 1000000 37; do env BARE_FLAGS=-DIPOINT_TIMES WORK_FLAGS="-O0 -DDELAY=$delay" sh %S/Inputs/build-and-run.sh 64 %ipoint_build %s && env IPOINT_DB=%t/ipoint.db %ipoint_report json --all trace -o report-$delay.json && rm ipoint.db || exit 1; done
// RUN: %python %S/Inputs/interrupts-added.py report-1000000.json report-37.json | FileCheck %s
// CHECK: {{[1-9][0-9]+}} interrupts of {{1[0-9][0-9][0-9]}} ticks each
// CHECK-NEXT: each adds {{[1-9][0-9]}} ticks to work, and 0 are left over
// With the smallest recorder of a Cortex-M3. What is left over is of interrupts that come right behind a probe.
// RUN: for delay in 1000000 37; do env BARE_FLAGS="-DIPOINT_TIMES -Os -DIPOINT_DWT -DIPOINT_NO_WRAPS" WORK_FLAGS="-O0 -DDELAY=$delay" sh %S/Inputs/build-and-run.sh m3 %ipoint_build %s && env IPOINT_DB=%t/ipoint.db %ipoint_report json --all trace -o report-$delay.json && rm ipoint.db || exit 1; done
// RUN: %python %S/Inputs/interrupts-added.py report-1000000.json report-37.json | FileCheck %s --check-prefix=M3
// M3: {{[1-9][0-9]+}} interrupts of {{1[0-9][0-9][0-9]}} ticks each
// M3-NEXT: each adds {{[1-9]}} ticks to work, and {{[0-9][0-9]?}} are left over
#ifdef __arm__
/* SysTick: control, reload, value; 12 of its ticks are one of mtime's. */
#define TIMER ((volatile unsigned long *)0xE000E010)
#define START(delay) (TIMER[1] = 12 * (delay), TIMER[2] = 0, TIMER[0] = 7)
#define STOP() (TIMER[0] = 0)
#define HANDLER
#define AGAIN()
#else
#define MTIME ((volatile unsigned long *)0x200bff8)
#define MTIMECMP ((volatile unsigned long *)0x2004000)
#define CSR(instruction) ".option push\n\t.option arch, +zicsr\n\t" instruction "\n\t.option pop"
#define START(delay)                                                                                                                             \
  do {                                                                                                                                           \
    *MTIMECMP = *MTIME + (delay);                                                                                                                \
    __asm__ volatile(CSR("csrw mtvec, %0\n\tcsrs mie, %1\n\tcsrs mstatus, %2") : : "r"(timer_isr), "r"(1 << 7), "r"(1 << 3));                    \
  } while (0)
#define STOP() __asm__ volatile(CSR("csrc mie, %0") : : "r"(1 << 7))
#define HANDLER __attribute__((interrupt("machine"), aligned(4)))
#define AGAIN() (*MTIMECMP = *MTIME + 37)
#endif

HANDLER void timer_isr(void);
void timer_isr(void) {
  __asm__ volatile(".rept 1000\nnop\n.endr");
  AGAIN();
}

static unsigned mix(unsigned more) {
  unsigned state = more;
  for (unsigned i = 0; i < 8; i++)
    state = state & 1 ? state >> 1 ^ 0xb8u : state >> 1;
  return state;
}

unsigned result;
static volatile unsigned delay = DELAY;

void work(void);
void work(void) {
  START(delay);
  for (unsigned i = 0; i < 500; i++)
    result += mix(i);
  STOP();
}
// REQ: IP-REQ-022
