// Statement expressions as values, conditions, arguments, operands of sizeof, nested, left by jumps and by return.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror -Wno-unevaluated-expression
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define CLIP(x) ({ int c_ = (x); if (c_ < 0) c_ = 0; else if (c_ > 9) c_ = 9; c_; })
#define GET(x) ({ int g_ = (x); if (g_ == 3) return -3; if (g_ == 4) goto out; g_; })

struct pair { int a, b; };

static int values(int n) {
  int r = MAX(n, MAX(n - 1, CLIP(n * 2)));
  if (({ int odd = n & 1; odd; }) && ({ int big; big = n > 4; big; }))
    r += 100;
  while (({ --n; if (n % 5 == 0) n -= 2; n > 0; }))
    r += ({ int s = 0; for (int i = 0; i < n; ++i) { if (i == 3) continue; if (i == 5) break; s += i; } s; });
  for (int i = ({ int k = 2; k; }); ({ int less = i < 4; less; }); ({ ++i; if (i == 3) ++r; }))
    r += i;
  switch (({ int s = r % 3; if (s == 2) s = 7; s; })) {
  case 0:
    return ({ int z = 10; if (r > 50) z = 20; z; });
  case 7:
    r = ({ switch (n) { case 0: r = 1; break; default: r = 2; } r; });
  }
  return r;
}

static int jumps(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += GET(i == 2 ? n : i);
    sum += ({ if (i == 6) break; if (i == 1) continue; 1; });
  }
  return sum;
out:
  return -100;
}

static struct pair whole(int n) {
  return ({ struct pair p = {n, 1}; if (n) p.b = ({ int x = n; x + 1; }); p; });
}

// The last expression has no value, or the value is not used.
static void nothing(int *p) {
  ({ if (*p) ++*p; else *p = 5; });
  (void)({ *p += 1; *p; });
  ({ label: __attribute__((unused)); *p += 1; });
  return ({ if (*p > 3) *p = 3; (void)0; });
}

static unsigned long unevaluated(int n) {
  int (*p)[n] = 0;
  return sizeof({ int unused = 3; if (unused) unused = 2; (char)unused; }) + sizeof(*p) / sizeof(int) +
         sizeof(__typeof__(({ short s = 1; s; })));
}

int main(void) {
  int x = 0;
  for (int i = 0; i < 12; ++i)
    printf("%d %d %d %lu|", values(i), jumps(i), whole(i).b, unevaluated(i + 1));
  nothing(&x);
  printf("%d\n", x);
  nothing(&x);
  return x;
}
