	.file	"program.c"
	.text
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"/mnt/build/formats/windows.db"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.type	ipoint_register_this_unit, @function
ipoint_register_this_unit:
.LFB12:
	.cfi_startproc
	leaq	.LC0(%rip), %rdx
	xorl	%esi, %esi
	leaq	ipoint_this_unit(%rip), %rdi
	jmp	ipoint_register_from@PLT
	.cfi_endproc
.LFE12:
	.size	ipoint_register_this_unit, .-ipoint_register_this_unit
	.section	.init_array.00102,"aw"
	.align 8
	.quad	ipoint_register_this_unit
	.text
	.p2align 4
	.globl	work
	.type	work, @function
work:
.LFB37:
	.cfi_startproc
	movabsq	$580542139465728, %rax
	pushq	%r12
	.cfi_def_cfa_offset 16
	.cfi_offset 12, -16
	pushq	%rbp
	.cfi_def_cfa_offset 24
	.cfi_offset 6, -24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset 3, -32
#APP
# 263 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rdx
	movq %fs:(%rdx), %rdx
	movq (%rdx), %rcx
	cmpq 8(%rdx), %rcx
	jae 3f
	movq %rax, (%rcx)
	addq $8, %rcx
	movq %rcx, (%rdx)
	prefetcht0 512(%rcx)
	1:
	.subsection 1
3:	cmpq $1, %rcx
	je 1b
	addq $-128, %rsp
	pushq %rax
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	xorl	%eax, %eax
	xorl	%r11d, %r11d
	movl	$65535, %ebx
	movl	$1, %r10d
	movabsq	$584940185976832, %rbp
#APP
# 62 "/mnt/build/dev/include/ipoint/counts.h" 1
	movq ipoint_table_self@gottpoff(%rip), %r8
	cmpq $8, %fs:8(%r8)
	jb 3f
1:	movq %fs:(%r8), %r8
	.subsection 1
3:	addq $-128, %rsp
	pushq $8
	call *ipoint_table_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
	.p2align 4,,10
	.p2align 3
#NO_APP
.L7:
	leaq	0(%rbp,%rax,2), %rax
#APP
# 263 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rdx
	movq %fs:(%rdx), %rdx
	movq (%rdx), %rcx
	cmpq 8(%rdx), %rcx
	jae 3f
	movq %rax, (%rcx)
	addq $8, %rcx
	movq %rcx, (%rdx)
	prefetcht0 512(%rcx)
	1:
	.subsection 1
3:	cmpq $1, %rcx
	je 1b
	addq $-128, %rsp
	pushq %rax
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movzbl	-1(%r8), %ecx
	movzbl	%r11b, %esi
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %cl, %cl
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $256
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movzbl	40(%r8), %eax
	xorl	%r12d, %r12d
	testb	%al, %al
	je	.L14
.L4:
	xorl	%esi, %ebx
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %cl, %cl
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $257
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	$8, %ecx
	xorl	%edi, %edi
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L6:
	movzbl	-1(%r8), %eax
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $258
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	%ebx, %edx
	andl	$1, %edx
	movl	%edx, %r9d
	addq	%r9, %rsi
	movl	%r10d, %r9d
	subl	%edx, %r9d
	addq	%r9, %rdi
#APP
# 106 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	testl %edx, %edx
	jne 4f
	pushq $260
	jmp 5f
4:	pushq $259
5:	cmpq $0, (%rsp)
	je 6f
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
6:	subq $-136, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	shrl	%ebx
	movl	%ebx, %r9d
	xorl	$40961, %r9d
	testl	%edx, %edx
	cmovne	%r9d, %ebx
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $261
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $257
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	subl	$1, %ecx
	jne	.L6
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $262
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 181 "/mnt/build/dev/include/ipoint/counts.h" 1
	addq %rdi, 8(%r8)
# 0 "" 2
# 181 "/mnt/build/dev/include/ipoint/counts.h" 1
	addq %rsi, (%r8)
# 0 "" 2
# 136 "/mnt/build/dev/include/ipoint/counts.h" 1
	testq %r12, %r12
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq %r12
	pushq %r8
	pushq $5
	pushq $256
	call *ipoint_call_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %al, %al
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $263
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 77 "/mnt/build/dev/include/ipoint/counts.h" 1
	addq $1, 16(%r8)
# 0 "" 2
#NO_APP
	addl	$1, %r11d
	movl	$2, %eax
	cmpl	$500, %r11d
	jne	.L7
	movabsq	$589338232487942, %rax
#APP
# 263 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rdx
	movq %fs:(%rdx), %rdx
	movq (%rdx), %rcx
	cmpq 8(%rdx), %rcx
	jae 3f
	movq %rax, (%rcx)
	addq $8, %rcx
	movq %rcx, (%rdx)
	prefetcht0 512(%rcx)
	1:
	.subsection 1
