	.file	"program.c"
	.text
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"/mnt/build/formats/blocks.db"
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
	movabsq	$580542139465729, %rcx
	pushq	%r15
	.cfi_def_cfa_offset 16
	.cfi_offset 15, -16
	pushq	%r14
	.cfi_def_cfa_offset 24
	.cfi_offset 14, -24
	pushq	%r13
	.cfi_def_cfa_offset 32
	.cfi_offset 13, -32
	pushq	%r12
	.cfi_def_cfa_offset 40
	.cfi_offset 12, -40
	pushq	%rbp
	.cfi_def_cfa_offset 48
	.cfi_offset 6, -48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	.cfi_offset 3, -56
	subq	$8, %rsp
	.cfi_def_cfa_offset 64
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movabsq	$582741162721281, %rcx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	xorl	%ebp, %ebp
	movl	$65535, %ebx
	movabsq	$584940185976833, %r14
	movabsq	$562949953421313, %r13
	movabsq	$565148976676865, %rsi
	movabsq	$567347999932417, %r8
	movabsq	$571746046443521, %r10
	movabsq	$569547023187969, %r9
	movabsq	$573945069699073, %rdi
	movabsq	$576144092954625, %r12
	.p2align 4,,10
	.p2align 3
.L7:
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rcx
	movq %fs:(%rcx), %rcx
	movq (%rcx), %r11
	cmpq 8(%rcx), %r11
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r14,%rdx,2), %rax
	movq %rax, (%r11)
	addq $8, %r11
	movq %r11, (%rcx)
	prefetcht0 512(%r11)
	1:
	.subsection 1
3:	cmpq $1, %r11
	je 1b
	addq $-128, %rsp
	pushq %r14
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rcx
	movq %fs:(%rcx), %rcx
	movq (%rcx), %r11
	cmpq 8(%rcx), %r11
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r13,%rdx,2), %rax
	movq %rax, (%r11)
	addq $8, %r11
	movq %r11, (%rcx)
	prefetcht0 512(%r11)
	1:
	.subsection 1
3:	cmpq $1, %r11
	je 1b
	addq $-128, %rsp
	pushq %r13
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	xorl	%ebp, %ebx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rcx
	movq %fs:(%rcx), %rcx
	movq (%rcx), %r11
	cmpq 8(%rcx), %r11
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rsi,%rdx,2), %rax
	movq %rax, (%r11)
	addq $8, %r11
	movq %r11, (%rcx)
	prefetcht0 512(%r11)
	1:
	.subsection 1
3:	cmpq $1, %r11
	je 1b
	addq $-128, %rsp
	pushq %rsi
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	$8, %ecx
	jmp	.L6
	.p2align 4,,10
	.p2align 3
.L12:
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r9,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %r9
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	xorl	$40961, %ebx
.L5:
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rdi,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %rdi
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rsi,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %rsi
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	subl	$1, %ecx
	je	.L11
.L6:
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r8,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %r8
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	%ebx, %eax
	shrl	%ebx
	andl	$1, %eax
	testl	%eax, %eax
	jne	.L12
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r10,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %r10
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L11:
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rcx
	movq %fs:(%rcx), %rcx
	movq (%rcx), %r11
	cmpq 8(%rcx), %r11
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%r12,%rdx,2), %rax
	movq %rax, (%r11)
	addq $8, %r11
	movq %r11, (%rcx)
	prefetcht0 512(%r11)
	1:
	.subsection 1
3:	cmpq $1, %r11
	je 1b
	addq $-128, %rsp
	pushq %r12
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movabsq	$578343116210177, %rcx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movabsq	$582741162721281, %rcx
	addl	$1, %ebp
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %r11
	movq %fs:(%r11), %r11
	movq (%r11), %r15
	cmpq 8(%r11), %r15
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%r15)
	addq $8, %r15
	movq %r15, (%r11)
	prefetcht0 512(%r15)
	1:
	.subsection 1
3:	cmpq $1, %r15
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	cmpl	$20, %ebp
	jne	.L7
	movabsq	$587139209232385, %rcx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	$268, %edi
	movl	%ebx, %esi
	call	ipoint_timed_value@PLT
	movl	%ebx, result(%rip)
	movabsq	$591537255743489, %rcx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%rbp
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	ret
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
	movabsq	$593736278999041, %rcx
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	call	work
	movabsq	$595935302254593, %rcx
#APP
# 250 "/mnt/build/dev/include/ipoint/port/x86_64.h" 1
	movq ipoint_self@gottpoff(%rip), %rsi
	movq %fs:(%rsi), %rsi
	movq (%rsi), %rdi
	cmpq 8(%rsi), %rdi
	jae 3f
	rdtsc
	movzbl %dl, %edx
	shlq $32, %rdx
	orq %rax, %rdx
	leaq (%rcx,%rdx,2), %rax
	movq %rax, (%rdi)
	addq $8, %rdi
	movq %rdi, (%rsi)
	prefetcht0 512(%rdi)
	1:
	.subsection 1
3:	cmpq $1, %rdi
	je 1b
	addq $-128, %rsp
	pushq %rcx
	call *ipoint_probe_slow@GOTPCREL(%rip)
	subq $-128, %rsp
	jmp 1b
	.previous
# 0 "" 2
#NO_APP
	movl	result(%rip), %edx
	xorl	%eax, %eax
	testl	%edx, %edx
	sete	%al
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE38:
	.size	main, .-main
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
	.long	4610
	.long	1154352277
	.long	-1504644944
	.long	-426668758
	.long	594348791
	.long	-854208644
	.long	1987258731
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
