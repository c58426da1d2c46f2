/*===- syscalls.h - System calls by instruction ---------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* For a thread that libc does not know (patcher.c). x86-64, as patched probes.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_SYSCALLS_H
#define IPOINT_AGENT_SYSCALLS_H

#ifdef __x86_64__
/* What the kernel returns: -errno if it failed. */
static inline long ipoint_syscall(long number, long a, long b, long c, long d) {
  register long fourth __asm__("r10") = d;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
                   : "rcx", "r11", "memory");
  return result;
}
#endif

#endif /* IPOINT_AGENT_SYSCALLS_H */
