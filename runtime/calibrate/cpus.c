/*===- cpus.c - Clocks and CPUs -------------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/cpus.h"

#include "calibrate/clockmath.h"
#include "calibrate/hostclocks.h"
#include "core/slowpath.h"
#include "support/files.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

/* CPUs that are compared, and how often each. */
#define CPUS 16
#define TRIES 8
/* No try begins later, ns. */
#define BUDGET UINT64_C(20000000)
/* What a port has to keep (ipoint/port.h), ticks. */
#define SKEW_LIMIT (UINT64_C(1) << 20)

/* Intel SDM, volume 2, CPUID; AMD APM, volume 3, appendix E: invariant TSC is
   bit 8 of EDX of leaf 0x80000007, a hypervisor bit 31 of ECX of leaf 1, its
   name in leaf 0x40000000. */
static void ask_processor(struct ipoint_clock_check *check) {
#if defined(__x86_64__) || defined(__i386__)
  unsigned a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d) && c >> 31) {
    unsigned name[3];
    __cpuid(0x40000000, a, name[0], name[1], name[2]);
    memcpy(check->hypervisor, name, sizeof name);
    if (!check->hypervisor[0])
      strcpy(check->hypervisor, "unnamed");
  }
#ifdef IPOINT_PORT_X86_64_H
  check->steady =
      __get_cpuid(0x80000007, &a, &b, &c, &d) ? (int)(d >> 8 & 1) : 0;
#endif
#endif
  /* Their architectures promise it, and so does POSIX. */
#if defined(IPOINT_PORT_AARCH64_H) || defined(IPOINT_PORT_RISCV64_H) ||        \
    defined(IPOINT_PORT_POSIX_H)
  check->steady = 1;
#endif
}

static void ask_kernel(struct ipoint_clock_check *check) {
  ipoint_file_text(
      AT_FDCWD,
      "/sys/devices/system/clocksource/clocksource0/current_clocksource",
      check->kernel, sizeof check->kernel);
  check->kernel[strcspn(check->kernel, "\n")] = '\0';
}

static int move_to(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* From `here` to `there` and back: what is read there should lie between, and
   half of the way is what it may lie off the middle. The shortest way is
   the most precise. */
static void compare(struct ipoint_clock_check *check, int here, int there,
                    uint64_t deadline) {
  uint64_t best = UINT64_MAX, skew = 0;
  int i;
  for (i = 0; i < TRIES && (i == 0 || ipoint_raw_ns() < deadline); i++) {
    uint64_t before, middle, after;
    if (!move_to(here))
      return;
    before = ipoint_port_counter();
    if (!move_to(there))
      return;
    middle = ipoint_port_counter();
    if (!move_to(here))
      return;
    after = ipoint_port_counter();
    if ((after - before) / 2 < best) {
      best = (after - before) / 2;
      skew = ipoint_clock_skew(before, middle, after);
    }
  }
  if (best > check->skew_error)
    check->skew_error = best;
  if (skew > check->skew)
    check->skew = skew;
}

static void compare_all(struct ipoint_clock_check *check) {
  cpu_set_t allowed;
  uint64_t deadline = ipoint_raw_ns() + BUDGET;
  int cpu, here = -1, compared = 0;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  for (cpu = 0; cpu < CPU_SETSIZE && compared < CPUS; cpu++) {
    if (!CPU_ISSET(cpu, &allowed))
      continue;
    if (here < 0)
      here = cpu;
    else {
      compare(check, here, cpu, deadline);
      compared++;
    }
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
}

const struct ipoint_clock_check *ipoint_clock_check(void) {
  static struct ipoint_clock_check check;
  static int done;
  if (done)
    return &check;
  done = 1;
  check.steady = -1;
  ask_processor(&check);
  ask_kernel(&check);
  compare_all(&check);
  return &check;
}

const char *ipoint_clock_doubt(const struct ipoint_clock_check *check) {
  if (check->steady == 0)
    return "the TSC of this processor need not keep one rate (it is not "
           "invariant): times are what it counted";
#ifdef IPOINT_PORT_X86_64_H
  if (strcmp(check->kernel, "hpet") == 0 ||
      strcmp(check->kernel, "acpi_pm") == 0 ||
      strcmp(check->kernel, "jiffies") == 0)
    return "the kernel does not trust the TSC of this machine "
           "(current_clocksource): times may be wrong";
#endif
  if (check->skew > SKEW_LIMIT)
    return "the counters of two CPUs differ by more than 2^20 ticks: pin the "
           "program (--pin)";
  return NULL;
}

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

static void compare_by_turns(struct ipoint_across *found,
                             uint64_t (*read)(void), int here, int there,
                             uint64_t nanoseconds) {
  struct relay relay = {.read = read, .nanoseconds = nanoseconds};
  struct runner first = {.relay = &relay, .cpu = here, .least = UINT64_MAX},
                second = first;
  pthread_t thread;
  second.cpu = there;
  second.parity = 1;
  if (pthread_create(&thread, NULL, run, &second) != 0)
    return;
  run(&first);
  pthread_join(thread, NULL);
  if (!first.moved || !second.moved || relay.turn < 2)
    return;
  found->pairs++;
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
  struct ipoint_across found = {.turn = UINT64_MAX};
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
      compare_by_turns(&found, read, here, cpu, nanoseconds);
  }
  sched_setaffinity(0, sizeof before, &before);
  return found;
}

void ipoint_cpus_part(int cpu) {
  cpu_set_t others;
  if (cpu < 0 || sched_getaffinity(0, sizeof others, &others) != 0)
    return;
  CPU_CLR(cpu, &others);
  if (CPU_COUNT(&others) > 0)
    sched_setaffinity(0, sizeof others, &others);
}

void ipoint_cpus_visit(int cpu, cpu_set_t *before) {
  CPU_ZERO(before);
  if (cpu >= 0 && sched_getaffinity(0, sizeof *before, before) == 0)
    move_to(cpu);
}

void ipoint_cpus_return(const cpu_set_t *before) {
  if (CPU_COUNT(before) > 0)
    sched_setaffinity(0, sizeof *before, before);
}
