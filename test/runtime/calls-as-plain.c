// REQUIRES: x86-64
// RUN: %cc -O2 -w -I%runtime_include %s -o %t.plain
// RUN: %cc -O2 -w -DRECORDED -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %t.plain >%t.expected
// RUN: %t >%t.out && diff %t.expected %t.out
// RUN: %ipoint_run -o %t.trace -- %t >%t.out && diff %t.expected %t.out
// RUN: FileCheck %s --input-file=%t.expected
// Calls that the runtime has put itself in front of give what they give without it, whatever their arguments are: result,
// errno, or the signal that ends the process.
// CHECK: sigaction(0, NULL, NULL): -1 EINVAL
// CHECK-NOT: not there
#define _GNU_SOURCE
#ifdef RECORDED
#include "ipoint/probe.h"
#else
#define ipoint_timed(id)
#endif
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern __sighandler_t __sysv_signal(int, __sighandler_t);

static struct sigaction action, old;
static char *last_page; /* what follows cannot be read */
static sigjmp_buf buffer;

static void handler(int number) { (void)number; }

#define BAD ((void *)8)
#define BEYOND ((void *)(last_page + 4096))
#define CALLS                                                                                                           \
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

/* Calls it in a child process, so that its effects end there. */
static void try(const char *text, long (*call)(void)) {
  int ends[2], status = 0;
  long result[2] = {0, 0};
  pid_t pid;
  pipe(ends);
  pid = fork();
  if (pid == 0) {
    ipoint_timed(300u);
    alarm(10);
    errno = 0;
    result[0] = call();
    result[1] = errno;
    ipoint_timed(300u);
    write(ends[1], result, sizeof result);
    _exit(0);
  }
  close(ends[1]);
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status))
    printf("%s: signal %d\n", text, WTERMSIG(status));
  else if (read(ends[0], result, sizeof result) != sizeof result)
    printf("%s: not there\n", text);
  else
    printf("%s: %ld %s\n", text, result[0], result[1] ? strerrorname_np((int)result[1]) : "");
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
