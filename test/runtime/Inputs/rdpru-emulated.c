// rdpru-emulated PROGRAM ARGUMENT...: runs it, and all that it starts, on a
// processor that has rdpru. The CPU is awake for half of the time, and runs at
// three quarters of the TSC's rate then.
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

// 1 if that was the instruction which it died of.
static int emulate(pid_t thread) {
  struct user_regs_struct registers;
  uint64_t ticks = __rdtsc() / 2;
  long code;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0)
    return 0;
  code = ptrace(PTRACE_PEEKTEXT, thread, (void *)registers.rip, 0);
  if ((code & 0xffffff) != 0xfd010f)
    return 0;
  if (registers.rcx == 1)
    ticks = ticks / 4 * 3;
  registers.rax = ticks & 0xffffffff;
  registers.rdx = ticks >> 32;
  registers.rip += 3;
  return ptrace(PTRACE_SETREGS, thread, 0, &registers) == 0;
}

static void go_on(pid_t thread, int status) {
  int signal = WSTOPSIG(status);
  if (status >> 16 || signal == SIGSTOP || signal == SIGTRAP)
    signal = 0; // a new thread or program
  if (signal == SIGILL && emulate(thread))
    signal = 0;
  ptrace(PTRACE_CONT, thread, 0, signal);
}

int main(int argc, char **argv) {
  int status = 0, code = 125;
  pid_t first = fork(), thread;
  if (first == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  waitpid(first, &status, 0);
  if (argc < 2 || ptrace(PTRACE_SETOPTIONS, first, 0,
                         PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                             PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0) {
    perror("rdpru-emulated");
    return 125;
  }
  ptrace(PTRACE_CONT, first, 0, 0);
  while ((thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
    if (WIFSTOPPED(status))
      go_on(thread, status);
    else if (thread == first)
      code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return code;
}
