/*===- keeping.h - Functions that keep registers -------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The compiler believes that a probe touches a few registers only. core/ring.c
|* is
|* compiled for the general registers, which are kept here; before it calls what
|* may use others (the host's functions, libc), the rest is kept too.
|*
\*===----------------------------------------------------------------------===*/

/* A function called NAME that calls TARGET with 8(%rsp), which is popped. Keeps
   all but the flags. */
        .macro  from_probe name, target
        .globl  \name
        .type   \name, @function
\name:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rax
        pushq   %rcx
        pushq   %rdx
        pushq   %rsi
        pushq   %rdi
        pushq   %r8
        pushq   %r9
        pushq   %r10
        pushq   %r11
        movq    16(%rbp), %rdi
        andq    $-16, %rsp
        call    \target@PLT
        leaq    -72(%rbp), %rsp
        popq    %r11
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rdi
        popq    %rsi
        popq    %rdx
        popq    %rcx
        popq    %rax
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret     $8
        .cfi_endproc
        .size   \name, . - \name
        .endm

/* x87, SSE, AVX and AVX-512 in the standard format of XSAVE take 2,688 bytes
   (Intel SDM, volume 1, 13.4). Tiles (AMX) are left out: nothing that is called
   here touches them. */
#define KEPT 0xe7
#define AREA 2688

/* A function called NAME that calls TARGET and keeps the vector registers. */
        .macro  keeping name, target
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rbx
        .cfi_offset %rbx, -24
        movl    $1, %eax
        cpuid
        subq    $AREA, %rsp
        andq    $-64, %rsp
        btl     $27, %ecx               /* OSXSAVE */
        setc    %bl
        jnc     1f
        xorl    %eax, %eax
        movq    %rax, 512(%rsp)         /* XRSTOR wants a clean header */
        movq    %rax, 520(%rsp)
        movq    %rax, 528(%rsp)
        movq    %rax, 536(%rsp)
        movq    %rax, 544(%rsp)
        movq    %rax, 552(%rsp)
        movq    %rax, 560(%rsp)
        movq    %rax, 568(%rsp)
        movl    $KEPT, %eax
        xorl    %edx, %edx
        xsave64 (%rsp)
        jmp     2f
1:      fxsave64 (%rsp)
2:      call    \target
        movq    %rax, %rcx
        testb   %bl, %bl
        jz      3f
        movl    $KEPT, %eax
        xorl    %edx, %edx
        xrstor64 (%rsp)
        jmp     4f
3:      fxrstor64 (%rsp)
4:      movq    %rcx, %rax
        movq    -8(%rbp), %rbx
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm
