/* Batches of timed probes back to back, and between them the same loop with a bare read of the counter and a store into a
   buffer that stays in the cache. Prints the histogram of the bare loop's differences: ticks, count. */
#include "ipoint/probe.h"

#include <stdio.h>
#include <stdlib.h>

static const struct ipoint_unit ipoint_this_unit = {{1u, 256u, 2u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};

#define TEN(x) x x x x x x x x x x
#define BATCH 100000
#define LIMIT 1000000

static unsigned long times[BATCH], counts[LIMIT + 1];
static unsigned long *next = times;

static inline __attribute__((always_inline)) void read_and_store(void) {
  unsigned long low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  *(volatile unsigned long *)next = high << 32 | low;
  next++;
}

__attribute__((noinline)) static void probes(void) {
  int i;
  for (i = 0; i < BATCH; i += 10) {
    TEN(ipoint_timed(256u);)
  }
}

__attribute__((noinline)) static void reads(void) {
  int i;
  next = times;
  for (i = 0; i < BATCH; i += 10) {
    TEN(read_and_store();)
  }
}

int main(int argc, char **argv) {
  long batches = atol(argv[argc - 1]), i, k;
  for (i = 0; i < batches; i++) {
    ipoint_untimed(257u); /* the next difference is not one of two neighbours */
    probes();
    reads();
    for (k = 1; k < BATCH; k++) {
      unsigned long ticks = times[k] - times[k - 1];
      counts[ticks < LIMIT ? ticks : LIMIT]++;
    }
  }
  for (k = 0; k <= LIMIT; k++)
    if (counts[k])
      printf("%ld %lu\n", k, counts[k]);
  return 0;
}
