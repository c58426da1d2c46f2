// What is not clean, or must not be touched, is left as it was and recorded with the reason.
// RUN: rm -f %t.db && env IPOINT_DB=%t.db %ipoint_cc gcc -O1 %s -o %t && %t
// RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions ORDER BY line" | FileCheck %s
// CHECK: with_nested|does not parse: function definition is not allowed here
// CHECK-NEXT: after|{{$}}
// CHECK-NEXT: unmeasured|marked no_instrument_function
// CHECK-NEXT: resolve|resolver of an ifunc
// CHECK-NEXT: main|{{$}}
static int with_nested(int a) {
  int nested(int b) { return a + b; }
  return nested(2);
}

static int after(int a) { return a ? 3 : 4; }

__attribute__((no_instrument_function)) static int unmeasured(void) { return 1; }

static int (*resolve(void))(int) { return after; }
int chosen(int) __attribute__((ifunc("resolve")));

int main(void) { return with_nested(1) + after(1) + unmeasured() + chosen(0) - 11; }
// REQ: IP-REQ-003
