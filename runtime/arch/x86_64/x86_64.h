/*===- port/x86_64.h - The time stamp counter -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* See ipoint/port.h for what a port must give. Included by ipoint/probe.h at
|* the top of instrumented C: no libc header, no name outside ipoint_ and
|* IPOINT_.
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

/* Stores *slot, then *cursor, in this order for all readers of the memory, also
   after a kill. The processor stores in program order; volatile keeps the
   compiler to it, and leaves the program's own memory accesses as free to move
   as they were. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  *ipoint_cursor = ipoint_slot + 1;
}

/* Whether what returns to this address was called by the kernel, as a signal
   handler: then it returns to `movq $15, %rax; syscall` (rt_sigreturn), which
   unwinders go by too. Who returns to the first byte of a page, or lacks room
   in it for these nine, is not looked at: it may lie at the end of all code. */
#define IPOINT_PORT_HANDLERS 1
IPOINT_INLINE int ipoint_port_is_handler(__const__ void *ipoint_return) {
  __const__ unsigned char *ipoint_code =
      (__const__ unsigned char *)ipoint_return;
  unsigned ipoint_place = (unsigned)(ipoint_word)ipoint_return & 4095u;
  ipoint_word ipoint_bytes;
  if (ipoint_place - 1u >= 4096u - 9u)
    return 0;
  __builtin_memcpy(&ipoint_bytes, ipoint_code, sizeof ipoint_bytes);
  return ipoint_bytes == (((ipoint_word)0x0f000000u << 32) | 0x0fc0c748u) &&
         ipoint_code[8] == 5;
}

/* The probes, each one asm statement: for the compiler a probe is a single
   instruction without branches, which costs it next to no time (a third of what
   the same in C cost gcc), does not count when it decides what to inline, and
   leaves a function that calls nothing a leaf.

   The slow path is a call that keeps every register
   (runtime/arch/x86_64/slow.S); it stands behind the function's code, and steps
   over the red zone. A cursor of 1 is that of a thread that records nothing
   now: it leaves at once. */
#define IPOINT_PORT_PROBES 1

#if (defined(__clang__) && __clang_major__ >= 11) ||                           \
    (!defined(__clang__) && __GNUC__ >= 9)
#define IPOINT_PORT_PURE_ASM __asm__ __inline__
#else
#define IPOINT_PORT_PURE_ASM __asm__
#endif
#define IPOINT_PORT_ASM IPOINT_PORT_PURE_ASM __volatile__

/* Over the red zone, in as few bytes as that takes, and back. Code without one
   defines both to be empty, which saves its stack. */
#ifndef IPOINT_PORT_SKIP
#define IPOINT_PORT_SKIP "addq $-128, %%rsp\n\t"
#define IPOINT_PORT_SKIP_BACK "subq $-128, %%rsp\n\t"
#endif

/* One instruction, which no signal handler can divide, and which the compiler
   neither delays nor puts together with others. */
#define IPOINT_PORT_ADD(counter, more)                                         \
  IPOINT_PORT_ASM(                                                             \
      "addq %1, %0" : "+m"(*(counter)) : "er"((ipoint_word)(more)) : "cc")

/* The thread's count table, with room for `end` entries. Not volatile: what was
   found once holds in the whole function, and in what is inlined there. The
   slow path keeps every register, as that of the probes does. */
