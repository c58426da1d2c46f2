/* main N [truth]: calls each kernel N times, by turns. With `truth` one call of each turn is timed, another one each time, so that what
   runs before it is as it always is; the means are printed, without an empty call's time, and without calls of more than three times the
   median, which something else has interrupted. It is one program, as where code lies changes how long it takes: fir took 600 or 920
   ticks. */
#include "kernels.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

enum { Kernels = 11 };
static volatile unsigned sink;
static uint32_t *times[Kernels];

__attribute__((noinline)) static unsigned nothing(unsigned call) { return call; }

static uint64_t now(void) {
  _mm_lfence();
  uint64_t t = __rdtsc();
  _mm_lfence();
  return t;
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static double mean(uint32_t *t, unsigned count) {
  qsort(t, count, sizeof *t, compare);
  double sum = 0;
  unsigned used = 0;
  while (used < count && t[used] <= 3 * t[count / 2])
    sum += t[used++];
  return sum / used;
}

__attribute__((noinline)) static void timed_calls(unsigned count) {
#define TIMED(name)                                                                                                                      \
  if (k++ == turn) {                                                                                                                     \
    uint64_t begin = now();                                                                                                              \
    sink = name(i);                                                                                                                      \
    times[turn][i / Kernels] = (uint32_t)(now() - begin);                                                                                \
  } else {                                                                                                                               \
    sink = name(i);                                                                                                                      \
  }
  for (int k = 0; k < Kernels; ++k)
    times[k] = calloc(count, sizeof *times[k]);
  for (unsigned i = 0; i < count; ++i) {
    unsigned k = 0, turn = i % Kernels;
    TIMED(nothing)
    KERNELS(TIMED)
  }
  count /= Kernels;
  double empty = mean(times[0], count);
  unsigned k = 1;
#define PRINT(name) printf("%s %.2f\n", #name, mean(times[k++], count) - empty);
  KERNELS(PRINT)
}

int main(int argc, char **argv) {
  unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], 0, 10) : 1000;
  prepare();
  if (argc > 2) {
    timed_calls(count);
    return 0;
  }
#define CALL(name) sink = name(i);
  for (unsigned i = 0; i < count; ++i) {
    KERNELS(CALL)
  }
  return 0;
}
