// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: bash %S/Inputs/forks.sh "%ipoint_run" %t %trace_count %t.trace "%check_ctf" _Fork fork clone clone-stack clone3 call instruction
// RUN: %cc -O2 -static -I%runtime_include %s %runtime_libdir/libipoint.a -o %t.static
// RUN: bash %S/Inputs/forks.sh "%ipoint_run" %t.static %trace_count %t.trace "%check_ctf" _Fork fork clone clone-stack clone3 call instruction
// RUN: %cc -O2 -DPATHS -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.paths
// RUN: bash %S/Inputs/forks.sh "%ipoint_run" %t.paths "%trace_count --paths" %t.trace "%check_ctf" _Fork fork clone clone-stack clone3 call instruction
// A child that is not yet registered writes nothing into its parent's ring, not one record: its first probe finds a limit of 0.
#define _GNU_SOURCE
#include "Inputs/probes.h"
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern pid_t _Fork(void);
extern int clone(int (*)(void *), void *, int, void *, ...);

static char stack[65536] __attribute__((aligned(16)));
static const char *how;

static void probes(int n) {
  while (n-- > 0) {
    ipoint_timed(300u);
    UNTIMED(301u);
  }
}

/* The way back that the system call finds on its stack. */
static void child_ends(void) {
  probes(5000);
  _exit(7);
}

static int child_function(void *argument) {
  probes(5000);
  return *(int *)argument;
}

static pid_t make_child(void) {
  if (strcmp(how, "_Fork") == 0)
    return _Fork();
  if (strcmp(how, "fork") == 0)
    return (pid_t)syscall(SYS_fork);
  if (strcmp(how, "clone") == 0)
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (strcmp(how, "clone-stack") == 0) {
    void **top = (void **)(stack + sizeof stack - 16);
    *top = (void *)child_ends;
    return (pid_t)syscall(SYS_clone, SIGCHLD, top, NULL, NULL, NULL);
  }
  if (strcmp(how, "clone3") == 0) {
    struct clone_args arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.exit_signal = SIGCHLD;
    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  }
  if (strcmp(how, "call") == 0) {
    int seven = 7;
    return clone(child_function, stack + sizeof stack, SIGCHLD, &seven);
  }
#if defined(__x86_64__)
  if (strcmp(how, "instruction") == 0) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"((long)SYS_fork) : "rcx", "r11", "memory");
    return (pid_t)result;
  }
#endif
  return -1;
}

int main(int argc, char **argv) {
  int status;
  pid_t child;
  how = argv[argc - 1];
  probes(1000);
  child = make_child();
  if (child < 0)
    return 3;
  if (child == 0) {
    probes(5000);
    _exit(7);
  }
  probes(5000);
  return waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 7;
}
#include "Inputs/unit.h"