#define IPOINT_PORT_TABLE(counts, end)                                         \
  IPOINT_PORT_PURE_ASM(                                                        \
      "movq ipoint_table_self@gottpoff(%%rip), %0\n\t"                         \
      "cmpq %1, %%fs:8(%0)\n\t"                                                \
      "jb 3f\n"                                                                \
      "1:\tmovq %%fs:(%0), %0\n\t"                                             \
      ".subsection 1\n"                                                        \
      "3:\t" IPOINT_PORT_SKIP "pushq %1\n\t"                                   \
      "call *ipoint_table_slow@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK      \
      "jmp 1b\n\t"                                                             \
      ".previous" : "=&r"(counts) : "er"((ipoint_word)(end)) : "cc")

/* A timed record if `open` is other than 0. Out there all registers are kept.
 */
#define IPOINT_PORT_WINDOW(open, id)                                           \
  IPOINT_PORT_ASM(                                                             \
      "testb %0, %0\n\t"                                                       \
      "jne 3f\n"                                                               \
      "1:\t.subsection 1\n"                                                    \
      "3:\t" IPOINT_PORT_SKIP "pushq %1\n\t"                                   \
      "call *ipoint_window_probe@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK    \
      "jmp 1b\n\t"                                                             \
      ".previous" : : "q"(open),                                               \
      "er"((ipoint_word)(id)) : "cc")

/* A timed record. */
#define IPOINT_PORT_WINDOW_INSIDE(id)                                          \
  IPOINT_PORT_ASM(IPOINT_PORT_SKIP "pushq %0\n\t"                              \
                                   "call "                                     \
                                   "*ipoint_window_probe@GOTPCREL(%%rip)"      \
                                   "\n\t" IPOINT_PORT_SKIP_BACK : : "er"(      \
                                       (ipoint_word)(id)) : "cc")

/* The same of the ipoint `first` if `taken` is other than 0, else of `other`;
   of none if that one is 0. */
#define IPOINT_PORT_WINDOW_SELECT(open, taken, first, other)                   \
  IPOINT_PORT_ASM(                                                             \
      "testb %0, %0\n\t"                                                       \
      "jne 3f\n"                                                               \
      "1:\t.subsection 1\n"                                                    \
      "3:\t" IPOINT_PORT_SKIP "testl %1, %1\n\t"                               \
      "jne 4f\n\t"                                                             \
      "pushq %3\n\t"                                                           \
      "jmp 5f\n"                                                               \
      "4:\tpushq %2\n"                                                         \
      "5:\tcmpq $0, (%%rsp)\n\t"                                               \
      "je 6f\n\t"                                                              \
      "call *ipoint_window_probe@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK    \
      "jmp 1b\n"                                                               \
      "6:\taddq $8, %%rsp\n\t" IPOINT_PORT_SKIP_BACK "jmp 1b\n\t"              \
      ".previous" : : "q"(open),                                               \
      "r"(taken), "er"((ipoint_word)(first)),                                  \
      "er"((ipoint_word)(other)) : "cc")

/* When a call begins, if the byte at `at` says that it is timed; else 0. In
   memory, for it would take a register from the function; addressed from the
   stack pointer, so not while that is moved. */
#define IPOINT_PORT_CALL_BEGINS(began, counts, at)                             \
  IPOINT_PORT_ASM(                                                             \
      "movq $0, %0\n\t"                                                        \
      "cmpb $0, %2\n\t"                                                        \
      "je 3f\n"                                                                \
      "1:\t.subsection 1\n"                                                    \
      "3:\t" IPOINT_PORT_SKIP "pushq %%rdx\n\t"                                \
      "pushq %1\n\t" IPOINT_PORT_READ "shlq $32, %%rdx\n\t"                    \
      "orq %%rdx, %%rax\n\t"                                                   \
      "popq %%rdx\n\t"                                                         \
      "subq -32(%%rdx), %%rax\n\t"                                             \
      "orq $1, %%rax\n\t"                                                      \
      "popq %%rdx\n\t" IPOINT_PORT_SKIP_BACK "movq %%rax, %0\n\t"              \
      "jmp 1b\n\t"                                                             \
      ".previous" : "=m"(*(began)) : "r"(counts),                              \
      "m"(*(unsigned char *)((counts) + (at))) : IPOINT_PORT_CLOBBERS "rax",   \
      "cc")

/* The end of a call that began at `began`, unless that is 0. */
#define IPOINT_PORT_CALL_ENDS(began, counts, at, id)                           \
  IPOINT_PORT_ASM(                                                             \
      "cmpq $0, %0\n\t"                                                        \
      "jne 3f\n"                                                               \
      "1:\t.subsection 1\n"                                                    \
      "3:\tmovq %0, %%rcx\n\t" IPOINT_PORT_SKIP "pushq %%rcx\n\t"              \
      "pushq %1\n\t"                                                           \
      "pushq %2\n\t"                                                           \
      "pushq %3\n\t"                                                           \
      "call *ipoint_call_probe@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK      \
      "jmp 1b\n\t"                                                             \
      ".previous" : : "m"(*(began)),                                           \
      "r"(counts), "er"((ipoint_word)(at)), "er"((ipoint_word)(id)) : "rcx",   \
      "cc")

/* Behind it the registers are as before, but for rax. `began` is addressed from
   the stack pointer, so before that moves. */
#define IPOINT_PORT_ITERATION_ENDS                                             \
  "3:\tleaq %0, %%rax\n\t" IPOINT_PORT_SKIP "pushq %%rax\n\t"                  \
  "pushq %1\n\t"                                                               \
  "pushq %2\n\t"                                                               \
  "pushq %3\n\t"                                                               \
  "call *ipoint_iteration_probe@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK
#define IPOINT_PORT_ITERATION_OPERANDS(began, counts, at, id)                  \
  "+m"(*(began))                                                               \
      : "r"(counts), "er"((ipoint_word)(at)), "er"((ipoint_word)(id)),         \
        "m"(*(unsigned char *)((counts) + (at))) : "rax", "cc"

/* The start of a loop's body, if the byte at `at` says that it is timed. */
#define IPOINT_PORT_ITERATION(began, counts, at, id)                           \
  IPOINT_PORT_ASM(                                                             \
      "cmpb $0, %4\n\t"                                                        \
      "je 3f\n"                                                                \
      "1:\t.subsection 1\n" IPOINT_PORT_ITERATION_ENDS "jmp 1b\n\t"            \
      ".previous" : IPOINT_PORT_ITERATION_OPERANDS(began, counts, at, id))

/* Where the loop has been left, if an iteration is under way. */
#define IPOINT_PORT_LOOP_LEFT(began, counts, at, id)                           \
  IPOINT_PORT_ASM(                                                             \
      "cmpq $0, %0\n\t"                                                        \
      "jne 3f\n"                                                               \
      "1:\t.subsection 1\n" IPOINT_PORT_ITERATION_ENDS "movq $0, %0\n\t"       \
      "jmp 1b\n\t"                                                             \
      ".previous" : IPOINT_PORT_ITERATION_OPERANDS(began, counts, at, id))

#define IPOINT_PORT_END                                                        \
  "1:\n\t"                                                                     \
  ".subsection 1\n"                                                            \
  "3:\tcmpq $1, %1\n\t"                                                        \
  "je 1b\n\t" IPOINT_PORT_SKIP "pushq %2\n\t"
#define IPOINT_PORT_ADD_RECORD "leaq (%2,%%rdx,2), %%rax\n\t"
#define IPOINT_PORT_STORE_UNTIMED "movq %2, (%1)\n\t"

#define IPOINT_PORT_ENTER                                                      \
  "movq ipoint_self@gottpoff(%%rip), %0\n\t"                                   \
  "movq %%fs:(%0), %0\n\t"                                                     \
  "movq (%0), %1\n\t"                                                          \
  "cmpq 8(%0), %1\n\t"                                                         \
  "jae 3f\n\t"
/* The processor fetches ahead of the records by itself, but not into the next
   page: its first record took 400 to 800 ticks on a virtual machine with busy
   neighbours, each 512 records, which looked like interrupts. The probe asks
   for it 64 records before it is there; what lies behind the ring is no fault.
 */
#define IPOINT_PORT_LEAVE(ipoint_end)                                          \
  "addq $8, %1\n\t"                                                            \
  "movq %1, (%0)\n\t"                                                          \
  "prefetcht0 512(%1)\n\t" ipoint_end                                          \
  "call *ipoint_probe_slow@GOTPCREL(%%rip)\n\t" IPOINT_PORT_SKIP_BACK          \
  "jmp 1b\n\t"                                                                 \
  ".previous"

IPOINT_INLINE void ipoint_port_timed_probe(ipoint_word ipoint_record) {
  ipoint_word ipoint_ring, ipoint_slot;
  IPOINT_PORT_ASM(IPOINT_PORT_ENTER IPOINT_PORT_READ
                  "movzbl %%dl, %%edx\n\t"
                  "shlq $32, %%rdx\n\t"
                  "orq %%rax, %%rdx\n\t" IPOINT_PORT_ADD_RECORD
                  "movq %%rax, (%1)\n\t" IPOINT_PORT_LEAVE(
                      IPOINT_PORT_END) : "=&r"(ipoint_ring),
                  "=&r"(ipoint_slot) : "r"(ipoint_record) : IPOINT_PORT_CLOBBERS
                  "rax",
                  "rdx", "cc");
}

IPOINT_INLINE void ipoint_port_untimed_probe(ipoint_word ipoint_record) {
  ipoint_word ipoint_ring, ipoint_slot;
  IPOINT_PORT_ASM(IPOINT_PORT_ENTER IPOINT_PORT_STORE_UNTIMED IPOINT_PORT_LEAVE(
                      IPOINT_PORT_END) : "=&r"(ipoint_ring),
                  "=&r"(ipoint_slot) : "r"(ipoint_record) : "cc");
}

#endif /* IPOINT_PORT_X86_64_H */
