// C does not define the order in which operands are evaluated, and a function such as setjmp may return again at any
// time: the database's transitions include both, so that the report finds no impossible transition.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for compiler in gcc clang-19; do for level in loops blocks; do env IPOINT_DB=%t/$compiler-$level.db IPOINT_LEVEL=$level %ipoint_cc $compiler -O1 %s -o program && %ipoint_run -o trace -- ./program 2> err && %ipoint_report json trace --db $compiler-$level.db | FileCheck %s || exit 1; done; done
// CHECK: "impossible_transitions": []
#include <setjmp.h>

#define MAX(a, b) __extension__ ({ int x_ = (a), y_ = (b), r_; if (x_ > y_) r_ = x_; else r_ = y_; r_; })

static int sum(int a, int b) { return a * 10 + b; }

static int operands(int c) {
  int values[8] = {0};
  values[MAX(c, 1)] = sum(MAX(c, 3), MAX(c, 0)) + MAX(c, 2) * MAX(1, c);
  return values[MAX(1, c)];
}

static jmp_buf back;

static void leave(int i) {
  if (i == 3)
    longjmp(back, 1);
}

static int again(void) {
  if (setjmp(back) == 0) {
    for (int i = 0; i < 10; ++i)
      leave(i);
  } else {
    return 7;
  }
  return 0;
}

int main(void) { return operands(2) != sum(3, 2) + 4 || again() != 7; }
