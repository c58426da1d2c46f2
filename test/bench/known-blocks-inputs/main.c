/* Each chain by turns: in an instrumented loop, and in a long plain one that the counter is read around. Prints, for each
 * chain, the ticks of one in the plain loop: the mean and the median of all rounds in which the loop kept its CPU. */
#define _GNU_SOURCE
#include "chains.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define ROUNDS 101
#define VISITS 200   /* of a chain, in a round */
#define TICKS 100000 /* of a plain loop, about */

#define DECLARE(count) uint64_t chain_##count(uint64_t value, unsigned rounds);
CHAINS(DECLARE)

static uint64_t now(void) {
  uint32_t low, high;
  __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high)::"memory");
  return (uint64_t)high << 32 | low;
}

/* How often the thread was off CPU: the report's times are without that. */
static long switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw + usage.ru_nvcsw;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static volatile uint64_t sink = 7;

#define MEASURE(count)                                                                                                 \
  {                                                                                                                    \
    static double ticks[ROUNDS];                                                                                       \
    double sum = 0;                                                                                                    \
    int kept = 0;                                                                                                      \
    unsigned times = TICKS / (3 * count) + 1;                                                                          \
    for (int round = 0; round < ROUNDS; round++) {                                                                     \
      uint64_t value = sink, begin;                                                                                    \
      sink = chain_##count(value, VISITS);                                                                             \
      long before = switches();                                                                                        \
      begin = now();                                                                                                   \
      for (unsigned i = 0; i < times; i++) {                                                                           \
        CHAIN(count, value);                                                                                           \
      }                                                                                                                \
      ticks[kept] = (double)(now() - begin) / times;                                                                   \
      sink = value;                                                                                                    \
      if (switches() != before)                                                                                        \
        continue;                                                                                                      \
      sum += ticks[kept++];                                                                                            \
    }                                                                                                                  \
    if (kept < ROUNDS / 10)                                                                                            \
      return 1;                                                                                                        \
    qsort(ticks, kept, sizeof *ticks, compare);                                                                        \
    printf("%d %.4f %.4f\n", count, sum / kept, ticks[kept / 2]);                                                      \
  }

int main(void) {
  CHAINS(MEASURE)
  return 0;
}
