/* What AttributionTest looks at: functions inlined into each other, a clone, and one that nothing is inlined into. */
static inline __attribute__((always_inline)) int innermost(int x) { return x * 7 + (x >> 3); }

static inline __attribute__((always_inline)) int middle(int x) {
  for (int i = 0; i < x; ++i)
    x ^= innermost(i) << (x & 3);
  return x;
}

__attribute__((noinline)) int outer(int x) { return middle(x) + 1; }

__attribute__((noinline)) static int cloned(int x, int step) {
  for (int i = 0; i < x; i += step)
    x ^= i * x;
  return x;
}

__attribute__((noinline)) int alone(int x) { return cloned(x, 3) + cloned(x + 1, 3); }
