// Pragmas that bind to the next statement, or that must open a block, stay where they bind; in macros too.
// RUN: env LEVELS="blocks decisions" COMPILERS=gcc sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-unused
// RUN: env LEVELS="blocks decisions" COMPILERS=clang-19 sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-unused -Wno-pass-failed
// RUN: rm -f %t.db && %ipoint_instrument --db %t.db %s -o %t.c && env LEFT=of_clang sh %S/Inputs/same-output.sh %s %t.c %t "%cc -std=gnu11 -w" "%link_runtime" && sh %S/Inputs/same-output.sh %s %t.c %t "%clang -std=gnu11 -w" "%link_runtime"
#include <stdio.h>

#define UNROLL(n) _Pragma(#n)
#define EACH(i, n) UNROLL(GCC unroll 2) for (int i = 0; i < (n); ++i)

static int unrolled(int *a, int n) {
  int sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i)
    sum += a[i] > 2 ? a[i] : 0;
  if (n > 3)
#pragma GCC unroll 2
    while (n > 3)
      --n;
  else
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
      a[i] = 3;
#pragma GCC unroll 2
  do
    ++sum;
  while (sum < 4 && n);
  for (int j = 0; j < 2; ++j)
#pragma GCC ivdep
#pragma GCC unroll 3
    for (int i = 0; i < n; ++i) {
      if (a[i] & 1)
        continue;
      a[i] += j;
    }
  switch (n) {
  case 3:
#pragma GCC unroll 2
    for (int i = 0; i < n; ++i)
      sum++;
    break;
  default:
    EACH(i, n)
      EACH(j, n)
        if (i > j)
          sum += 100;
  }
  return sum;
}

#ifdef __clang__
static int of_clang(int *a, int n) {
  int sum = 0;
#pragma clang loop vectorize(enable) interleave_count(2)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  if (n)
#pragma clang loop unroll(disable)
    while (n-- > 0)
      sum++;
#pragma nounroll
  for (int i = 0; i < 2; ++i)
#pragma unroll 2
    for (int j = 0; j < 2; ++j)
      sum += i && j;
  {
#pragma clang fp contract(off)
    double x = sum, y = x * x + 1;
    sum += y > 3 ? 1 : 2;
  }
  return sum;
}
#else
static int of_clang(int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
#endif

static double standard(double x, int n) {
#pragma STDC FP_CONTRACT OFF
  double y = x * x + 1;
  if (n) {
#pragma STDC FP_CONTRACT ON
    y += x * y;
  }
  for (int i = 0; i < n; ++i) {
#pragma STDC FP_CONTRACT OFF
    y += x * i;
  }
  return y;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
static int diagnosed(int n) {
  int unused;
#pragma GCC diagnostic pop
  if (n)
    _Pragma("GCC diagnostic push") return 1;
  _Pragma("GCC diagnostic pop")
  return 2;
}

#pragma pack(push, 1)
static struct packed { char c; int i; } packed(int n) { struct packed p = {1, n}; return p; }
#pragma pack(pop)

#pragma GCC push_options
#pragma GCC optimize("O1")
static int optimised(int n) { return n > 2 ? 1 : 2; }
#pragma GCC pop_options

#pragma GCC visibility push(hidden)
int hidden(int n);
int hidden(int n) { return n ? 4 : 5; }
#pragma GCC visibility pop

int main(void) {
  int a[16];
  for (int n = 0; n < 6; ++n) {
    for (int i = 0; i < 16; ++i)
      a[i] = i;
    printf("%d %d %.1f %d %zu %d %d\n", unrolled(a, n), of_clang(a, n), standard(n, n), diagnosed(n),
           sizeof packed(n), optimised(n), hidden(n));
  }
  return 0;
}
