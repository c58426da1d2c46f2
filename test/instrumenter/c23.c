// What C23 adds. gcc 12 knows most of it as c2x; clang reads all of it.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c2x -pedantic -Wall -Wextra -Werror
// RUN: env LEVELS="blocks decisions" COMPILERS=clang-19 sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c23 -pedantic -Wall -Wextra -Werror -DNEWER
// RUN: sqlite3 %t.db "SELECT count(*) FROM functions WHERE not_instrumented IS NOT NULL" | FileCheck %s --check-prefix=LEFT
// LEFT: {{^0$}}
#include <stdio.h>

[[nodiscard]] static int checked(int x) { return x > 0b101 ? 1 : 0; }

[[deprecated]] [[maybe_unused]] static int old(void) { return 1; }

// Parameters without names, attributes on them and on statements.
static int unnamed([[maybe_unused]] int x, int) {
  switch (x) {
  case 1:
    x++;
    [[fallthrough]];
  case 2:
    [[maybe_unused]] int y = x;
    return x;
  default:
    break;
  }
  if (x > 10) [[]]
    return 10;
  return 0;
}

_Noreturn static void leave(int code) {
  fflush(stdout);
  extern void exit(int);
  exit(code);
}

// A label at the end of a block and in front of a declaration.
static int labels(int n) {
  int sum = 0;
again:
  int step = 2;
  sum += step;
  if (--n > 0)
    goto again;
  if (sum > 100)
    goto end;
  sum *= 3;
  if (sum < 0) {
    sum = 0;
  end:
  }
  return sum;
}

#ifdef NEWER
constexpr int limit = 3;
static int constants(int n) {
  constexpr int local = limit > 2 ? 4 : 5;
  static_assert(local == 4 && limit == 3);
  auto sum = n;
  for (auto i = 0; i < local && i < 3; ++i)
    sum += i;
  int *p = nullptr;
  bool is = p == nullptr || n;
  typeof(sum) other = {};
  typeof_unqual(sum) third = 1'000;
  return is ? sum + other + third : 0;
}
#else
static int constants(int n) {
  _Static_assert(sizeof(int) == 4);
  return n > 1 && n < 9 ? n : 0;
}
#endif

int main(void) {
  printf("%d %d ", checked(6), checked(5));
  for (int i = 0; i < 12; ++i)
    printf("%d ", unnamed(i, 0));
  printf("%d %d %d\n", labels(3), labels(60), constants(4));
  leave(3);
}
