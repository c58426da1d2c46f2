// A child that is made by a system call of the program's own, while the probes are out of the code, records all the same:
// the drain learns of its code, and puts the probes in.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -DIPOINT_PATCHED_PROBES %s -o program %link_runtime
// RUN: %ipoint_run --follow-forks --policy=burst:500/20 -o trace -- ./program 2>said && %check_ctf trace
// RUN: FileCheck %s <said
// CHECK: {{[0-9,]+}} records of 2 threads in trace (0 lost)
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include "Inputs/unit.h"
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline, aligned(4096))) static void step(void) {
  ipoint_timed(300u);
  __asm__ volatile("");
}

static const char sled[4] = "\x0f\x1f\x84";

/* Whether the probe of step() is a no-op now. */
static int probes_are_out(void) {
  const char *code = (const char *)(unsigned long)step;
  for (int i = 0; i < 64; i += 4)
    if (memcmp(code + i, sled, 3) == 0)
      return 1;
  return 0;
}

static void work(int milliseconds) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    for (int i = 0; i < 100; i++)
      step();
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < milliseconds);
}

int main(void) {
  work(50);
  for (int tries = 0; !probes_are_out() && tries < 1000; tries++)
    work(1);
  if (syscall(SYS_fork) == 0) {
    work(300);
    _exit(0);
  }
  wait(NULL);
  return 0;
}
