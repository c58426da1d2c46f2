// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --follow-forks -o %t.trace -- %t vfork 2>%t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --follow-forks -o %t.trace -- %t clone 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: %ipoint_run --follow-forks -o %t.trace -- %t twin 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: %check_ctf %t.trace
// A child of vfork() has the memory and the thread of its parent, which waits, and records into a ring of its own:
// parent 100 + 200, child 50, another child 50 and 100 once it is another program.
// CHECK: ipoint-run: 500 records of 4 threads in {{.*}} (0 lost)
// COUNT: own=500 {{.*}} lost=0 streams=4
// Two threads with the same thread-local variables are beyond us: the ring ends there, and that is said.
// TWIN: ipoint-run: 100 records of 1 thread in {{.*}} (0 lost)
// TWIN: ipoint-run: 1 thread was not recorded any more once clone() had given its thread-local variables to another one
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char stack[65536] __attribute__((aligned(16)));
static char **arguments;

static void probes(int n) {
  while (n-- > 0) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
}

static int work(void *argument) {
  probes(25);
  if (argument)
    execl(arguments[0], arguments[0], "executed", (char *)NULL);
  _exit(7);
}

static volatile int done;
static int twin(void *argument) {
  probes(1000);
  done = 1;
  (void)argument;
  return 0;
}

static int born(int by_clone, int executes) {
  int status;
  pid_t child = by_clone ? clone(work, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, executes ? stack : NULL)
                         : vfork();
  if (child == 0)
    work(executes ? stack : NULL);
  probes(50);
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  int status;
  arguments = argv;
  probes(50);
  if (strcmp(how, "executed") == 0)
    return 7;
  if (strcmp(how, "twin") == 0) {
    pid_t child = clone(twin, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
    probes(1000);
    return child < 0 || waitpid(child, &status, 0) != child || !done;
  }
  return !born(how[0] == 'c', 0) || !born(how[0] == 'c', 1);
}
#include "Inputs/unit.h"
