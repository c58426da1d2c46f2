/*===- hostclocks.c - The clocks of this machine, and how they advance ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/hostclocks.h"

#include "calibrate/clockmath.h"
#include "core/slowpath.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define INLINE static inline __attribute__((always_inline))

/* Reads of a counter that counts, within which it has moved; and for how long
   slower clocks are waited for, ns. */
#define READS 1000
#define WORKS_PATIENCE 100000000u

INLINE uint64_t gettime(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

INLINE uint64_t microseconds(const struct timeval *time) {
  return ((uint64_t)time->tv_sec * 1000000u + (uint64_t)time->tv_usec) * 1000u;
}

INLINE uint64_t read_gettimeofday(void) {
  struct timeval now = {0, 0};
  gettimeofday(&now, NULL);
  return microseconds(&now);
}

INLINE uint64_t read_getrusage(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return microseconds(&usage.ru_utime) + microseconds(&usage.ru_stime);
}

static uint64_t times_unit; /* ns */
INLINE uint64_t read_times(void) {
  struct tms used;
  times(&used);
  return (uint64_t)(used.tms_utime + used.tms_stime) * times_unit;
}

INLINE uint64_t read_clock(void) {
  return (uint64_t)clock() * (1000000000u / CLOCKS_PER_SEC);
}

/* The processor's. Intel SDM, volume 2, RDTSC, RDTSCP, LFENCE; Arm ARM, "The
   Generic Timer in AArch64 state", and ISB; the RISC-V Instruction Set Manual,
   volume I, "Zicntr". */
#if defined(__x86_64__) || defined(__i386__)
#define TSC(name, before, after, ...)                                          \
  INLINE uint64_t name(void) {                                                 \
    uint32_t low, high;                                                        \
    __asm__ __volatile__(before after                                          \
                         : "=a"(low), "=d"(high)                               \
                         :                                                     \
                         : __VA_ARGS__ "memory");                              \
    return (uint64_t)high << 32 | low;                                         \
  }
TSC(read_rdtsc, "rdtsc", "", )
TSC(read_rdtscp, "rdtscp", "", "ecx", )
TSC(read_ordered, "lfence\n\trdtsc", "", )
TSC(read_serialised, "lfence\n\trdtsc", "\n\tlfence", )

#define PROCESSORS(CLOCK)                                                      \
  CLOCK(rdtsc, "rdtsc", IPOINT_COUNTER, read_rdtsc())                          \
  CLOCK(rdtscp, "rdtscp", IPOINT_COUNTER, read_rdtscp())                       \
  CLOCK(ordered, "lfence, rdtsc", IPOINT_COUNTER, read_ordered())              \
  CLOCK(serialised, "lfence, rdtsc, lfence", IPOINT_COUNTER, read_serialised())
#define BASE_TICKS read_serialised()
#define BASE_NAME "rdtsc between two lfence"
#elif defined(__aarch64__)
#define CNTVCT(name, text)                                                     \
  INLINE uint64_t name(void) {                                                 \
    uint64_t ticks;                                                            \
    __asm__ __volatile__(text : "=r"(ticks) : : "memory");                     \
    return ticks;                                                              \
  }
CNTVCT(read_cntvct, "mrs %0, cntvct_el0")
CNTVCT(read_ordered, "isb\n\tmrs %0, cntvct_el0")
CNTVCT(read_serialised, "isb\n\tmrs %0, cntvct_el0\n\tisb")
#define PROCESSORS(CLOCK)                                                      \
  CLOCK(cntvct, "cntvct", IPOINT_COUNTER, read_cntvct())                       \
  CLOCK(ordered, "isb, cntvct", IPOINT_COUNTER, read_ordered())                \
  CLOCK(serialised, "isb, cntvct, isb", IPOINT_COUNTER, read_serialised())
#define BASE_TICKS read_serialised()
#define BASE_NAME "cntvct between two isb"
#elif defined(__riscv) && __riscv_xlen == 64
INLINE uint64_t read_time(void) {
  uint64_t ticks;
  __asm__ __volatile__("rdtime %0" : "=r"(ticks) : : "memory");
  return ticks;
}
INLINE uint64_t read_cycle(void) {
  uint64_t ticks;
  __asm__ __volatile__("rdcycle %0" : "=r"(ticks) : : "memory");
  return ticks;
}
#define PROCESSORS(CLOCK)                                                      \
  CLOCK(time, "rdtime", IPOINT_COUNTER, read_time())                           \
  CLOCK(cycle, "rdcycle", IPOINT_CPU_COUNTER, read_cycle())
#define BASE_TICKS read_time()
#define BASE_NAME "rdtime"
#else
#define PROCESSORS(CLOCK)
#define BASE_TICKS gettime(CLOCK_MONOTONIC)
#define BASE_NAME "CLOCK_MONOTONIC"
#endif

/* A counter that is none of these: a port of the user's own. */
#if defined(IPOINT_PORT_X86_64_H) || defined(IPOINT_PORT_AARCH64_H) ||         \
    defined(IPOINT_PORT_RISCV64_H) || defined(IPOINT_PORT_POSIX_H)
#define PORTS(CLOCK)
#else
#define PORTS(CLOCK)                                                           \
  CLOCK(port, IPOINT_PORT_NAME, IPOINT_COUNTER, ipoint_port_counter())
#endif

#define SYSTEMS(CLOCK)                                                         \
  CLOCK(realtime, "CLOCK_REALTIME", IPOINT_CLOCK, gettime(CLOCK_REALTIME))     \
  CLOCK(monotonic, "CLOCK_MONOTONIC", IPOINT_CLOCK, gettime(CLOCK_MONOTONIC))  \
  CLOCK(raw, "CLOCK_MONOTONIC_RAW", IPOINT_CLOCK,                              \
        gettime(CLOCK_MONOTONIC_RAW))                                          \
  CLOCK(boottime, "CLOCK_BOOTTIME", IPOINT_CLOCK, gettime(CLOCK_BOOTTIME))     \
  CLOCK(tai, "CLOCK_TAI", IPOINT_CLOCK, gettime(CLOCK_TAI))                    \
  CLOCK(real_coarse, "CLOCK_REALTIME_COARSE", IPOINT_CLOCK,                    \
        gettime(CLOCK_REALTIME_COARSE))                                        \
  CLOCK(mono_coarse, "CLOCK_MONOTONIC_COARSE", IPOINT_CLOCK,                   \
        gettime(CLOCK_MONOTONIC_COARSE))                                       \
  CLOCK(process, "CLOCK_PROCESS_CPUTIME_ID", IPOINT_CPU_CLOCK,                 \
        gettime(CLOCK_PROCESS_CPUTIME_ID))                                     \
  CLOCK(thread, "CLOCK_THREAD_CPUTIME_ID", IPOINT_CPU_CLOCK,                   \
        gettime(CLOCK_THREAD_CPUTIME_ID))                                      \
  CLOCK(timeofday, "gettimeofday", IPOINT_CLOCK, read_gettimeofday())          \
  CLOCK(clock, "clock", IPOINT_CPU_CLOCK, read_clock())                        \
  CLOCK(times, "times", IPOINT_CPU_CLOCK, read_times())                        \
  CLOCK(rusage, "getrusage", IPOINT_CPU_CLOCK, read_getrusage())

/* Work of about `length` cycles that depend on each other. */
INLINE void work(unsigned length) {
  unsigned i, chain = length;
  for (i = 0; i < length; i++)
    __asm__ __volatile__("" : "+r"(chain));
}

#define PAIRS(name, reading)                                                   \
  void name(uint64_t *differences) {                                           \
    unsigned group, i;                                                         \
    for (group = 0; group < IPOINT_CLOCK_GROUPS; group++)                      \
      for (i = 0; i < IPOINT_CLOCK_PER_GROUP; i++) {                           \
        uint64_t before = reading;                                             \
        work(group);                                                           \
        *differences++ = (reading) - before;                                   \
      }                                                                        \
  }
PAIRS(ipoint_port_pairs, ipoint_port_counter())

#define FUNCTIONS(id, title, which, reading)                                   \
  static uint64_t id##_once(void) { return reading; }                          \
  static uint64_t id##_cost(uint64_t reads) {                                  \
    uint64_t before = BASE_TICKS, i;                                           \
    for (i = 0; i < reads; i++) {                                              \
      uint64_t value = reading;                                                \
      __asm__ __volatile__("" : : "r"(value));                                 \
    }                                                                          \
    return BASE_TICKS - before;                                                \
  }                                                                            \
  static PAIRS(id##_pairs, reading)
PROCESSORS(FUNCTIONS)
PORTS(FUNCTIONS)
SYSTEMS(FUNCTIONS)

#define ROW(id, title, which, reading)                                         \
  {title, which, id##_once, id##_cost, id##_pairs},
const struct ipoint_host_clock ipoint_host_clocks[] = {
    PROCESSORS(ROW) PORTS(ROW) SYSTEMS(ROW)};
const size_t ipoint_host_clock_count =
    sizeof ipoint_host_clocks / sizeof *ipoint_host_clocks;

const char ipoint_base_name[] = BASE_NAME;
uint64_t ipoint_base_ticks(void) { return BASE_TICKS; }
uint64_t ipoint_read_port(void) { return ipoint_port_counter(); }
uint64_t ipoint_raw_ns(void) { return gettime(CLOCK_MONOTONIC_RAW); }

uint64_t ipoint_base_cost(uint64_t reads) {
  uint64_t before = BASE_TICKS, i;
  for (i = 0; i < reads; i++)
    __asm__ __volatile__("");
  return BASE_TICKS - before;
}

static int moves(const struct ipoint_host_clock *clock) {
  uint64_t first = clock->read(), begin = ipoint_raw_ns();
  int i;
  do
    for (i = 0; i < READS; i++)
      if (clock->read() != first)
        return 1;
  while (ipoint_raw_ns() - begin < WORKS_PATIENCE);
  return 0;
}

int ipoint_host_clock_works(const struct ipoint_host_clock *clock) {
  struct rlimit none = {0, 0};
  int status = 0;
  pid_t child;
  if (!times_unit) {
    long frequency = sysconf(_SC_CLK_TCK);
    times_unit = frequency > 0 ? 1000000000u / (uint64_t)frequency : 10000000;
  }
  if (clock->kind == IPOINT_CLOCK || clock->kind == IPOINT_CPU_CLOCK)
    return moves(clock);
  child = fork();
  if (child == 0) {
    setrlimit(RLIMIT_CORE, &none);
    _exit(!moves(clock));
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* How long at most, and for how many steps, a coarse clock is watched. */
#define PATIENCE 1000000000u
#define STEPS 12
/* Reads that lie further apart than this, ns, had something between them. */
#define UNDISTURBED 50000u
/* What a clock that is steered may be off by, of a step. */
#define STEP_GRAIN 0.02

struct ipoint_spread ipoint_spread_of(double *values, size_t n) {
  struct ipoint_spread spread = {0, 0, 0, 0};
  if (n == 0)
    return spread;
  qsort(values, n, sizeof *values, ipoint_compare_doubles);
  spread.minimum = values[0];
  spread.median = values[n / 2];
  spread.p99 = values[(n - 1) * 99 / 100];
  spread.maximum = values[n - 1];
  return spread;
}

/* The largest step that both are multiples of, within the grain. */
static double common_step(double step, double moved) {
  double grain = STEP_GRAIN * fmin(step, moved);
  while (moved > grain) {
    double rest = fabs(step - moved * round(step / moved));
    step = moved;
    moved = rest;
  }
  return step;
}

/* Of one that stands still between two reads: what all that it moves by are
   multiples of. Where the CPU was gone for a while, several steps look like
   one, and are left out. */
static double watch(const struct ipoint_host_clock *clock) {
  uint64_t begin = ipoint_raw_ns(), before = begin, last = clock->read();
  double step = NAN;
  int steps = 0;
  while (steps < STEPS && before - begin < PATIENCE) {
    uint64_t now = clock->read(), at = ipoint_raw_ns();
    /* The first step was under way. */
    if (now > last && at - before < UNDISTURBED && steps++ > 0)
      step = isnan(step) ? (double)(now - last)
                         : common_step(step, (double)(now - last));
    if (now > last)
      last = now;
    before = at;
  }
  return step;
}

static double jitter_of(const uint64_t *differences) {
  double values[IPOINT_CLOCK_PER_GROUP];
  struct ipoint_spread spread;
  size_t i;
  for (i = 0; i < IPOINT_CLOCK_PER_GROUP; i++)
    values[i] = (double)differences[i];
  spread = ipoint_spread_of(values, IPOINT_CLOCK_PER_GROUP);
  return spread.p99 - spread.minimum;
}

struct ipoint_clock_steps
ipoint_clock_steps(const struct ipoint_host_clock *clock) {
  struct ipoint_clock_steps found = {NAN, -1, 0, 0};
  uint64_t *differences = calloc(IPOINT_CLOCK_PAIRS, sizeof *differences);
  size_t i, near = 0;
  if (!differences)
    return found;
  clock->pairs(differences);
  clock->pairs(differences);
  for (i = 0; i < IPOINT_CLOCK_PAIRS; i++) {
    found.backward += (int64_t)differences[i] < 0;
    near += differences[i] > 0 && differences[i] <= IPOINT_STEP_WINDOW;
  }
  found.jitter = jitter_of(differences);
  if (near * 10 >= IPOINT_CLOCK_PAIRS) {
    uint64_t step = ipoint_clock_resolution(differences, IPOINT_CLOCK_PAIRS);
    found.step = (double)step;
    found.waits = ipoint_clock_waits(differences, IPOINT_CLOCK_GROUPS,
                                     IPOINT_CLOCK_PER_GROUP, step);
  } else
    found.step = watch(clock);
  free(differences);
  return found;
}

struct ipoint_spread ipoint_clock_cost(uint64_t (*cost)(uint64_t reads),
                                       uint64_t reads, double base,
                                       uint64_t nanoseconds) {
  double *rounds = calloc(IPOINT_COST_ROUNDS, sizeof *rounds);
  struct ipoint_spread spread = {NAN, NAN, NAN, NAN};
  uint64_t begin = ipoint_raw_ns();
  size_t n = 0;
  if (!rounds)
    return spread;
  cost(reads < 64 ? 64 : 1); /* what runs for the first time is slow */
  while (n < IPOINT_COST_ROUNDS &&
         (n < 5 || ipoint_raw_ns() - begin < nanoseconds))
    rounds[n++] = ((double)cost(reads) - base) / (double)reads;
  spread = ipoint_spread_of(rounds, n);
  free(rounds);
  return spread;
}

struct ipoint_joint_reading ipoint_read_jointly(uint64_t (*read)(void)) {
  struct ipoint_joint_reading best = {0, 0, UINT64_MAX};
  int i;
  for (i = 0; i < 32; i++) {
    uint64_t before = ipoint_raw_ns(), value = read(), after = ipoint_raw_ns();
    if (after - before >= best.width_ns)
      continue;
    best.value = value;
    best.raw_ns = before + (after - before) / 2;
    best.width_ns = after - before;
  }
  return best;
}

double ipoint_joint_rate(const struct ipoint_joint_reading *begin,
                         const struct ipoint_joint_reading *end, double step,
                         double *error) {
  double passed = (double)(end->raw_ns - begin->raw_ns);
  double units = (double)(end->value - begin->value);
  *error = (double)(begin->width_ns + end->width_ns) / 2 / passed +
           (units > 0 ? step / units : 0);
  return units / passed * 1e9;
}
