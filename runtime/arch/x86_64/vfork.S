/*===- vfork.S - vfork() and syscall(), noticed ---------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Both return twice, the one on the same stack, the other perhaps on another:
|* nothing of ours may lie there. hooks/forks.c says what is done and why.
\*===----------------------------------------------------------------------===*/

#include <sys/syscall.h>

/* enum ipoint_birth */
#define BIRTH_FORK 1
#define BIRTH_TWIN 3

#define CLONE_ARGS_SIZE_VER0 64
#define CLONE_ARGS_SIZE_MOST 4096

        .text

        .globl  vfork
        .type   vfork, @function
vfork:
        .cfi_startproc
        endbr64
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    ipoint_hook_before_vfork
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        movq    %rax, %r9               /* the system call keeps it */
        popq    %rdi                    /* the child's calls will overwrite it */
        .cfi_adjust_cfa_offset -8
        .cfi_register %rip, %rdi
        movl    $SYS_vfork, %eax
        syscall
        pushq   %rdi
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rip, 0
        cmpq    $-4095, %rax
        jae     .Lfailed
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        testq   %rax, %rax
        jz      1f
        movq    %r9, %rdi
        call    ipoint_hook_vfork_over
        popq    %rax
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_adjust_cfa_offset 8
1:      call    ipoint_hook_in_vfork
        popq    %rax
        .cfi_adjust_cfa_offset -8
        ret
.Lfailed:
        movq    %rax, %rdi
        jmp     ipoint_hook_failed
        .cfi_endproc
        .size   vfork, . - vfork

        .globl  syscall
        .type   syscall, @function
syscall:
        .cfi_startproc
        endbr64
        cmpq    $SYS_fork, %rdi
        je      .Lfork
        cmpq    $SYS_clone, %rdi
        je      .Lclone
        cmpq    $SYS_clone3, %rdi
        je      .Lclone3
.Lplain:
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %r10
        movq    %r9, %r8
        movq    8(%rsp), %r9
        syscall
        cmpq    $-4095, %rax
        jae     .Lfailed2
        ret
.Lfailed2:
        movq    %rax, %rdi
        jmp     ipoint_hook_failed

/* Calls a function of ours before the system call, with its argument in %rax;
   the result is in %rax. */
        .macro  ask function
        pushq   %rdi
        pushq   %rsi
        pushq   %rdx
        pushq   %rcx
        pushq   %r8
        pushq   %r9
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 56
        movq    %rax, %rdi
        call    \function
        addq    $8, %rsp
        popq    %r9
        popq    %r8
        popq    %rcx
        popq    %rdx
        popq    %rsi
        popq    %rdi
        .cfi_adjust_cfa_offset -56
        .endm

/* Flags are what struct clone_args begins with, if there is one: sizes that no
   kernel takes are how programs ask whether it has the call. */
.Lclone3:
        leaq    -CLONE_ARGS_SIZE_VER0(%rdx), %rax
        cmpq    $CLONE_ARGS_SIZE_MOST - CLONE_ARGS_SIZE_VER0, %rax
        ja      .Lplain
        movq    %rsi, %rax
        ask     ipoint_hook_can_read
        testl   %eax, %eax
        jz      .Lplain
        movq    (%rsi), %rax
        jmp     1f
.Lclone:
        movq    %rsi, %rax
        jmp     1f
.Lfork:
        xorl    %eax, %eax
1:      ask     ipoint_hook_birth_of
        cmpl    $BIRTH_FORK, %eax
        je      .Lforks
        cmpl    $BIRTH_TWIN, %eax
        jne     .Lplain
        ask     ipoint_hook_twin
        jmp     .Lplain
.Lforks:
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %r10
        movq    %r9, %r8
        movq    8(%rsp), %r9
        syscall
        cmpq    $-4095, %rax
        jae     .Lfailed2
        testq   %rax, %rax
        jz      2f
        ret
2:      pushq   %rbp                    /* perhaps on another stack */
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        call    ipoint_hook_child
        xorl    %eax, %eax
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   syscall, . - syscall

        .section .note.GNU-stack, "", @progbits
