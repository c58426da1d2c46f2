/* Runs work(): with probes (MEASURED), or plain, sampled each PERIOD ticks of the board's timer, or only timed (0). */
#include "work.h"

#include <stdint.h>

#ifdef MEASURED
#include "ipoint/bare.h"
#define START() ipoint_bare_start(IPOINT_KEEP_OLDEST, RATE)
#define DUMP(put) ipoint_bare_dump(put)
#else
#include "ipoint/sampler.h"
#define START() ipoint_sampler_start(PERIOD, RATE)
#define DUMP(put) ipoint_sampler_dump(put)
#endif
#ifndef PERIOD
#define PERIOD 0
#endif

static int semihost(int operation, const void *argument) {
#ifdef __riscv
  register intptr_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\tslli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t.option pop"
                   : "+r"(a0)
                   : "r"(a1)
                   : "memory");
  return (int)a0;
#else
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
#endif
}

static intptr_t file;

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)file, bytes, (void *)(uintptr_t)size};
  semihost(5, arguments); /* SYS_WRITE */
}

#ifdef __riscv
#define RATE 10000000 /* QEMU's mtime */
#define MTIME ((volatile uint64_t *)0x200bff8)
#define MTIMECMP ((volatile uint64_t *)0x2004000)
#if PERIOD
static void __attribute__((interrupt("machine"), aligned(4))) handler(void) {
  *MTIMECMP = *MTIME + ipoint_sampler_take(ipoint_sampler_interrupted());
}
static void start_timer(void) {
  *MTIMECMP = *MTIME + PERIOD;
  __asm__ volatile("csrw mtvec, %0" : : "r"(handler));
  __asm__ volatile("csrs mie, %0" : : "r"(1 << 7));
  __asm__ volatile("csrs mstatus, %0" : : "r"(1 << 3));
}
static void stop_timer(void) { __asm__ volatile("csrc mie, %0" : : "r"(1 << 7)); }
#endif
#else
#define RATE 25000000
#define TIMER ((volatile uint32_t *)0x40000000) /* control, value, reload, clear; CMSDK's */
#define ENABLE ((volatile uint32_t *)0xE000E100)
#define DISABLE ((volatile uint32_t *)0xE000E180)
#if PERIOD
__attribute__((used)) static void sampled(uintptr_t address) {
  TIMER[3] = 1;
  TIMER[1] = ipoint_sampler_take(address);
}
IPOINT_SAMPLER_HANDLER(handler, sampled);
static void start_timer(void) {
  TIMER[2] = 0;
  TIMER[1] = PERIOD;
  TIMER[0] = 9;
  *ENABLE = 1u << 8;
}
static void stop_timer(void) { *DISABLE = 1u << 8; }
#endif
#endif

uint32_t result;

static void run(void) {
  static const char name[] = "memory.img";
  const void *const opened[] = {name, (void *)5, (void *)10};
  static const uintptr_t ended[] = {0x20026, 0}; /* ADP_Stopped_ApplicationExit */
  START();
#if PERIOD
  start_timer();
#endif
  result = work();
#if PERIOD
  stop_timer();
#endif
  file = semihost(1, opened); /* SYS_OPEN, "wb" */
  DUMP(put);
  semihost(2, &file);
  semihost(0x20, ended); /* SYS_EXIT_EXTENDED */
}

extern uint32_t bss_begin[], bss_end[];

void __attribute__((used)) reset(void) {
  for (uint32_t *word = bss_begin; word < bss_end; word++)
    *word = 0;
  extern uint32_t data_begin[], data_end[], data_source[];
  uint32_t *from = data_source;
  for (uint32_t *word = data_begin; word < data_end; word++)
    *word = *from++;
  run();
  for (;;)
    ;
}

#ifdef __riscv
__asm__(".section .vectors,\"ax\"\n.globl _start\n_start:\n\tla sp, stack_top\n\tj reset\n.text");
#else
extern uint32_t stack_top;
#if PERIOD
void handler(void);
#else
#define handler reset
#endif
__attribute__((section(".vectors"), used)) static const void *const vectors[16 + 9] = {&stack_top, reset, [16 + 8] = handler};
#endif
