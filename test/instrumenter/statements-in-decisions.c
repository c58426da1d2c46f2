// Statement expressions that contain branches as operands of `?:`, `&&` and `||`: what follows lies in one block.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
// RUN: %cc -w -E -C %s -o %t.i && rm -f %t.db && %ipoint_instrument --db %t.db --plan %t.i | FileCheck %s
// RUN: for level in blocks decisions; do %ipoint_check_plan --level=$level %t.i > %t.txt || { cat %t.txt; exit 1; }; done
#include <stdio.h>

#define CLIP(x) ({ int c_ = (x); if (c_ < 0) c_ = 0; else if (c_ > 9) c_ = 9; c_; })

struct pair { int a, b; };
struct fixed { const int a; };

// CHECK-LABEL: chosen:
// CHECK: timed join choice.1/join:
// CHECK-NEXT: timed exit return.1/exit:
static int chosen(int n) {
  int r = n > 2 ? CLIP(n - 4) : 3;
  return r + 1;
}

static int other(int n) {
  int r = n & 1 ? n : n & 2 ? CLIP(n) : ({ int k = 1; while (k < n) k *= 2; k; });
  r += n > 1 && CLIP(n - 3);
  r += n > 3 || ({ int z = n; if (z == 2) return -5; z; });
  return r + (CLIP(n) ? 5 : 6);
}

static void nothing(int n, int *to) {
  n > 4 ? ({ if (n > 7) ++*to; (void)0; }) : (void)0;
  n > 2 ? (void)CLIP(n) : (void)++*to;
  n & 1 ? ({ if (n > 6) *to += 3; *to; }) : 0;
  for (int i = n > 3 ? CLIP(n) : 0; i < (n & 2 ? CLIP(i) : n); ++i)
    *to += i;
}

// As an argument, beside another; as an index; as a pointer; as a structure.
static int parts(int n, const char *text) {
  int a[10] = {4, 3, 2};
  const char *p = n > 3 ? ({ const char *q = text; if (n > 5) ++q; q; }) : 0;
  struct pair whole = n > 2 ? ({ struct pair x = {n, 1}; if (n == 5) x.b = 9; x; }) : (struct pair){7, 8};
  int at = a[n > 6 ? CLIP(n - 7) : 1];
  return (p ? *p : 1) + whole.b + at + chosen(n > 1 ? CLIP(n) : 2) + other(n & 4 && CLIP(n - 5));
}

// A value that cannot be kept: its place is listed, and nothing else changes.
// CHECK-LABEL: kept:
// CHECK: no probe at line {{[0-9]+}}: a value whose type cannot be kept
static int kept(int n) {
  struct fixed f = {2}, g = {n};
  int r = (n > 1 ? ({ if (n > 2) ++n; g; }) : f).a;
  return r + n;
}

int main(void) {
  int sum = 0;
  for (int n = -1; n < 14; ++n) {
    nothing(n, &sum);
    printf("%d %d %d %d %d|", chosen(n), other(n), parts(n, "axe"), kept(n), sum);
  }
  return sum & 63;
}
