// Values of types that plain C99 has not, or that have no name at all.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -Wno-ignored-qualifiers -Wno-psabi
// RUN: env LEVELS="blocks decisions" COMPILERS=clang-19 sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c23 -DBITINT -Wall -Wextra -Werror -Wno-ignored-qualifiers
// RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions WHERE not_instrumented IS NOT NULL" | count 0
#include <complex.h>
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));
struct frozen { const int value; const struct { const char c; } inner; };
struct bits { unsigned a : 3; signed b : 5; _Bool c : 1; unsigned long long d : 40; };
struct array { int values[5]; double d; };
union either { long l; struct { short s, t; }; char text[24]; };
typedef struct { int a, b; } nameless;
typedef union { int i; float f; } nameless_union;
typedef enum { NONE, SOME = 7 } nameless_enum;
typedef void (*action)(int *);

static four vector(int n) { four v = {n, n + 1, n + 2, n + 3}; if (n > 2) return v * v; return v + 1; }
static _Complex double product(_Complex double a, double b) { return b > 0 ? a * b : a - 2.0 * I; }
static float complex narrow(int n) { if (n) return 1.0f + 2.0f * I; return 0; }
static __int128 wide(long a, long b) { return b ? (__int128)a * b : -1; }
static unsigned __int128 unsigned_wide(int n) { return n ? ~(unsigned __int128)0 : 5; }
static struct frozen frozen(int n) { struct frozen f = {n, {(char)n}}; if (n < 0) return (struct frozen){7, {7}}; return f; }
static union either either(int n) { union either e = {0}; e.s = n; if (n) return e; e.t = 5; return e; }
static nameless no_tag(int n) { nameless r = {n, -n}; return r; }
static nameless_union no_tag_union(int n) { return (nameless_union){.i = n ? 4 : 3}; }
static nameless_enum no_tag_enum(int n) { return n && n != 3 ? SOME : NONE; }
static unsigned bit_a(struct bits *b) { return b->a; }
static int bit_b(struct bits *b, int n) { return n ? b->b : b->a; }
static _Bool bit_c(struct bits *b) { return b->c; }
static unsigned long long bit_d(struct bits *b) { return b->d; }
static struct array array(int n) { struct array a = {{n, 1, 2, 3, 4}, 2.5}; return a; }
static long double longest(int n) { return n ? 1.25L : -0.5L; }
static void add(int *p) { ++*p; }
static void twice(int *p) { *p *= 2; }
static action pick(int n) { return n ? add : twice; }
static void (*pick_plain(int n))(int *) { return n ? &add : twice; }
static int (*(*deeper(void))(void))[2];
static int (*rows(void))[2] { static int r[3][2] = {{1, 2}, {3, 4}, {5, 6}}; return r; }
static int (*(*deeper(void))(void))[2] { return rows; }
static void void_value(int *p, int n) { if (n) return add(p); return (void)(n ? 1 : *p); }
static const volatile int qualified(int n) { return n + 1; }
static int *restrict restricted(int *p) { return p; }
static int atomic(int n) { _Atomic int a = n; return a; }
static __typeof__(3 + 4L) of_typeof(int n) { return n ? 1L << 40 : 2; }
static _Alignas(16) int aligned = 3;
static int *of_aligned(void) { return &aligned; }
static struct made_here { int a; } __attribute__((aligned(8))) made(int n) { struct made_here m = {n}; return m; }
static enum here { HERE_A, HERE_B } of_enum(int n) { return n > 1 ? HERE_B : HERE_A; }
#ifdef BITINT
static _BitInt(100) bit_precise(int n) { return n ? (_BitInt(100))1 << 90 : 3; }
static unsigned _BitInt(7) small(int n) { unsigned _BitInt(7) b = n; return b; }
#endif

int main(void) {
  struct bits b = {5, -7, 1, 1ull << 39};
  int n = 3;
  for (int i = 0; i < 4; ++i) {
    four v = vector(i);
    _Complex double c = product(1.0 + I, i - 1.0);
    printf("%d %d %.1f %.1f %.1f %d ", v[0], v[3], creal(c), cimag(c), cimagf(narrow(i)), (int)(wide(1L << 62, i) >> 60));
    printf("%d %d %d %d ", (int)(unsigned_wide(i) >> 100), frozen(i - 1).value, either(i).s + either(i).t, no_tag(i).b);
    printf("%d %d %u %d %d %llu ", no_tag_union(i).i, no_tag_enum(i), bit_a(&b), bit_b(&b, i), bit_c(&b), bit_d(&b));
    printf("%d %.2Lf %d %d ", array(i).values[0], longest(i), qualified(i), atomic(i) + 0);
    pick(i & 1)(&n), pick_plain(i & 2)(&n), void_value(&n, i & 1);
    printf("%d %d %d %ld %d %d %d\n", n, deeper()()[i % 3][1], *restricted(&n), of_typeof(i), *of_aligned(), made(i).a,
           of_enum(i));
#ifdef BITINT
    printf("%d %d\n", (int)(bit_precise(i) >> 88), (int)small(i + 126));
#endif
  }
  return 0;
}
