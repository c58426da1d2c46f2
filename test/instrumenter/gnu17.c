// Extensions that gcc and clang share in gnu17: ranges, elvis, zero-length arrays, designators, local labels, alternate
// keywords, case ranges, typeof, compound literals, empty structures, flexible arrays.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu17 -Wall -Wextra -Werror -Wno-unused-value
#include <stdio.h>
#include <string.h>

struct empty {};
struct tail {
  int length;
  char text[];
};
struct zero {
  int a;
  int none[0];
};

static struct empty nothing(int n) {
  if (n)
    return (struct empty){};
  struct empty e;
  return e;
}

static int range(int c) {
  switch (c) {
  case '0' ... '9':
    return c - '0';
  case 'a' ... 'f':
    return c - 'a' + 10;
  }
  return -1;
}

static int table(int i) {
  static const int values[] = {[0 ... 3] = 1, [4] = 7, [7] = 9};
  return i < (int)(sizeof values / sizeof *values) ? values[i] : 0;
}

// Each expansion has its local label.
#define FIND(array, wanted)                                                                                            \
  ({                                                                                                                   \
    __label__ found;                                                                                                   \
    int i_, r_ = -1;                                                                                                   \
    for (i_ = 0; i_ < (int)(sizeof(array) / sizeof *(array)); ++i_)                                                    \
      if ((array)[i_] == (wanted)) {                                                                                   \
        r_ = i_;                                                                                                       \
        goto found;                                                                                                    \
      }                                                                                                                \
    r_ = -2;                                                                                                           \
  found:                                                                                                               \
    r_;                                                                                                                \
  })

static int find(int wanted) {
  int small[] = {1, 2, 3}, large[] = {5, 6, 7, 8};
  return FIND(small, wanted) * 10 + FIND(large, wanted);
}

static __inline__ __typeof__(sizeof 0) size_of(const volatile void *__restrict__ p) {
  __extension__ __auto_type q = p ?: "";
  return q == p ? __alignof__(double) : 1;
}

static int vla(int n, int m, int a[n][m]) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int copy[i + 1][j + 1];
      memset(copy, 0, sizeof copy);
      copy[i][j] = a[i][j];
      if (copy[i][j] > 3)
        continue;
      sum += copy[i][j] + (int)sizeof(int[n > 2 ? 1 : 2]);
    }
  return sum;
}

int main(void) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  nothing(0), nothing(1);
  for (const char *p = "09afz"; *p; ++p)
    printf("%d ", range(*p));
  for (int i = 0; i < 9; ++i)
    printf("%d ", table(i));
  printf("%d %d %d %zu %zu %d %zu\n", find(2), find(7), find(9), size_of(a), size_of(0), vla(2, 3, a),
         sizeof(struct zero) + sizeof(struct tail) + sizeof(struct empty));
  return 0;
}
