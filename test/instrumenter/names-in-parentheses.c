// Declarators whose name stands in parentheses.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -w
// RUN: sqlite3 %t.db "SELECT name FROM functions WHERE not_instrumented IS NOT NULL" | count 0
#include <stdio.h>
struct s { int a; }; typedef int T;
static int inc(int x) { return x + 1; }
static struct s *gs(int x) { static struct s v; v.a = x; return &v; }
int *(*ps(int n))(int);
static int v3[3];
static int *pv(int n) { return &v3[n % 3]; }
int *(*ps(int n))(int) { return n ? pv : 0; }
struct s *(*pt(int n))(int) { if (n) return gs; return 0; }
T (*pu(int n))(int) { if (n) return inc; return 0; }
const int (*rows(int n))[3] { static const int r[2][3] = {{4}, {5}}; return &r[n & 1]; }
int (*(*two(int a))(int))(int) { return a ? (int (*(*)(int))(int))0 : 0; }
unsigned (__attribute__((noinline)) at)(int n) { return n ? 2u : 3u; }
int main(void) { return pu(1)(2) + pt(1)(2)->a + *ps(1)(1) + (int)at(0) + !two(1) + (*rows(1))[0]; }
