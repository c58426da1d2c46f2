// A program whose last thread ends by a system call of its own ends then, although a thread of the runtime's takes probes out
// of its code between bursts.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -DIPOINT_PATCHED_PROBES %s -o program %link_runtime
// RUN: bash -c 'timeout 60 %ipoint_run --policy=burst:500/20 -o trace -- ./program; test $? = 5' && %check_ctf trace
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include "Inputs/unit.h"
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 1000; i++)
    ipoint_timed(300u);
  syscall(SYS_exit, 5);
  return 0;
}