3:	cmpq $1, %rcx
	je 1b
	addq $-128, %rsp
	pushq %rax
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	$268, %edi
	movl	%ebx, %esi
	call	ipoint_untimed_value@PLT
	movl	%ebx, result(%rip)
	movabsq	$591537255743496, %rax
#APP
# 263 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rdx
	movq %fs:(%rdx), %rdx
	movq (%rdx), %rcx
	cmpq 8(%rdx), %rcx
	jae 3f
	movq %rax, (%rcx)
	addq $8, %rcx
	movq %rcx, (%rdx)
	prefetcht0 512(%rcx)
	1:
	.subsection 1
3:	cmpq $1, %rcx
	je 1b
	addq $-128, %rsp
	pushq %rax
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	popq	%rbx
	.cfi_remember_state
	.cfi_def_cfa_offset 24
	popq	%rbp
	.cfi_def_cfa_offset 16
	popq	%r12
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L14:
	.cfi_restore_state
#APP
# 43 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	rdtsc
	
# 0 "" 2
#NO_APP
	salq	$32, %rdx
	orq	%rax, %rdx
	subq	-32(%r8), %rdx
	movq	%rdx, %r12
	orq	$1, %r12
	jmp	.L4
	.cfi_endproc
.LFE37:
	.size	work, .-work
	.section	.text.startup
	.p2align 4
	.globl	main
	.type	main, @function
main:
.LFB38:
	.cfi_startproc
	pushq	%r12
	.cfi_def_cfa_offset 16
	.cfi_offset 12, -16
	pushq	%rbp
	.cfi_def_cfa_offset 24
	.cfi_offset 6, -24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset 3, -32
#APP
# 62 "/mnt/build/dev/include/ipoint/counts.h" 1
	movq ipoint_table_self@gottpoff(%rip), %rbx
	cmpq $8, %fs:8(%rbx)
	jb 3f
1:	movq %fs:(%rbx), %rbx
	.subsection 1
3:	addq $-128, %rsp
	pushq $8
	call *ipoint_table_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movzbl	-1(%rbx), %ebp
#APP
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %bpl, %bpl
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $270
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 77 "/mnt/build/dev/include/ipoint/counts.h" 1
	addq $1, 24(%rbx)
# 0 "" 2
#NO_APP
	movzbl	48(%rbx), %eax
	xorl	%r12d, %r12d
	testb	%al, %al
	je	.L20
.L16:
	call	work
	movl	result(%rip), %edx
	xorl	%eax, %eax
	testl	%edx, %edx
	sete	%al
#APP
# 136 "/mnt/build/dev/include/ipoint/counts.h" 1
	testq %r12, %r12
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq %r12
	pushq %rbx
	pushq $6
	pushq $270
	call *ipoint_call_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 92 "/mnt/build/dev/include/ipoint/counts.h" 1
	testb %bpl, %bpl
	jne 3f
1:	.subsection 1
3:	addq $-128, %rsp
	pushq $271
	call *ipoint_window_probe@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 77 "/mnt/build/dev/include/ipoint/counts.h" 1
	addq $1, 32(%rbx)
# 0 "" 2
#NO_APP
	popq	%rbx
	.cfi_remember_state
	.cfi_def_cfa_offset 24
	popq	%rbp
	.cfi_def_cfa_offset 16
	popq	%r12
	.cfi_def_cfa_offset 8
	ret
.L20:
	.cfi_restore_state
#APP
# 43 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	rdtsc
	
# 0 "" 2
#NO_APP
	salq	$32, %rdx
	orq	%rax, %rdx
	subq	-32(%rbx), %rdx
	movq	%rdx, %r12
	orq	$1, %r12
	jmp	.L16
	.cfi_endproc
.LFE38:
	.size	main, .-main
	.p2align 4
	.type	ipoint_expect_counts, @function
ipoint_expect_counts:
.LFB39:
	.cfi_startproc
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
	movl	$8, %esi
	xorl	%edi, %edi
	call	ipoint_counts_expect@PLT
	movl	$8, %esi
	movl	$5, %edi
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	jmp	ipoint_calls_expect@PLT
	.cfi_endproc
.LFE39:
	.size	ipoint_expect_counts, .-ipoint_expect_counts
	.section	.init_array.00102
	.align 8
	.quad	ipoint_expect_counts
	.globl	result
	.bss
	.align 4
	.type	result, @object
	.size	result, 4
result:
	.zero	4
	.section	ipoint_units,"a"
	.align 4
	.type	ipoint_this_unit, @object
	.size	ipoint_this_unit, 40
ipoint_this_unit:
	.long	1
	.long	256
	.long	16
	.long	9218
	.long	-426382443
	.long	617574255
	.long	1578032866
	.long	1147036523
	.long	-1925941859
	.long	-939687831
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
