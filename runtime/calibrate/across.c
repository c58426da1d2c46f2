/*===- across.c - Whether a clock is one clock on all CPUs --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/across.h"

#include "calibrate/hostclocks.h"

#include <pthread.h>
#include <string.h>

#define PAIRS 16u
#define TURNS 4000u

/* Each of two threads waits for its turn, reads, and gives the turn to the
   other. */
struct relay {
  uint64_t (*read)(void);
  uint64_t nanoseconds;
  volatile uint64_t turn;    /* even: the first thread's */
  volatile uint64_t reading; /* of the turn before */
  volatile int end;
};

struct runner {
  struct relay *relay;
  int cpu;
  uint64_t parity, backward, most, least;
  int moved;
};

static int move_to(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

static void take_turn(struct runner *self) {
  struct relay *relay = self->relay;
  uint64_t before = relay->reading, now = relay->read();
  if (relay->turn > 0) {
    if (now < before) {
      self->backward++;
      if (before - now > self->most)
        self->most = before - now;
    } else if (now - before < self->least)
      self->least = now - before;
  }
  relay->reading = now;
  __atomic_store_n(&relay->turn, relay->turn + 1, __ATOMIC_RELEASE);
}

static void *run(void *argument) {
  struct runner *self = argument;
  struct relay *relay = self->relay;
  uint64_t begin = ipoint_raw_ns();
  unsigned spins = 0;
  self->moved = move_to(self->cpu);
  if (!self->moved)
    relay->end = 1;
  while (!relay->end) {
    uint64_t turn = __atomic_load_n(&relay->turn, __ATOMIC_ACQUIRE);
    if (turn % 2 == self->parity) {
      take_turn(self);
      if (turn >= TURNS)
        relay->end = 1;
      spins = 0;
    } else if (++spins % 1024 == 0 &&
               ipoint_raw_ns() - begin > relay->nanoseconds)
      relay->end = 1;
  }
  return NULL;
}

static void compare(struct ipoint_across *found, uint64_t (*read)(void),
                    int here, int there, uint64_t nanoseconds) {
  struct relay relay;
  struct runner first, second;
  pthread_t thread;
  memset(&relay, 0, sizeof relay);
  relay.read = read;
  relay.nanoseconds = nanoseconds;
  memset(&first, 0, sizeof first);
  first.relay = &relay;
  first.least = UINT64_MAX;
  second = first;
  first.cpu = here;
  second.cpu = there;
  second.parity = 1;
  if (pthread_create(&thread, NULL, run, &second) != 0)
    return;
  run(&first);
  pthread_join(thread, NULL);
  if (!first.moved || !second.moved || relay.turn < 2)
    return;
  found->pairs++;
  found->turns += relay.turn;
  found->backward += first.backward + second.backward;
  if (first.most > found->most)
    found->most = first.most;
  if (second.most > found->most)
    found->most = second.most;
  if (first.least < found->turn)
    found->turn = first.least;
  if (second.least < found->turn)
    found->turn = second.least;
}

struct ipoint_across ipoint_compare_cpus(uint64_t (*read)(void),
                                         const cpu_set_t *cpus,
                                         uint64_t nanoseconds) {
  struct ipoint_across found = {0, 0, 0, 0, UINT64_MAX};
  cpu_set_t before;
  int cpu, here = -1;
  if (sched_getaffinity(0, sizeof before, &before) != 0)
    return found;
  for (cpu = 0; cpu < CPU_SETSIZE && found.pairs < PAIRS; cpu++) {
    if (!CPU_ISSET(cpu, cpus))
      continue;
    if (here < 0)
      here = cpu;
    else
      compare(&found, read, here, cpu, nanoseconds);
  }
  sched_setaffinity(0, sizeof before, &before);
  return found;
}
