/* clock-loops [ROUNDS READS]: loops written by hand, one for each clock. Prints
 * the time of one of READS reads in ns: the least of ROUNDS, taken in turn. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#define TIME(name, statement)                                                  \
  do {                                                                         \
    double least = 1e18;                                                       \
    for (int round = 0; round < rounds; round++) {                             \
      double begin = now(), end;                                               \
      for (int i = 0; i < reads; i++)                                          \
        statement;                                                             \
      end = now();                                                             \
      least = (end - begin) / reads < least ? (end - begin) / reads : least;   \
    }                                                                          \
    printf("%s,%.3f\n", name, least);                                          \
  } while (0)

int main(int argc, char **argv) {
  int rounds = argc > 2 ? atoi(argv[1]) : 100;
  int reads = argc > 2 ? atoi(argv[2]) : 20000;
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
