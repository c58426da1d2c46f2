/*===- port/x86_64.h - The time stamp counter -----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* See ipoint/port.h for what a port must give. Included by ipoint/probe.h at
|* the top of instrumented C: no libc header, no name outside ipoint_ and
|* IPOINT_.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_X86_64_H
#define IPOINT_PORT_X86_64_H

#define IPOINT_PORT_NAME "tsc"

/* How a probe reads it. All give the same counter; they differ in what they
   wait for (Intel SDM, volume 2, RDTSC, RDTSCP, LFENCE), and in what they cost:
   rdtsc       nothing: work before it may still be under way
   rdtscp      what stands before it in the program
   ordered     the same, and stores may still be under way
   serialised  the same, and nothing behind it begins earlier */
#if defined(IPOINT_COUNTER_RDTSCP)
#define IPOINT_PORT_READING 1
#define IPOINT_PORT_READ "rdtscp\n\t"
#define IPOINT_PORT_CLOBBERS "rcx",
#elif defined(IPOINT_COUNTER_ORDERED)
#define IPOINT_PORT_READING 2
#define IPOINT_PORT_READ "lfence\n\trdtsc\n\t"
#elif defined(IPOINT_COUNTER_SERIALISED)
#define IPOINT_PORT_READING 3
#define IPOINT_PORT_READ "lfence\n\trdtsc\n\tlfence\n\t"
#else
#define IPOINT_PORT_READ "rdtsc\n\t"
#endif
#ifndef IPOINT_PORT_CLOBBERS
#define IPOINT_PORT_CLOBBERS
#endif

/* The whole counter, ticks since reset. */
IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  ipoint_word ipoint_low,
      ipoint_high; /* rdtsc clears the upper halves of both registers */
  __asm__ __volatile__(IPOINT_PORT_READ
                       : "=a"(ipoint_low), "=d"(ipoint_high)
                       :
                       : IPOINT_PORT_CLOBBERS "cc");
  return ipoint_high << 32 | ipoint_low;
}

/* The record with the counter's low 40 bits in bits 1 to 40. Written out by
   halves, which takes one instruction less than masking the whole counter. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  ipoint_word ipoint_low, ipoint_high;
  __asm__ __volatile__(IPOINT_PORT_READ
                       : "=a"(ipoint_low), "=d"(ipoint_high)
                       :
                       : IPOINT_PORT_CLOBBERS "cc");
  return ((ipoint_high & 255u) << 33) + (ipoint_low << 1) + ipoint_record;
}

/* Stores *slot, then *cursor, in this order for whoever reads the memory, be it
   after a kill. The processor stores in program order; volatile keeps the
   compiler to it, and leaves the program's own memory accesses as free to move
   as they were. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  *ipoint_cursor = ipoint_slot + 1;
}

/* The inline probes, each one asm statement: for the compiler a probe is a
   single instruction without branches, which costs it next to no time (a third
   of what the same in C cost gcc), does not count when it decides what to
   inline, and leaves a function that calls nothing a leaf.

   The slow path is a call that keeps every register (runtime/port/x86_64.S); it
   stands behind the function's code, and steps over the red zone. A limit of 1
   is that of a thread that records nothing any more: it leaves at once. */
#define IPOINT_PORT_PROBES 1

#if (defined(__clang__) && __clang_major__ >= 11) ||                           \
    (!defined(__clang__) && __GNUC__ >= 9)
#define IPOINT_PORT_ASM __asm__ __volatile__ __inline__
#else
#define IPOINT_PORT_ASM __asm__ __volatile__
#endif

#define IPOINT_PORT_ENTER                                                      \
  "movq ipoint_self@gottpoff(%%rip), %0\n\t"                                   \
  "movq %%fs:(%0), %0\n\t"                                                     \
  "movq (%0), %1\n\t"                                                          \
  "cmpq 8(%0), %1\n\t"                                                         \
  "je 2f\n\t"
#define IPOINT_PORT_LEAVE                                                      \
  "addq $8, %1\n\t"                                                            \
  "movq %1, (%0)\n"                                                            \
  "1:\n\t"                                                                     \
  ".subsection 1\n"                                                            \
  "2:\tcmpq $1, %1\n\t"                                                        \
  "je 1b\n\t"                                                                  \
  "addq $-128, %%rsp\n\t"                                                      \
  "pushq %2\n\t"                                                               \
  "call *ipoint_probe_slow@GOTPCREL(%%rip)\n\t"                                \
  "subq $-128, %%rsp\n\t"                                                      \
  "jmp 1b\n\t"                                                                 \
  ".previous"

IPOINT_INLINE void ipoint_port_timed_probe(ipoint_word ipoint_record) {
  ipoint_word ipoint_ring, ipoint_slot;
  IPOINT_PORT_ASM(IPOINT_PORT_ENTER IPOINT_PORT_READ
                  "movzbl %%dl, %%edx\n\t"
                  "shlq $32, %%rdx\n\t"
                  "orq %%rax, %%rdx\n\t"
                  "leaq (%2,%%rdx,2), %%rax\n\t"
                  "movq %%rax, (%1)\n\t" IPOINT_PORT_LEAVE : "=&r"(ipoint_ring),
                  "=&r"(ipoint_slot) : "r"(ipoint_record) : IPOINT_PORT_CLOBBERS
                  "rax",
                  "rdx", "cc");
}

IPOINT_INLINE void ipoint_port_untimed_probe(ipoint_word ipoint_record) {
  ipoint_word ipoint_ring, ipoint_slot;
  IPOINT_PORT_ASM(IPOINT_PORT_ENTER
                  "movq %2, (%1)\n\t" IPOINT_PORT_LEAVE : "=&r"(ipoint_ring),
                  "=&r"(ipoint_slot) : "r"(ipoint_record) : "cc");
}

#endif /* IPOINT_PORT_X86_64_H */
