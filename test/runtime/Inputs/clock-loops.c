/* Loops as one writes them by hand: ns for each of a million reads, the least
 * of rounds in turn. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#define READS 20000
#define ROUNDS 100

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#define TIME(name, statement)                                                  \
  do {                                                                         \
    double least = 1e18;                                                       \
    for (int round = 0; round < ROUNDS; round++) {                             \
      double begin = now(), end;                                               \
      for (int i = 0; i < READS; i++)                                          \
        statement;                                                             \
      end = now();                                                             \
      least = (end - begin) / READS < least ? (end - begin) / READS : least;   \
    }                                                                          \
    printf("%s,%.3f\n", name, least);                                          \
  } while (0)

int main(void) {
  struct timespec time;
  struct timeval day;
  struct rusage usage;
#ifdef __x86_64__
  unsigned low, high;
  TIME("rdtsc", __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)));
  TIME("rdtscp", __asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "ecx"));
#endif
  TIME("CLOCK_MONOTONIC", clock_gettime(CLOCK_MONOTONIC, &time));
  TIME("CLOCK_MONOTONIC_COARSE", clock_gettime(CLOCK_MONOTONIC_COARSE, &time));
  TIME("CLOCK_THREAD_CPUTIME_ID",
       clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time));
  TIME("gettimeofday", gettimeofday(&day, NULL));
  TIME("getrusage", getrusage(RUSAGE_SELF, &usage));
  return 0;
}
