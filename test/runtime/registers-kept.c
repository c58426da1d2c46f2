// A probe's slow path keeps every register: the compiler does not know that it can be entered.
// RUN: gcc -O2 %s -o %t %link_runtime && rm -rf %t.trace
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: clang-19 -O2 %s -o %t %link_runtime && rm -rf %t.trace
// RUN: env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t
// RUN: %check_ctf %t.trace
// RUN: gcc -O2 %s -o %t %link_runtime
// Without a trace each probe goes to the slow path until the thread is known to record nothing.
// RUN: %t
// RUN: if grep -qw avx2 /proc/cpuinfo; then gcc -O2 -mavx2 %s -o %t %link_runtime && rm -rf %t.trace && env IPOINT_RING_SIZE=512 %ipoint_run -o %t.trace -- %t; fi
// RUN: %check_ctf %t.trace
#include <stdio.h>

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

enum { Count = 64, Rounds = 1000 };
static float in[Count];
static int bytes[Count];

// Vectorised accumulators and counters, all alive across the probes.
#define SUM(PROBE)                                                                                \
  float a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7;                                   \
  unsigned long n = seed, m = 1, k = 2;                                                           \
  double x = seed, y = 0.5;                                                                       \
  for (int i = 0; i < Rounds; ++i) {                                                              \
    float v = in[i % Count];                                                                      \
    PROBE;                                                                                        \
    a += v, b += v * 2, c -= v, d += a, e += b * v, f -= e, g += v + i, h += g;                   \
    n = n * 31 + (unsigned)bytes[i % Count], m ^= n, k += m >> 3;                                 \
    x = x * y + i, y += 1e-4;                                                                     \
  }                                                                                               \
  *ints = n ^ m ^ k;                                                                              \
  return a + b + c + d + e / 1e6f + f / 1e9f + g / 1e3f + h / 1e6f + x

static __attribute__((noinline)) double plain(unsigned seed, unsigned long *ints) { SUM((void)0); }
static __attribute__((noinline)) double timed(unsigned seed, unsigned long *ints) { SUM(ipoint_timed(300u)); }
static __attribute__((noinline)) double untimed(unsigned seed, unsigned long *ints) { SUM(ipoint_untimed(301u)); }

// A leaf that keeps its array in the red zone.
static __attribute__((noinline)) int leaf(int n) {
  volatile int red[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    ipoint_timed(302u);
    sum += red[i & 7];
    ipoint_untimed(303u);
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < Count; ++i)
    in[i] = (float)i / 7, bytes[i] = i * 37;
  for (unsigned seed = 0; seed < 4; ++seed) {
    unsigned long a, b, c;
    double x = plain(seed, &a), y = timed(seed, &b), z = untimed(seed, &c);
    if (a != b || a != c || x != y || x != z || leaf(800) != 3600) {
      fprintf(stderr, "seed %u: %lu %lu %lu %g %g %g\n", seed, a, b, c, x, y, z);
      return 1;
    }
  }
  return 0;
}
