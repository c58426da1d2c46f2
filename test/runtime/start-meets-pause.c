// RUN: %cc -O2 -static -pthread -I%runtime_include %s %runtime_libdir/libipoint.a -o %t
// RUN: %t | FileCheck %s
// One thread pauses while another one starts. Whichever came last, threads that have no ring see that one.
// CHECK: 0 of 200000 went wrong
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>

#define ROUNDS 200000

/* The runtime's own. */
extern struct ipoint_ring ipoint_paused_ring;
extern uint64_t ipoint_requested;

static int arrived[2];

/* Where both threads are at this line in this round. */
static void meet(int me, int round) {
  unsigned tries = 0;
  __atomic_store_n(&arrived[me], round, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived[!me], __ATOMIC_SEQ_CST) < round)
    if (++tries % 1000 == 0)
      sched_yield();
}

static void delay(int turns) {
  volatile int turn;
  for (turn = 0; turn < turns; turn++)
    ;
}

static void *start(void *argument) {
  int round;
  for (round = 1; round <= 2 * ROUNDS; round += 2) {
    meet(1, round);
    delay(round / 2 % 128);
    ipoint_start();
    meet(1, round + 1);
  }
  return argument;
}

int main(void) {
  pthread_t other;
  int round, wrong = 0;
  pthread_create(&other, NULL, start, NULL);
  for (round = 1; round <= 2 * ROUNDS; round += 2) {
    meet(0, round);
    delay(64);
    ipoint_pause();
    meet(0, round + 1);
    wrong += (uintptr_t)ipoint_paused_ring.cursor != (ipoint_requested & 1 ? 1 : 2);
  }
  pthread_join(other, NULL);
  printf("%d of %d went wrong\n", wrong, ROUNDS);
  return 0;
}
#include "Inputs/unit.h"
