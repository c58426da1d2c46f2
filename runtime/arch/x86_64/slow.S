/*===- slow.S - From a probe into the slow path --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "keeping.inc"

/* As in wire/counttable.h. */
#define IPOINT_WINDOW_LEFT -12
#define IPOINT_WINDOW_ADVANCE -24
#define IPOINT_WINDOW_SPENT -32
#define IPOINT_WINDOW_COST -40

        .text

        /* With the record without its counter. */
        from_probe ipoint_probe_slow, ipoint_slow

        .macro  restore
        popq    %rdi
        .cfi_adjust_cfa_offset -8
        popq    %rsi
        .cfi_adjust_cfa_offset -8
        popq    %rdx
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rax
        .cfi_adjust_cfa_offset -8
        .endm

        /* With an ipoint's id, in a window (core/windows.c). The fast path is that
           of a timed probe, and counts the records of the window. */
        .globl  ipoint_window_probe
        .type   ipoint_window_probe, @function
ipoint_window_probe:
        .cfi_startproc
        endbr64
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %rdx
        .cfi_adjust_cfa_offset 8
        pushq   %rsi
        .cfi_adjust_cfa_offset 8
        pushq   %rdi
        .cfi_adjust_cfa_offset 8
        movq    ipoint_table_self@gottpoff(%rip), %rdi
        movq    %fs:(%rdi), %rdi
        movq    ipoint_self@gottpoff(%rip), %rcx
        movq    %fs:(%rcx), %rcx
        movq    (%rcx), %rsi
        cmpl    $0, IPOINT_WINDOW_LEFT(%rdi)
        jle     1f
        cmpq    8(%rcx), %rsi
        jae     1f
        rdtsc
        movzbl  %dl, %edx
        shlq    $32, %rdx
        orq     %rdx, %rax
        movq    48(%rsp), %rdx
        shlq    $40, %rdx
        orq     %rdx, %rax
        leaq    1(%rax,%rax), %rax
        movq    %rax, (%rsi)
        addq    IPOINT_WINDOW_ADVANCE(%rdi), %rsi
        movq    %rsi, (%rcx)
        prefetcht0 512(%rsi)
        decl    IPOINT_WINDOW_LEFT(%rdi)
        movq    IPOINT_WINDOW_COST(%rdi), %rax
        addq    %rax, IPOINT_WINDOW_SPENT(%rdi)
        restore
        ret     $8
        .cfi_adjust_cfa_offset 40
1:      restore
        jmp     ipoint_window_slow
        .cfi_endproc
        .size   ipoint_window_probe, . - ipoint_window_probe

        from_probe ipoint_window_slow, ipoint_window_record
        .hidden ipoint_window_slow

        /* The end of a call that is timed: when it began, the count table, the
           entry there, and the ipoint's id, which are popped. */
        from_probe ipoint_call_probe, ipoint_call_time, words=4
        /* The same of an iteration: where it is kept when it began. */
        from_probe ipoint_iteration_probe, ipoint_iteration_time, words=4

        keeping ipoint_port_attach, ipoint_ring_attach
        keeping ipoint_port_wait, ipoint_ring_wait

        .section .note.GNU-stack, "", @progbits
