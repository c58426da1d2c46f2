// REQUIRES: x86-64
// RUN: %cc -O2 -w -I%runtime_include %s -o %t.plain
// RUN: %cc -O2 -w -DRECORDED -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %t.plain >%t.expected
// RUN: %t >%t.out && diff %t.expected %t.out
// RUN: %ipoint_run --follow-forks -o %t.trace -- %t >%t.out && diff %t.expected %t.out
// RUN: FileCheck %s --input-file=%t.expected
// Calls that the runtime has put itself in front of give what they give without it, whatever their arguments are: result,
// errno, or the signal that ends the process.
// CHECK: syscall(SYS_clone3, NULL, 0): -1 EINVAL
// CHECK: syscall(SYS_clone3, NULL, 88): -1 EFAULT
// CHECK-NOT: not there
#define _GNU_SOURCE
#ifdef RECORDED
#include "ipoint/probe.h"
#else
#define ipoint_timed(id)
#endif
#include <errno.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern pid_t _Fork(void);
extern int clone(int (*)(void *), void *, int, void *, ...);
extern __sighandler_t __sysv_signal(int, __sighandler_t);

static char stack[65536] __attribute__((aligned(16)));
static struct clone_args arguments;
static struct sigaction action, old;
static char *last_page; /* what follows cannot be read */
static sigjmp_buf buffer;

static int child(void *argument) {
  ipoint_timed(301u);
  _exit(argument != NULL);
}

static void handler(int number) { (void)number; }

static long waited(long pid) {
  int status = 0;
  if (pid == 0)
    _exit(5);
  if (pid < 0)
    return pid;
  return waitpid((pid_t)pid, &status, __WALL) == pid ? 1000 + status : -2;
}

