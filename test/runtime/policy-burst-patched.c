// Between bursts patched probes are taken out of the code: while threads run through it, of forked children too, and with
// threads that come by no probe for long. No thread may record while some are there and others not.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -pthread -DIPOINT_PATCHED_PROBES %s -o program %link_runtime
// RUN: %ipoint_run --policy=burst:500/20 -o trace -- ./program 2>said && %check_ctf trace
// RUN: %python %S/Inputs/dump.py trace | %python %S/Inputs/check-cycle.py 300 4 >cycles && FileCheck %s <cycles
// The program's two workers and its sleepers, and those of its child.
// CHECK-COUNT-2: {{[0-9]+ records ([5-9]|[1-9][0-9]+) gaps}}
// RUN: test "$(grep -c 'gaps' cycles)" -ge 6
// RUN: FileCheck %s --check-prefix=SAID <said
// SAID: {{[0-9,]+}} records of {{[6-9]|10}} threads in trace (0 lost)
#include "ipoint/probe.h"
#include "Inputs/unit.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Each in a page of its own, which is written at another moment.
#define STEP(name, id)                                                                            \
  __attribute__((noinline, aligned(4096))) void name(void) {                                      \
    ipoint_timed(id);                                                                             \
    __asm__ volatile("");                                                                         \
  }
STEP(first, 300u)
STEP(second, 301u)
STEP(third, 302u)
STEP(fourth, 303u)

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + time.tv_nsec * 1e-9;
}

static double end;
static const char sled[4] = "\x0f\x1f\x84", jump[4] = "\x2e\x2e\x2e\xe9";

static void *work(void *unused) {
  while (now() < end)
    for (int i = 0; i < 1000; i++)
      first(), second(), third(), fourth();
  return unused;
}

// Comes by no probe for 30 ms, then by a few each millisecond: some meet a burst, however busy the machine is.
static void *doze(void *unused) {
  while (now() < end) {
    first(), usleep(30000), second(), usleep(30000), third(), fourth();
    for (int i = 0; i < 40; i++)
      first(), usleep(500), second(), third(), usleep(500), fourth();
  }
  return unused;
}

static void run(void) {
  pthread_t threads[3];
  int in = 0, out = 0;
  end = now() + 1.0;
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, 0);
  pthread_create(&threads[2], 0, doze, 0);
  while (now() < end) {
    const unsigned char *code = (const unsigned char *)first;
    int i = 0;
    while (i < 32 && memcmp(code + i, sled, 4) != 0 && memcmp(code + i, jump, 4) != 0)
      i += 4;
    memcmp(code + i, sled, 4) == 0 ? out++ : in++;
    usleep(500);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  if (in == 0 || out == 0)
    fprintf(stderr, "in the code %d times, taken out %d times\n", in, out), exit(1);
}

int main(void) {
  int status = 0;
  pid_t child;
  first(), second(), third(), fourth();
  child = fork();
  run();
  if (child == 0)
    exit(0);
  waitpid(child, &status, 0);
  return status != 0;
}
