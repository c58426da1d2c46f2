// A timer's signal handler without probes burns 40 µs: an interrupt to whatever block it comes in. It stamps
// each time: the detection finds the visits that were interrupted, and leaves a slow path of one block alone that takes as
// long. Machines that do other things meanwhile have other interrupts, too; those are no errors.
// REQUIRES: x86-64
// RUN: rm -rf %t && mkdir -p %t/trace && cd %t
// RUN: gcc -O2 -c -DHANDLER -o handler.o %s
// RUN: cp %s work.c && env IPOINT_DB=%t/ipoint.db %ipoint_cc gcc -O2 -c -o work.o work.c
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_cc gcc -o work work.o handler.o
// RUN: %ipoint_run -o %t/trace -- ./work > interrupts
// RUN: %ipoint_report json --db ipoint.db --unit ns trace -o report.json
// RUN: %ipoint_report export --to=observations --events=100000000 --db ipoint.db trace | grep ',block,entry,' > visits.csv
// RUN: %python %S/Inputs/check-interrupts.py report.json visits.csv trace interrupts
// RUN: %ipoint_report text --db ipoint.db trace | FileCheck %s
// CHECK: filter detection of interrupts
// CHECK: excluded {{[0-9,]+}} visits in {{[0-9]+}} block
// CHECK: interrupt
#ifdef HANDLER
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <x86intrin.h>

volatile int interrupts;
static struct {
  unsigned long long begin, end; // ticks
} stamps[1000];

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

void burn(long ns) {
  long end = now() + ns;
  while (now() < end)
    ;
}

static void interrupt(int signal) {
  (void)signal;
  stamps[interrupts].begin = __rdtsc();
  burn(40000);
  stamps[interrupts++].end = __rdtsc();
}

void start(void) {
  struct sigaction action = {.sa_handler = interrupt};
  struct itimerval every = {{0, 1000}, {0, 1000}};
  sigaction(SIGALRM, &action, 0);
  setitimer(ITIMER_REAL, &every, 0);
}

void stop(void) {
  struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, 0);
  for (int i = 0; i < interrupts; i++)
    printf("%llu %llu\n", stamps[i].begin, stamps[i].end);
}
#else
extern volatile int interrupts;
void start(void);
void stop(void);

#define STEP                                                                                                           \
  x ^= x >> 7;                                                                                                         \
  x *= 2654435761u;
#define STEPS10 STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
#define STEPS100 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10 STEPS10

__attribute__((noinline)) unsigned shorter(unsigned x) {
  STEPS100 STEPS100 return x;
}

__attribute__((noinline)) unsigned longer(unsigned x) {
  STEPS100 STEPS100 STEPS100 STEPS100 STEPS100 STEPS100 return x;
}

// One visit in 512 takes about as long as the handler, within the same block.
__attribute__((noinline)) unsigned rarely(unsigned x, unsigned turn) {
  unsigned long rounds = 1 + (turn % 512 == 0) * 90000ul;
  __asm__ volatile("1: dec %0; jnz 1b" : "+r"(rounds));
  STEPS10 return x + (unsigned)rounds;
}

int main(void) {
  unsigned x = 1;
  start();
  for (unsigned turn = 0; interrupts < 600; turn++)
    x = longer(shorter(rarely(x, turn)));
  stop();
  return x == 0;
}
#endif
// REQ: IP-REQ-055
