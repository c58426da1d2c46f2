// RUN: env IPOINT_DB=%t.db %ipoint_cc %cc -O2 %s -o %t && %t | FileCheck %s
// RUN: rm -rf %t.trace && %ipoint_run -o %t.trace -- %t > %t.out 2> %t.err && FileCheck %s < %t.out && FileCheck %s --check-prefix=RECORDS < %t.err
// RUN: env IPOINT_DB=%t.db %ipoint_cc %clang -O2 %s -o %t && rm -rf %t.trace && %ipoint_run -o %t.trace -- %t > %t.out 2> %t.err && FileCheck %s < %t.out
// A handler has the first probe, on a stack of SIGSTKSZ bytes (8,192 before glibc 2.34, and what many programs still write) of
// which an AVX-512 processor's signal frame takes 3,632: there are 4,560 left wherever this runs. A guard page is below. What the
// frame takes is measured, and 288 bytes more, as AT_MINSIGSTKSZ there is: where there are AMX's registers that has room for these,
// too, 8 KB, which the kernel saves of programs that use them.
// With less, the handler runs as in the plain program, and where nothing can be recorded of it ipoint-run says why.
// RUN: for left in 640 1024 1536 2048 2560 3072 3328 3584 3840 4096 4352; do %ipoint_run -o %t.trace -- %t $left || exit 1; done > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=CRAMPED < %t.err && grep -c '10 handled' %t.out | grep -x 11
// Probes that open windows call the slow path from the runtime, which has no red zone: a handler with 448 bytes has room for both.
// RUN: env -u IPOINT_TIMED IPOINT_DB=%t.auto.db %ipoint_cc %cc -O2 %s -o %t && %ipoint_run -o %t.trace -- %t 448 2> %t.err | FileCheck %s
// CHECK: 10 handled
// CRAMPED: ipoint-run: 1 thread could not be recorded: its signal handlers' alternate stack is too small (give it 8 KB more)
// RECORDS: 65 records of 1 thread
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define LARGE 65536

static volatile int handled;
static char *top;
static volatile size_t frame;

__attribute__((no_instrument_function, noinline)) static void measure(int s) {
  (void)s;
  frame = (size_t)(top - (char *)__builtin_frame_address(0)) + 288;
}

static int next(int n) { return n + 1; }

static void handler(int s) {
  (void)s;
  handled = next(handled);
}

__attribute__((no_instrument_function)) static int on_stack(char *stack, size_t size, void (*handle)(int)) {
  stack_t other = {.ss_sp = stack, .ss_size = size};
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  return sigaltstack(&other, 0) || sigaction(SIGUSR1, &action, 0);
}

int main(int argc, char **argv) {
  char *memory = mmap(0, 4096 + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *stack = memory + 4096;
  top = stack + LARGE;
  if (mprotect(memory, 4096, PROT_NONE) || on_stack(stack, LARGE, measure) || raise(SIGUSR1) ||
      on_stack(stack, frame + (argc > 1 ? (size_t)atoi(argv[1]) : 4560), handler))
    return 1;
  for (int i = 0; i < 10; i++)
    raise(SIGUSR1);
  printf("%d handled\n", handled);
  return 0;
}
