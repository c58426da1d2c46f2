// K&R definitions and implicit int. clang refuses them, so this is for gcc alone.
// RUN: env LEVELS="blocks decisions" COMPILERS=gcc sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu89 -w
// RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions ORDER BY name" | FileCheck %s
// CHECK: add|{{$}}
// CHECK-NEXT: later|{{$}}
// CHECK-NEXT: main|{{$}}
// CHECK-NEXT: narrow|{{$}}
// CHECK-NEXT: nothing|{{$}}
// CHECK-NEXT: of_structure|{{$}}
// CHECK-NEXT: pick|{{$}}
// CHECK-NEXT: text|{{$}}
// CHECK-NEXT: undeclared|{{$}}
add(a, b) int a; int b; { if (a) return a + b; return b; }

int pick(flag, first, second)
  int flag;
  int (*first)();
  int (*second)();
{
  return flag ? first(1, 2) : second(3, 4);
}

/* Arguments that are promoted, in another order than their declarations. */
static short narrow(c, s, f)
  float f;
  char c;
  unsigned short s;
{
  if (f > 1 && c)
    return s + c;
  return -1;
}

struct pair { int a; short b; };
struct pair of_structure(p, n)
     struct pair p;
     register n;
{ while (n--) p.a += n; return p; }

static char *text(rows, n) char rows[][4]; { return n ? rows[n] : "none"; }

nothing() { }

undeclared(i) { i = later(i); return i; }
later(i) { return i * 2; }

main() {
  struct pair p;
  static char rows[2][4] = {"abc", "def"};
  p.a = 1; p.b = 2;
  nothing();
  p = of_structure(p, 4);
  printf("%d %d %d %s %s %d %d\n", add(0, 2), narrow(1, 300, 2.5), narrow(0, 1, 2.5), text(rows, 1), text(rows, 0),
         p.a, undeclared(21));
  return add(1, 2) + pick(1, add, add) - 6;
}
