/* Start-up code of all cores, and semihosting. Built without ipoint. */
#include "board.h"

#include "ipoint/bare.h"

/* Each core's stack lies behind those of the cores before it. */
#define STACK "8192"

#ifdef __riscv
/* All harts begin here. */
__asm__(".section .start,\"ax\"\n.globl _start\n_start:\n\t.option push\n\t.option arch, +zicsr\n\tcsrr a0, mhartid\n\t.option pop\n\t"
        "la sp, stacks\n\tli t0, " STACK "\n1:\tadd sp, sp, t0\n\tbeqz a0, 2f\n\taddi a0, a0, -1\n\tj 1b\n"
        "2:\tj begin\n.text");
#elif defined(__aarch64__)
/* Core 0 begins here, and wakes the others. */
__asm__(".section .start,\"ax\"\n.globl _start\n_start:\n\tmrs x0, mpidr_el1\n\tand x0, x0, #0xff\n\tadd x0, x0, #1\n\t"
        "ldr x1, =stacks\n\tmov x2, #" STACK "\n\tmadd x1, x0, x2, x1\n\tmov sp, x1\n\tb begin\n.text");
#else
__asm__(".section .start,\"ax\"\n.globl _start\n_start:\n\tmrc p15, 0, r0, c0, c0, 5\n\tand r0, r0, #0xff\n\tadd r0, r0, #1\n\t"
        "ldr r1, =stacks\n\tmov r2, #" STACK "\n\tmla sp, r0, r2, r1\n\tb begin\n.ltorg\n.text");
#endif

unsigned board_core(void) {
#ifdef __riscv
  unsigned long hart;
  __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrr %0, mhartid\n\t.option pop" : "=r"(hart));
  return (unsigned)hart;
#elif defined(__aarch64__)
  uint64_t affinity;
  __asm__ volatile("mrs %0, mpidr_el1" : "=r"(affinity));
  return affinity & 0xff;
#else
  uint32_t affinity;
  __asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(affinity));
  return affinity & 0xff;
#endif
}

void board_order(void) { __sync_synchronize(); }

/* In .data, which nothing clears. */
static volatile unsigned started = 1;

void board_start_cores(void) {
  board_order();
  started = CORES;
#ifndef __riscv
  extern char _start[];
  for (uintptr_t core = 1; core < CORES; core++) {
#ifdef __aarch64__
    register uintptr_t x0 __asm__("x0") = 0xc4000003; /* PSCI's CPU_ON */
    register uintptr_t x1 __asm__("x1") = core;
    register uintptr_t x2 __asm__("x2") = (uintptr_t)_start;
    register uintptr_t x3 __asm__("x3") = 0;
    __asm__ volatile("hvc #0" : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) : : "memory");
#else
    register uintptr_t r0 __asm__("r0") = 0x84000003;
    register uintptr_t r1 __asm__("r1") = core;
    register uintptr_t r2 __asm__("r2") = (uintptr_t)_start;
    register uintptr_t r3 __asm__("r3") = 0;
    __asm__ volatile(".arch_extension virt\n\thvc #0" : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3) : : "memory");
#endif
  }
#endif
}

extern uint32_t bss_begin[], bss_end[];

void begin(void) __attribute__((used));
void begin(void) {
  unsigned core = board_core();
  if (core == 0)
    for (volatile uint32_t *word = bss_begin; word < bss_end; word++)
      *word = 0;
  else
    while (core >= started)
      ;
  run(core);
  for (;;)
    ;
}

static intptr_t semihost(intptr_t operation, const void *argument) {
#ifdef __riscv
  register intptr_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\tslli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t.option pop"
                   : "+r"(a0)
                   : "r"(a1)
                   : "memory");
  return a0;
#elif defined(__aarch64__)
  register intptr_t x0 __asm__("x0") = operation;
  register const void *x1 __asm__("x1") = argument;
  __asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
  return x0;
#else
  register intptr_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("svc 0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
  return r0;
#endif
}

static intptr_t file;

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)file, bytes, (void *)(uintptr_t)size};
  semihost(5, arguments); /* SYS_WRITE */
}

void board_write(const char *name) {
  uintptr_t length = 0;
  while (name[length])
    length++;
  const void *const opened[] = {name, (void *)5, (void *)length};
  file = semihost(1, opened); /* SYS_OPEN, "wb" */
  ipoint_bare_dump(put);
  semihost(2, &file);
}

void board_exit(int code) {
  const uintptr_t ended[] = {0x20026, (uintptr_t)code}; /* ADP_Stopped_ApplicationExit */
  semihost(0x20, ended);                                /* SYS_EXIT_EXTENDED */
}
