/* Two blocks that take far less than a timer's interruption: one always the
   same, one from a few to many multiplications. blocks SECONDS: prints when it
   began and ended, ns of CLOCK_MONOTONIC. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

#define MULTIPLY                                                               \
  value *= 3;                                                                  \
  __asm__ volatile("" : "+r"(value))
#define TEN                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY;                                                                    \
  MULTIPLY

static unsigned long same(unsigned long value) {
  TEN;
  TEN;
  return value;
}

static unsigned long varied(unsigned long value, unsigned count) {
  while (count--)
    MULTIPLY;
  return value;
}

int main(int count, char **words) {
  double seconds = count > 1 ? atof(words[1]) : 1;
  int64_t begin = now(), end = begin + (int64_t)(seconds * 1e9);
  unsigned long value = 1;
  while (now() < end)
    for (unsigned i = 0; i < 1000; i++) {
      value = same(value);
      value = varied(value, i % 40);
    }
  fprintf(stderr, "%lld %lld %lu\n", (long long)begin, (long long)now(),
          value & 1);
  return 0;
}
