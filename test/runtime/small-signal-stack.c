// RUN: env IPOINT_DB=%t.db %ipoint_cc %cc -O2 %s -o %t && %t | FileCheck %s
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t > %t.out 2> %t.err && FileCheck %s < %t.out && FileCheck %s --check-prefix=RECORDS < %t.err
// RUN: env IPOINT_DB=%t.db %ipoint_cc %clang -O2 %s -o %t && rm -rf %t.trace && %ipoint_run -o %t.trace -- %t > %t.out 2> %t.err && FileCheck %s < %t.out
// A handler is the first to come by a probe, on a stack of SIGSTKSZ bytes (8,192 before glibc 2.34, and what many programs still
// write) of which an AVX-512 processor's signal frame takes 3,632: there are 4,560 left wherever this runs. A guard page is below.
// With less, the handler runs as in the plain program, and where nothing can be recorded of it ipoint-run says why.
// RUN: for left in 640 1024 1536 2048 2560 3072 3328 3584 3840 4096 4352; do %ipoint_run -o %t.trace -- %t $left || exit 1; done > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=CRAMPED < %t.err && grep -c '10 handled' %t.out | grep -x 11
// CHECK: 10 handled
// CRAMPED: ipoint-run: 1 thread could not be recorded: its signal handlers' alternate stack is too small (give it 8 KB more)
// RECORDS: 65 records of 1 thread
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

static volatile int handled;

static int next(int n) { return n + 1; }

static void handler(int s) {
  (void)s;
  handled = next(handled);
}

int main(int argc, char **argv) {
  unsigned long frame = getauxval(AT_MINSIGSTKSZ);
  stack_t stack = {.ss_size = (frame ? frame : 2048) + (argc > 1 ? (size_t)atoi(argv[1]) : 4560)};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  char *memory = mmap(0, 4096 + 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_sp = memory + 4096;
  if (mprotect(memory, 4096, PROT_NONE) || sigaltstack(&stack, 0) || sigaction(SIGUSR1, &action, 0))
    return 1;
  for (int i = 0; i < 10; i++)
    raise(SIGUSR1);
  printf("%d handled\n", handled);
  return 0;
}
