// K&R definitions and implicit int. clang refuses them, so this is for gcc alone.
// RUN: env IPOINT_DB=%t.db %ipoint_cc gcc -std=gnu89 -w %s -o %t && %t
// RUN: sqlite3 %t.db "SELECT name, skipped FROM functions ORDER BY name" | FileCheck %s
// CHECK: add|
// CHECK-NEXT: main|
// CHECK-NEXT: pick|
add(a, b) int a; int b; { if (a) return a + b; return b; }

int pick(flag, first, second)
  int flag;
  int (*first)();
  int (*second)();
{
  return flag ? first(1, 2) : second(3, 4);
}

main() { return add(1, 2) + pick(1, add, add) - 6; }
