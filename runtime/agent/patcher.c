/*===- patcher.c - Who patches probes between bursts ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Policy `burst`, in processes with patched probes: between bursts no thread of
|* the program comes by a probe, so nobody would put them back. A thread of ours
|* does, which sleeps until the drain changes the window. Libc does not know it:
|* to malloc and stdio a process with one thread stays one, and an exit of its
|* last thread its end. It has thread-local variables of its own, none of which
|* is libc's, blocks all signals, and makes system calls by instruction.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/patcher.h"

#include "core/sleds.h"

#ifdef IPOINT_PORT_SLED

#include "agent/state.h"
#include "agent/syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE 65536u
/* Stack protectors read behind the thread's pointer. */
#define TLS_SIZE 4096u

int ipoint_patcher_can(void) {
  return ipoint_syscall(SYS_membarrier,
                        MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0,
                        0, 0) == 0;
}

void ipoint_patcher_serialise(void) {
  ipoint_syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0,
                 0, 0);
}

/* Counts this process among those that have followed the window; the first
   begins the count anew. */
static void tell_followed(struct ipoint_control *control, uint32_t window) {
  uint64_t before = __atomic_load_n(&control->followed, __ATOMIC_RELAXED), now;
  do
    now = (uint32_t)(before >> 32) == window ? before + 1
                                             : (uint64_t)window << 32 | 1;
  while (!__atomic_compare_exchange_n(&control->followed, &before, now, 0,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  __atomic_store_n(&control->followed_at, (uint64_t)ipoint_port_counter(),
                   __ATOMIC_RELAXED);
}

/* The exit status of a program of which no thread is left, or -1. Libc ends a
   process with its last thread, but one that ends by a system call may be the
   last too. Then the first thread is a zombie, and there is none but it and us,
   whose exit status would count. /proc/self/stat: PID (NAME) STATE and so on;
   the 20th field is the number of threads, the last one what the zombie left.
 */
static int left_by_all(void) {
  char text[1024], *at;
  long file = ipoint_syscall(SYS_open, (long)"/proc/self/stat",
                             O_RDONLY | O_CLOEXEC, 0, 0);
  long length, number = 0;
  int field;
  if (file < 0)
    return -1;
  length = ipoint_syscall(SYS_read, file, (long)text, sizeof text - 1, 0);
  ipoint_syscall(SYS_close, file, 0, 0, 0);
  if (length <= 0)
    return -1;
  for (text[length] = 0, at = text + length; at > text && *at != ')';)
    at--;
  if (at[0] != ')' || at[1] != ' ' || at[2] != 'Z')
    return -1;
  for (field = 2; field < 20 && *at; at++)
    field += *at == ' ';
  if (at[0] != '2' || at[1] != ' ')
    return -1;
  for (at = text + length; at[-1] != ' ';)
    at--;
  for (; *at >= '0' && *at <= '9' && number < 65536; at++)
    number = number * 10 + (*at - '0');
  return (int)(number >> 8 & 255);
}

static void (*follow)(uint32_t window);

static __attribute__((noreturn)) void run(void) {
  struct ipoint_control *control = ipoint_agent.control;
  const struct timespec second = {1, 0};
  uint32_t window, last = 0;
  int status = -1;
  while (status < 0 && !__atomic_load_n(&control->closed, __ATOMIC_ACQUIRE)) {
    window = __atomic_load_n(&control->window, __ATOMIC_SEQ_CST);
    if (window != last) {
      last = window;
      follow(window);
      tell_followed(control, window);
      if (window % 2 == 1)
        status = left_by_all();
      continue;
    }
    if (ipoint_syscall(SYS_futex, (long)&control->window, FUTEX_WAIT,
                       (long)window, (long)&second) == -ETIMEDOUT)
      status = left_by_all();
  }
  /* Nothing is recorded any more. */
  if (last != 0)
    follow(last + 2 - last % 2);
  for (;;)
    ipoint_syscall(SYS_exit, status < 0 ? 0 : status, 0, 0, 0);
}

/* In the child the stack is `stack`, on which nothing lies. */
static long clone_thread(void *stack, void *tls) {
  register long child_id __asm__("r10") = 0;
  register long pointer __asm__("r8") = (long)tls;
  long result;
  __asm__ volatile(
      "syscall\n\t"
      "testq %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xorl %%ebp, %%ebp\n\t"
      "call *%[run]\n\t"
      "1:"
      : "=a"(result)
      : "a"((long)SYS_clone),
        "D"((long)(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
                   CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS)),
        "S"(stack), "d"(0L), "r"(child_id), "r"(pointer), [run] "b"(run)
      : "rcx", "r11", "memory");
  return result;
}

/* So that the drain waits for this process. */
static int list(void) {
  char name[PATH_MAX];
  int file;
  if (ipoint_agent.foreign ||
      snprintf(name, sizeof name, "%s/" IPOINT_CODE_PREFIX "%ld",
               ipoint_agent.session, (long)getpid()) >= (int)sizeof name)
    return 0;
  file = open(name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file >= 0)
    close(file);
  return file >= 0;
}

int ipoint_patcher_start(void (*how)(uint32_t window)) {
  uint64_t all = ~UINT64_C(0), before;
  char *memory = mmap(NULL, STACK_SIZE + 2 * TLS_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  long thread;
  follow = how;
  if (memory == MAP_FAILED)
    return 0;
  ipoint_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before,
                 sizeof all);
  thread =
      list() ? clone_thread(memory + STACK_SIZE, memory + STACK_SIZE + TLS_SIZE)
             : -1;
  ipoint_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0,
                 sizeof before);
  if (thread > 0)
    return 1;
  munmap(memory, STACK_SIZE + 2 * TLS_SIZE);
  return 0;
}

#else
typedef int ipoint_no_patcher;
#endif
