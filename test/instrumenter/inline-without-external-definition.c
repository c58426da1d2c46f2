// C99's inline functions without an external definition are there only where they are inlined: where the compiler
// optimises, probes do not keep it from that.
// RUN: for level in blocks decisions; do rm -f %t.db; for compiler in gcc clang-19; do for o in -O1 -O2 -Os; do env IPOINT_DB=%t.db IPOINT_LEVEL=$level %ipoint_cc $compiler -std=gnu99 -Wall -Wextra -Werror $o %s -o %t && %t || exit 1; done; done; done
// Without optimisation the program does not link, with or without probes.
// RUN: not env IPOINT_DB=%t.db %ipoint_cc gcc -O0 %s -o %t
// RUN: env IPOINT_DB=%t.db IPOINT_LEVEL=decisions %ipoint_cc gcc -O0 -DEXTERNAL %s -o %t && %t
// RUN: rm -f %t.source.db && %ipoint_instrument --db %t.source.db %s -o %t.c -- -O1 && FileCheck %s --input-file=%t.c
// RUN: %ipoint_instrument --db %t.source.db %s -o %t.c -- -O0 && FileCheck %s --input-file=%t.c --check-prefix=O0
// O0-NOT: {{^}}__attribute__((__always_inline__))

// CHECK: {{^}}__attribute__((__always_inline__)) inline int clipped(int x)
inline int clipped(int x) {
  if (x < 0)
    return 0;
  for (int i = 0; i < 3; ++i)
    if (x > 100 && i >= 0)
      x -= 10;
  while (x > 90 || x == 55)
    --x;
  switch (x) {
  case 1: return 11;
  case 2: return 12;
  }
  return x;
}

// CHECK: {{^}}__attribute__((__always_inline__)) inline double half(double x)
// CHECK-NEXT: {{^}}__attribute__((__always_inline__)) inline double quarter(double x)
inline double half(double x) { return x / 2; }
inline double quarter(double x) { return half(half(x)); }

// These have a definition, or cannot always be inlined.
// CHECK-NOT: {{^}}__attribute__((__always_inline__))
static inline int internal(int x) { return x ? 3 : 4; }
inline int defined(int x) { return x + internal(x); }
extern int defined(int x);
inline int recursive(int x) { return x > 1 ? x * recursive(x - 1) : 1; }
extern inline int recursive(int x);

#ifdef EXTERNAL
extern int clipped(int);
extern double half(double), quarter(double);
#endif

int main(void) {
  volatile int x = 99;
  return clipped(x) + (int)quarter(x) + defined(x) + recursive(3) - (90 + 24 + 102 + 6);
}
