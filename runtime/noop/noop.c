/*===- noop.c - The runtime that records nothing --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a program's probes and its ipoint/control.h ask for, all of it empty:
|* for baselines, and programs that shall not be recorded. Inline probes find
|* the ring of a thread that records nothing, and leave at once.
|* Needs nothing of libc but mmap(), where a program counts.
\*===----------------------------------------------------------------------===*/

#define IPOINT_CALLED_PROBES
#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include <sys/mman.h>

/* A program without libc counts nothing. */
extern __typeof__(mmap) mmap __attribute__((__weak__));

#define EXPORT __attribute__((visibility("default")))

static const struct ipoint_ring off = {(ipoint_word *)1, (ipoint_word *)1};

__thread struct ipoint_ring *__volatile__ ipoint_self =
    (struct ipoint_ring *)&off;

void ipoint_slow(ipoint_word record) { (void)record; }

void ipoint_register(const struct ipoint_unit *unit) { (void)unit; }
void ipoint_register_made(const struct ipoint_unit *unit, unsigned made) {
  (void)unit, (void)made;
}
void ipoint_register_from(const struct ipoint_unit *unit, unsigned made,
                          const char *database) {
  (void)unit, (void)made, (void)database;
}

/* All threads count into it; it is not read. */
static ipoint_counter *volatile unread;
static volatile unsigned long unread_end;
__thread struct ipoint_table ipoint_table_self = {0, 0};
ipoint_counter *ipoint_counts_attach(unsigned long end) {
  if (unread_end < end) {
    void *memory = MAP_FAILED;
    if (mmap)
      memory = mmap(0, end * sizeof(ipoint_counter), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      __builtin_trap();
    unread = memory;
    unread_end = end;
  }
  ipoint_table_self.counts = unread;
  ipoint_table_self.end = end;
  return unread;
}
void ipoint_counts_expect(unsigned long first, unsigned long end) {
  (void)first, (void)end;
}
void ipoint_calls_expect(unsigned long first, unsigned long end) {
  (void)first, (void)end;
}

void *ipoint_handler_begin(void *frame) {
  (void)frame;
  return 0;
}
void ipoint_handler_end(void *interrupted) { (void)interrupted; }

void ipoint_timed(unsigned id) { (void)id; }
void ipoint_untimed(unsigned id) { (void)id; }
void ipoint_window_record(ipoint_word id) { (void)id; }
void ipoint_call_time(ipoint_word began, ipoint_counter *counts,
                      unsigned long at, unsigned long id) {
  (void)began, (void)id;
  *(unsigned char *)(counts + at) = 1;
}
void ipoint_iteration_time(ipoint_word *began, ipoint_counter *counts,
                           unsigned long at, unsigned long id) {
  (void)began, (void)id;
  *(unsigned char *)(counts + at) = 1;
}
void ipoint_untimed_value(unsigned id, ipoint_word value) {
  (void)id, (void)value;
}
ipoint_rounds ipoint_count_on(unsigned id, ipoint_sum number,
                              ipoint_rounds rounds, unsigned bits) {
  (void)id, (void)number, (void)bits;
  return rounds;
}
void ipoint_timed_value(unsigned id, ipoint_word value) {
  (void)id, (void)value;
}

#ifdef IPOINT_PORT_PROBES
/* As in arch/x86_64/slow.S: the record is popped, all registers are kept. */
__asm__(".text\n"
        ".globl ipoint_probe_slow\n"
        ".type ipoint_probe_slow, @function\n"
        "ipoint_probe_slow:\n"
        "\tret $8\n"
        ".size ipoint_probe_slow, . - ipoint_probe_slow\n"
        ".globl ipoint_window_probe\n"
        ".type ipoint_window_probe, @function\n"
        "ipoint_window_probe:\n"
        "\tret $8\n"
        ".size ipoint_window_probe, . - ipoint_window_probe\n"
        ".globl ipoint_call_probe\n"
        ".type ipoint_call_probe, @function\n"
        ".globl ipoint_iteration_probe\n"
        ".type ipoint_iteration_probe, @function\n"
        "ipoint_call_probe:\n" /* these switch themselves off */
        "ipoint_iteration_probe:\n"
        "\tpushq %rax\n"
        "\tpushq %rcx\n"
        "\tmovq 40(%rsp), %rax\n"
        "\tmovq 32(%rsp), %rcx\n"
        "\tmovb $1, (%rax,%rcx,8)\n"
        "\tpopq %rcx\n"
        "\tpopq %rax\n"
        "\tret $32\n"
        ".size ipoint_call_probe, . - ipoint_call_probe\n"
        ".size ipoint_iteration_probe, . - ipoint_iteration_probe\n"
        ".globl ipoint_table_slow\n"
        ".type ipoint_table_slow, @function\n"
        "ipoint_table_slow:\n"
        "\tpushq %rbp\n"
        "\tmovq %rsp, %rbp\n"
        "\tpushq %rax\n"
        "\tpushq %rcx\n"
        "\tpushq %rdx\n"
        "\tpushq %rsi\n"
        "\tpushq %rdi\n"
        "\tpushq %r8\n"
        "\tpushq %r9\n"
        "\tpushq %r10\n"
        "\tpushq %r11\n"
        "\tmovq 16(%rbp), %rdi\n"
        "\tandq $-16, %rsp\n"
        "\tcall ipoint_counts_attach@PLT\n"
        "\tleaq -72(%rbp), %rsp\n"
        "\tpopq %r11\n"
        "\tpopq %r10\n"
        "\tpopq %r9\n"
        "\tpopq %r8\n"
        "\tpopq %rdi\n"
        "\tpopq %rsi\n"
        "\tpopq %rdx\n"
        "\tpopq %rcx\n"
        "\tpopq %rax\n"
        "\tpopq %rbp\n"
        "\tret $8\n"
        ".size ipoint_table_slow, . - ipoint_table_slow\n");
#endif

EXPORT void ipoint_runtime_start(void) {}
EXPORT void ipoint_runtime_pause(void) {}
EXPORT void ipoint_runtime_stop(void) {}
EXPORT void ipoint_runtime_flush(void) {}
EXPORT void ipoint_runtime_trigger(unsigned long after) { (void)after; }
EXPORT void ipoint_runtime_name_thread(const char *name) { (void)name; }
