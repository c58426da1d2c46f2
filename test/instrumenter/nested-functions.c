// Clang cannot parse GCC's nested functions: the functions that hold one are not instrumented, and all others are done.
// RUN: env LEVELS="blocks decisions" COMPILERS=gcc LEFT="declared_first in_a_block simple" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu17
// RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions ORDER BY line" | FileCheck %s
// CHECK: before|{{$}}
// CHECK-NEXT: simple|does not parse: function definition is not allowed here
// CHECK-NEXT: between|{{$}}
// CHECK-NEXT: declared_first|does not parse
// CHECK-NEXT: in_a_block|does not parse
// CHECK-NEXT: after|{{$}}
// CHECK-NEXT: main|{{$}}
int printf(const char *, ...);

static int before(int a) { return a ? 1 : 2; }

static int simple(int a) {
  int add(int b) { return a + b; }
  return add(2);
}

static int between(int a) {
  while (a > 3)
    a -= 2;
  return a;
}

// Its own label is the target of a goto out of the nested one.
static int declared_first(int n) {
  __label__ out;
  auto void leave(int);
  int result = 0;
  void leave(int x) {
    if (x > 3)
      goto out;
    result += x;
  }
  for (int i = 0; i < n; ++i)
    leave(i);
  result += 100;
out:
  return result;
}

static int in_a_block(int n) {
  if (n > 1) {
    int square(int x) {
      return x * x;
    }
    return square(n);
  }
  return 0;
}

static int after(int a) {
  return a && before(a) ? 3 : 4;
}

int main(void) {
  printf("%d %d %d %d %d %d %d\n", before(1), simple(4), between(9), declared_first(3), declared_first(9), in_a_block(5),
         after(1));
  return in_a_block(1);
}
// REQ: IP-REQ-003
