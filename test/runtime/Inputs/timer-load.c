/* timer-load CPU PERIOD_US BURN_US SECONDS [LOG]: a timer on that CPU that
   burns a known time each period, by priority where that is allowed. Prints
   `priority share`: 1 or 0, and the share of the time that it had the CPU, as
   the kernel accounts: what it burned, and the way there and back. To LOG
   goes when each time began, ns of CLOCK_MONOTONIC. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t at(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t now(void) { return at(CLOCK_MONOTONIC); }

int main(int count, char **words) {
  struct sched_param priority = {.sched_priority = 10};
  int64_t period, burn, begin, next, end;
  cpu_set_t cpu;
  int raised;
  static int64_t begins[1 << 20];
  size_t times = 0, i;
  if (count < 5)
    return 2;
  CPU_ZERO(&cpu);
  CPU_SET(atoi(words[1]), &cpu);
  if (sched_setaffinity(0, sizeof cpu, &cpu) != 0)
    return 2;
  raised = sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
  period = atoi(words[2]) * INT64_C(1000);
  burn = atoi(words[3]) * INT64_C(1000);
  begin = now();
  end = begin + (int64_t)(atof(words[4]) * 1e9);
  for (next = begin + period; next < end; next += period) {
    struct timespec until = {next / 1000000000, next % 1000000000};
    int64_t woken;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    woken = now();
    if (times < sizeof begins / sizeof *begins)
      begins[times++] = woken;
    while (now() - woken < burn)
      ;
  }
  if (count > 5) {
    FILE *log = fopen(words[5], "w");
    for (i = 0; log && i < times; i++)
      fprintf(log, "%lld\n", (long long)begins[i]);
    if (!log || fclose(log) != 0)
      return 2;
  }
  printf("%d %.6f\n", raised,
         (double)at(CLOCK_THREAD_CPUTIME_ID) / (double)(now() - begin));
  return 0;
}
