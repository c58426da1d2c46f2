// An exit probe ends a tail call. With the option it comes before the call, which so stays one; under musttail always.
// RUN: env IPOINT_TAIL_CALLS=1 LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
// RUN: rm -f %t.db && %ipoint_instrument --db %t.db --plan %s | FileCheck %s
// RUN: %ipoint_instrument --db %t.db --tail-calls --plan %s | FileCheck %s --check-prefix=OPTION
// Both are in the database, as two units.
// RUN: sqlite3 %t.db "SELECT count(*), count(DISTINCT text_hash) FROM units" | FileCheck %s --check-prefix=UNITS
// UNITS: 2|2
// Ten million deep within the usual stack.
// RUN: for compiler in gcc clang-19; do env IPOINT_DB=%t.db IPOINT_TAIL_CALLS=1 %ipoint_cc $compiler -O2 -DDEEP %s -o %t && %t || exit 1; done
// RUN: for level in blocks decisions; do env IPOINT_DB=%t.db IPOINT_LEVEL=$level %ipoint_cc clang-19 -O2 -DDEEP -DMUST %s -o %t && %t || exit 1; done
// RUN: sqlite3 %t.db "SELECT count(*) FROM functions WHERE not_instrumented IS NOT NULL" | FileCheck %s --check-prefix=LEFT
// LEFT: {{^0$}}
#include <stdio.h>

#if defined(__clang__) && defined(MUST)
#define MUSTTAIL __attribute__((musttail))
#else
#define MUSTTAIL
#endif

static int odd(int n, int sum);

// CHECK-LABEL: even:
// CHECK: timed exit if.1/then/return.1/exit:
// CHECK: timed exit return.1/exit:
// OPTION-LABEL: even:
// OPTION: timed exit if.1/then/return.1/exit:
// OPTION: timed exit return.1/tail-exit:
__attribute__((noinline)) static int even(int n, int sum) {
  if (n == 0)
    return sum;
  MUSTTAIL return odd(n - 1, n & 1 && sum > 3 ? sum : sum + 1);
}

__attribute__((noinline)) static int odd(int n, int sum) {
  if (n == 0)
    return sum - 1;
  MUSTTAIL return even(n - 1, sum);
}

static void count(int n, int *to) {
  ++*to;
  if (n > 0)
    return count(n - 1, to);
}

// What is behind the call, if only a conversion, keeps the probe behind it too.
// OPTION-LABEL: widened:
// OPTION: timed exit return.1/exit:
static long widened(int n) {
  return even(n, 1);
}

// OPTION-LABEL: statements:
// OPTION: timed exit return.1/exit:
static int statements(int n) {
  return even(({ int m = n; if (m > 4) m = 4; m; }), 2);
}

// OPTION-LABEL: through_pointer:
// OPTION: timed exit return.1/tail-exit:
static int through_pointer(int (*f)(int, int), int n) {
  return (f)(n, 3);
}

// A call that comes last in a function without a value, however it is reached.
// OPTION-LABEL: last:
// OPTION: timed exit if.1/then/call.1/tail-exit:
// OPTION: timed exit if.1/elif.1/then/call.1/tail-exit:
// OPTION: timed exit if.1/else/switch.1/call.1/tail-exit:
// OPTION: timed exit if.1/else/switch.1/call.2/tail-exit:
// OPTION: timed exit if.1/else/switch.1/call.3/tail-exit:
// CHECK-LABEL: last:
// CHECK-NOT: tail-exit
// CHECK: timed exit end/exit:
static int steps;
static void next(int n);

__attribute__((noinline)) static void last(int n) {
  ++steps;
  if (n % 3 == 0) {
    next(n);
  } else if (n % 3 == 1) {
    if (n < 0)
      return;
    (void)(next)(n);
    return;
  } else {
    switch (n & 3) {
    case 0:
      next(n);
      break;
    case 1: {
      next(n);
      break;
    }
    default:
      do {
        next(n);
      } while (0);
    }
  }
}

// OPTION-LABEL: next:
// OPTION: timed exit while.1/body/if.1/then/call.1/tail-exit:
// OPTION: timed exit end/exit:
static void next(int n) {
  while (1) {
    if (n > 0) {
      last(n - 1);
      break;
    }
    if (steps)
      break;
  }
}

// What is not last, or whose value is wanted, or that holds statements, keeps its probe behind it.
// OPTION-LABEL: behind:
// OPTION-NOT: tail-exit
// OPTION-LABEL: main:
static int behind(int n) {
  for (int i = 0; i < n; ++i)
    last(i);
  steps += ({ if (n) last(2); n; });
  if (n > 3)
    last(n);
  return even(n, 0) + 1;
}

int main(void) {
#ifdef DEEP
#ifndef MUST
  last(10000000);
  if (steps < 10000000)
    return 1;
#endif
  return even(10000000, 0) < 4;
#else
  last(8);
  printf("%d %d\n", behind(5), steps);
  int counted = 0;
  count(5, &counted);
  printf("%d %d %ld %d %d %d\n", even(7, 2), odd(6, 1), widened(3), statements(9), through_pointer(odd, 4), counted);
  return 0;
#endif
}
