/*===- board.c - The programs on a board, or on an emulated one ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

/* As it stands, for QEMU's mps2-an385 (Cortex-M3) and virt (RISC-V). For a
   board of yours copy it, and change what is under "The board". */
#include "selftest.h"

#include "ipoint/bare.h"

static void (*struck_by)(int);

/*===- Semihosting ---===*/

static int semihost(int operation, const void *argument) {
#ifdef __riscv
  register intptr_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                   "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t"
                   ".option pop"
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
  const void *const arguments[] = {(void *)file, bytes,
                                   (void *)(uintptr_t)size};
  semihost(5, arguments); /* SYS_WRITE */
}

static void print(const char *text) { semihost(4, text); /* SYS_WRITE0 */ }

/*===- The board ---===*/

#ifdef __riscv
#define RATE 10000000
#define SOFTWARE_INTERRUPT ((volatile uint32_t *)0x2000000) /* CLINT: msip */
static void __attribute__((interrupt("machine"), aligned(4))) trap(void) {
  *SOFTWARE_INTERRUPT = 0;
  struck_by(0);
}
static void start_board(void) {
  __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrw mtvec, %0\n\t"
                   "csrs mie, %1\n\tcsrs mstatus, %1\n\t.option pop"
                   :
                   : "r"(trap), "r"(1 << 3));
}
void selftest_strike(void) {
  *SOFTWARE_INTERRUPT = 1;
  WAIT(8);
}
#else
#define RATE 25000000
#define TIMER ((volatile uint32_t *)0x40000000) /* control, value, reload */
#define ENABLE ((volatile uint32_t *)0xE000E100)
#define PEND ((volatile uint32_t *)0xE000E200)
void interrupt_8(void);
void __attribute__((used)) interrupt_8(void) { struck_by(0); }
static void start_board(void) {
  /* QEMU has no DWT. On a chip that has, leave these four lines out. */
  TIMER[2] = 0xffffffffu;
  TIMER[1] = 0xffffffffu;
  TIMER[0] = 1;
  ipoint_bare_use_timer(&TIMER[1], 0xffffffffu, 32);
  *ENABLE = 1u << 8;
}
void selftest_strike(void) {
  *PEND = 1u << 8;
  __asm__ volatile("dsb\n\tisb" : : : "memory");
}
#endif

/*===- What is the same on all ---===*/

void selftest_handle(void (*handler)(int)) { struck_by = handler; }

void selftest_fact(const char *what, const char *function, const char *where,
                   unsigned long number) {
  char digits[24], *digit = digits + sizeof digits;
  *--digit = 0;
  *--digit = '\n';
  do
    *--digit = (char)('0' + number % 10);
  while (number /= 10);
  print("fact ");
  print(what);
  print(" ");
  print(function);
  print(" ");
  print(where);
  print(" ");
  print(digit);
}

static void run(void) {
  static const char name[] = "memory.img";
  const void *const opened[] = {name, (void *)5, (void *)10};
  static const uintptr_t ended[] = {0x20026,
                                    0}; /* ADP_Stopped_ApplicationExit */
  start_board();
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, RATE))
    print("the counter does not count\n");
  selftest_work();
  ipoint_bare_stop();
  file = semihost(1, opened); /* SYS_OPEN, "wb" */
  ipoint_bare_dump(put);
  semihost(2, &file);
  selftest_facts();
  semihost(0x20, ended); /* SYS_EXIT_EXTENDED */
}

extern uint32_t bss_begin[], bss_end[], data_begin[], data_end[], data_source[];

void reset(void);
void __attribute__((used)) reset(void) {
  uint32_t *word, *from = data_source;
  for (word = bss_begin; word < bss_end; word++)
    *word = 0;
  for (word = data_begin; word < data_end; word++)
    *word = *from++;
  run();
  for (;;)
    ;
}

#ifdef __riscv
__asm__(
    ".section .vectors,\"ax\"\n.globl _start\n_start:\n\tla sp, stack_top\n\t"
    "j reset\n.text");
#else
extern uint32_t stack_top;
__attribute__((section(".vectors"),
               used)) static const void *const vectors[16 + 9] = {
    &stack_top, reset, [16 + 8] = interrupt_8};
#endif
