/*===- selftest.h - What the programs of ipoint-selftest share ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#ifndef SELFTEST_H
#define SELFTEST_H

/* Each program defines both. Only the first is recorded. */
void selftest_work(void);
void selftest_facts(void);

/* Prints a line of what the program knows about itself, for ipoint-selftest. */
void selftest_fact(const char *what, const char *function, const char *where,
                   unsigned long number);

/* Interrupts what calls selftest_strike(), once: a signal, an interrupt of the
   board, or a call from code without probes. */
void selftest_handle(void (*handler)(int));
void selftest_strike(void);

/* WAIT(n) takes n steps. A step is a tick of a clock that nothing else but the
   probes advances (SELFTEST_CLOCK), an instruction of a board, or, on a host,
   as long as it takes. */
#ifdef SELFTEST_CLOCK
extern unsigned long selftest_clock;
#define WAIT(n) (selftest_clock += (n))
#elif defined(SELFTEST_HOST)
void selftest_spin(unsigned long steps);
unsigned long selftest_nanoseconds(void);
#define WAIT(n) selftest_spin(n)
#elif defined(__riscv)
#define WAIT(n)                                                                \
  __asm__ volatile(".option push\n\t.option norvc\n\t.rept " #n                \
                   "\n\tnop\n\t.endr\n\t.option pop")
#else
#define WAIT(n) __asm__ volatile(".rept " #n "\n\tnop\n\t.endr")
#endif

#endif