#define BAD ((void *)8)
#define BEYOND ((void *)(last_page + 4096))
#define WILD ((void *)0x8000000000000000)
#define CALLS                                                                                                           \
  X(syscall(SYS_clone3, NULL, 0))                                                                                       \
  X(syscall(SYS_clone3, NULL, 7))                                                                                       \
  X(syscall(SYS_clone3, NULL, 88))                                                                                      \
  X(syscall(SYS_clone3, NULL, 4096))                                                                                    \
  X(syscall(SYS_clone3, NULL, 4097))                                                                                    \
  X(syscall(SYS_clone3, NULL, -1L))                                                                                     \
  X(syscall(SYS_clone3, BAD, 0))                                                                                        \
  X(syscall(SYS_clone3, BAD, 64))                                                                                       \
  X(syscall(SYS_clone3, BEYOND, 0))                                                                                     \
  X(syscall(SYS_clone3, BEYOND, 88))                                                                                    \
  X(syscall(SYS_clone3, last_page + 4096 - 8, 64))                                                                      \
  X(syscall(SYS_clone3, last_page + 4096 - 4, 64))                                                                      \
  X(syscall(SYS_clone3, WILD, 88))                                                                                      \
  X(syscall(SYS_clone3, -1L, 88))                                                                                       \
  X((arguments.flags = CLONE_SIGHAND, syscall(SYS_clone3, &arguments, sizeof arguments)))                               \
  X((arguments.flags = -1, syscall(SYS_clone3, &arguments, sizeof arguments)))                                          \
  X((arguments.flags = 0, waited(syscall(SYS_clone3, &arguments, sizeof arguments))))                                   \
  X((arguments.exit_signal = SIGCHLD, waited(syscall(SYS_clone3, &arguments, 64))))                                     \
  X((arguments.exit_signal = 1000, syscall(SYS_clone3, &arguments, sizeof arguments)))                                  \
  X(syscall(SYS_clone, CLONE_SIGHAND, NULL, NULL, NULL, NULL))                                                          \
  X(syscall(SYS_clone, CLONE_THREAD, NULL, NULL, NULL, NULL))                                                           \
  X(syscall(SYS_clone, CLONE_NEWNS | CLONE_FS, NULL, NULL, NULL, NULL))                                                 \
  X(waited(syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL)))                                                        \
  X(waited(syscall(SYS_clone, SIGCHLD | CLONE_PARENT_SETTID, NULL, BAD, NULL, NULL)))                                   \
  X(waited(syscall(SYS_fork)))                                                                                          \
  X(syscall(-1L))                                                                                                       \
  X(syscall(-1000L, BAD, BAD, BAD, BAD, BAD, BAD))                                                                      \
  X(syscall(100000L))                                                                                                   \
  X(syscall(1L << 40, -1L, NULL, 0L))                                                                                   \
  X(syscall(SYS_read, 0, BAD, 1))                                                                                       \
  X(syscall(SYS_write, 1, BAD, 1))                                                                                      \
  X(syscall(SYS_mmap, NULL, -1L, -1, -1, -1, 1L))                                                                       \
  X(syscall(SYS_seccomp, 2L, 0L, BAD))                                                                                  \
  X(syscall(SYS_seccomp, 2L, 0L, NULL))                                                                                 \
  X(syscall(SYS_seccomp, 0L, 1L, NULL))                                                                                 \
  X(syscall(SYS_seccomp, 0L, 0L, BAD))                                                                                  \
  X(syscall(SYS_seccomp, 1L, 0L, BAD))                                                                                  \
  X(syscall(SYS_seccomp, 1L, -1L, BAD))                                                                                 \
  X(syscall(SYS_seccomp, -1L, 0L, BAD))                                                                                 \
  X(syscall(SYS_seccomp, 100L, -1L, BAD))                                                                               \
  X(syscall(SYS_prctl, -1L, BAD, BAD, BAD, BAD))                                                                        \
  X(syscall(SYS_prctl, (long)PR_SET_SECCOMP, 2L, BAD, 0L, 0L))                                                          \
  X(syscall(SYS_prctl, (long)PR_SET_SECCOMP, 100L, BAD, 0L, 0L))                                                        \
  X(syscall(SYS_prctl, (long)PR_SET_TSC, 100L, 0L, 0L, 0L))                                                             \
  X(prctl(-1))                                                                                                          \
  X(prctl(PR_SET_NAME, BAD))                                                                                            \
  X(prctl(PR_GET_NAME, NULL))                                                                                           \
  X(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, BAD))                                                                    \
  X(prctl(PR_SET_SECCOMP, 0))                                                                                           \
  X(prctl(PR_SET_SECCOMP, 77, BAD))                                                                                     \
  X(prctl(PR_SET_TSC, 77))                                                                                              \
  X(prctl(PR_GET_TSC, BAD))                                                                                             \
  X(prctl(PR_GET_SECCOMP))                                                                                              \
  X(prctl(PR_SET_PDEATHSIG, 1000))                                                                                      \
  X(clone(NULL, NULL, 0, NULL))                                                                                         \
  X(clone(NULL, stack + sizeof stack, SIGCHLD, NULL))                                                                   \
  X(clone(child, NULL, SIGCHLD, NULL))                                                                                  \
  X(clone(child, NULL, CLONE_VM, NULL))                                                                                 \
  X(clone(child, stack + sizeof stack, CLONE_SIGHAND, NULL))                                                            \
  X(clone(child, stack + sizeof stack, CLONE_VM | CLONE_THREAD, NULL))                                                  \
  X(waited(clone(child, stack + sizeof stack, SIGCHLD, NULL)))                                                          \
  X(waited(clone(child, stack + sizeof stack, SIGCHLD, BAD)))                                                           \
  X(waited(clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL)))                                 \
  X(waited(vfork()))                                                                                                    \
  X(waited(_Fork()))                                                                                                    \
  X(waited(fork()))                                                                                                     \
  X(sigaction(0, NULL, NULL))                                                                                           \
  X(sigaction(-1, BAD, BAD))                                                                                            \
  X(sigaction(65, BAD, BAD))                                                                                            \
  X(sigaction(1 << 30, BAD, BAD))                                                                                       \
  X(sigaction(32, BAD, BAD))                                                                                            \
  X(sigaction(33, &action, &old))                                                                                       \
  X(sigaction(SIGKILL, &action, &old))                                                                                  \
  X(sigaction(SIGSTOP, &action, NULL))                                                                                  \
  X(sigaction(SIGKILL, NULL, &old))                                                                                     \
  X(sigaction(SIGUSR1, NULL, NULL))                                                                                     \
  X(sigaction(SIGUSR1, BAD, NULL))                                                                                      \
  X(sigaction(SIGUSR1, BEYOND, NULL))                                                                                   \
  X(sigaction(SIGUSR1, NULL, BAD))                                                                                      \
  X(sigaction(SIGUSR1, &action, BAD))                                                                                   \
  X((action.sa_handler = handler, sigaction(SIGUSR1, &action, &old)))                                                   \
  X((sigaction(SIGUSR1, NULL, &old), old.sa_handler == handler))                                                        \
  X((action.sa_handler = SIG_ERR, sigaction(SIGUSR2, &action, NULL)))                                                   \
  X((sigaction(SIGUSR2, NULL, &old), old.sa_handler == SIG_ERR))                                                        \
  X((long)signal(0, handler))                                                                                           \
  X((long)signal(-7, SIG_IGN))                                                                                          \
  X((long)signal(32, handler))                                                                                          \
  X((long)signal(65, handler))                                                                                          \
  X((long)signal(SIGKILL, handler))                                                                                     \
  X((long)signal(SIGUSR1, SIG_ERR))                                                                                     \
  X((signal(SIGUSR1, handler), signal(SIGUSR1, SIG_DFL) == handler))                                                    \
  X((signal(SIGUSR1, handler), sigaction(SIGUSR1, NULL, &old), old.sa_flags))                                           \
  X((long)__sysv_signal(0, handler))                                                                                    \
  X((long)__sysv_signal(SIGUSR1, SIG_ERR))                                                                              \
  X((__sysv_signal(SIGUSR1, handler), sigaction(SIGUSR1, NULL, &old), old.sa_flags))                                    \
  X((__sysv_signal(SIGUSR1, handler), raise(SIGUSR1), sigaction(SIGUSR1, NULL, &old), old.sa_handler == SIG_DFL))       \
  X((longjmp(NULL, 1), 0))                                                                                              \
  X((siglongjmp(BAD, 1), 0))                                                                                            \
  X((siglongjmp(BEYOND, 1), 0))                                                                                         \
  X((sigsetjmp(buffer, 1) ? 77 : (siglongjmp(buffer, 0), 0)))                                                           \
  X((_longjmp(BAD, 0), 0))

/* One in a process of its own: what it does to that ends there. */
static void try(const char *text, long (*call)(void)) {
  int ends[2], status = 0;
  long told[2] = {0, 0};
  pid_t pid;
  pipe(ends);
  pid = fork();
  if (pid == 0) {
    ipoint_timed(300u);
    alarm(10);
    errno = 0;
    told[0] = call();
    told[1] = errno;
    ipoint_timed(300u);
    write(ends[1], told, sizeof told);
    _exit(0);
  }
  close(ends[1]);
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status))
    printf("%s: signal %d\n", text, WTERMSIG(status));
  else if (read(ends[0], told, sizeof told) != sizeof told)
    printf("%s: not there\n", text);
  else
    printf("%s: %ld %s\n", text, told[0], told[1] ? strerrorname_np((int)told[1]) : "");
  close(ends[0]);
}

#define X(call)                                                                                                         \
  {                                                                                                                     \
    long made(void) { return (long)(call); }                                                                            \
    try(#call, made);                                                                                                   \
  }

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  last_page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(last_page + 4096, 4096);
  ipoint_timed(300u);
  CALLS
  return 0;
}
#ifdef RECORDED
#include "Inputs/unit.h"
#endif
