// The value is computed before the exit probe, whatever its type; shadowed names do no harm.
// RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -pedantic -Werror -Wno-ignored-qualifiers -Wno-unknown-pragmas
// RUN: %ipoint_instrument --db %t.db %s -o %t.c
// RUN: FileCheck %s --input-file=%t.c
#include <stdio.h>

typedef int T;
typedef const int constant;
struct pair { int a; const int b; };
union either { int i; float f; };
enum colour { RED, GREEN };

static T shadowed(void) { int T = 3; return T; }
static struct pair make_pair(int a) { struct pair p = {a, a + 1}; return p; }
static union either make_union(void) { union either e; e.i = 77; return e; }
static enum colour next(enum colour c) { return c == RED ? GREEN : RED; }
static constant qualified(void) { return 12; }
static const char *text(int n) { return n ? "some" : "none"; }
static int twice(int n) { return 2 * n; }
static int (*function(void))(int) { return twice; }
static int (*array(void))[3] { static int a[3] = {1, 2, 3}; return &a; }
static void nothing(int n) { if (n) return; puts("nothing"); }
static double comma(int n) { return n++, n / 2.0; }
static _Bool truth(int n) { return n > 3; }
static void *null(void) { return 0; }

// A type that the declaration itself defines gets its name in the body.
// CHECK: struct made { int a; } define(int a) { typedef struct made [[TYPE:ipoint_type_[0-9]+]]; ipoint_timed
struct made { int a; } define(int a) { struct made m; m.a = a; return m; }

// A typedef stands in front of whatever belongs to the function.
// CHECK-SAME: } typedef int ipoint_type_{{[0-9]+}};{{ *$}}
// CHECK: {{^#pragma STDC FENV_ACCESS OFF$}}
// CHECK-NEXT: {{^}}static int after_pragma(void) { ipoint_timed
#pragma STDC FENV_ACCESS OFF
static int after_pragma(void) { return 5; }

int main(void) {
  printf("%d %d %d %d %d %s\n", shadowed(), make_pair(4).b, make_union().i, next(RED), qualified(), text(1));
  printf("%d %d %.1f %d %d %d %d\n", function()(4), (*array())[2], comma(4), truth(4), null() == 0, define(8).a,
         after_pragma());
  nothing(0);
  nothing(1);
  return 0;
}
