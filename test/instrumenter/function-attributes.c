// Attributes that say when, where and how a function runs or is compiled.
// RUN: rm -f %t.db
// RUN: env LEVELS="blocks decisions" LEFT="bare no_sse resolve unmeasured" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror
// RUN: sqlite3 %t.db "SELECT DISTINCT name, not_instrumented FROM functions WHERE not_instrumented IS NOT NULL ORDER BY line" | FileCheck %s
// CHECK: bare|naked: its body is the programmer's assembly alone
// CHECK-NEXT: resolve|resolver of an ifunc
// CHECK-NEXT: unmeasured|marked no_instrument_function
// CHECK-NEXT: no_sse|its target attribute takes away
// CHECK-NOT: |
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(200))) static void early(void) { order = order * 10 + (order ? 9 : 1); }
__attribute__((constructor)) static void late(void) {
  if (order)
    order = order * 10 + 2;
}
__attribute__((destructor)) static void at_end(void) {
  for (int i = 0; i < 2; ++i)
    printf("end %d\n", i && order ? order : i);
}

int bare(int x);
__attribute__((naked)) int bare(int x __attribute__((unused))) { __asm__("lea 1(%rdi), %eax\n\tret"); }

static int fast(int x) { return x ? 30 : 40; }
static int (*resolve(void))(int) { return fast; }
int chosen(int x) __attribute__((ifunc("resolve")));

__attribute__((no_instrument_function)) static int unmeasured(int x) { return x ? 1 : 2; }
__attribute__((target("no-avx2"))) static int no_sse(int x) { return x ? 5 : 6; }

__attribute__((noreturn)) static void leave(int code) {
  if (code > 3)
    exit(code);
  for (;;)
    exit(code && order ? code + 1 : 9);
}

static inline __attribute__((always_inline)) int inlined(int x) {
  if (x > 3)
    return x && order ? 2 : 3;
  return 4;
}
__attribute__((noinline, cold)) static int kept(int x) { return inlined(x) + inlined(x + 2); }
__attribute__((flatten, hot)) static int flat(int x) { return kept(x) + inlined(x); }
extern inline __attribute__((gnu_inline, always_inline)) int gnu(int x) { return x ? 7 : 8; }

// An external definition of an inline function may call no static one, and use no static object that can change.
inline int external(int x) {
  while (x > 10)
    x -= 3;
  return x || order ? x : 1;
}
extern int external(int x);

__attribute__((section(".text.apart"))) static int apart(int x) { return x ? 1 : 2; }
__attribute__((weak)) int weak(int x) { return x > 1 ? 3 : 4; }
int undefined(void) __attribute__((weak));
int alias(int x) __attribute__((alias("weak")));
__attribute__((visibility("hidden"))) int hidden(int x) { return x ? 11 : 12; }
__attribute__((const)) static int constant(int x) { return x * 2 > 4 ? 1 : 0; }
__attribute__((pure)) static int pure(const int *p) { return *p ? *p + order : 0; }
__attribute__((returns_nonnull, nonnull(1), malloc)) static void *make(const int *p) {
  int *q = malloc(sizeof *q);
  if (!q)
    exit(1);
  *q = *p ? *p : 5;
  return q;
}
__attribute__((used)) static int used(int x) { return x; }
static __attribute__((unused)) int unused(int x) { return x; }
__attribute__((aligned(64))) static int aligned(int x) { return x ? 1 : 3; }
__attribute__((ms_abi)) static int other_abi(int a, double b) { return a > 3 && b > 1 ? a : (int)b; }
__attribute__((target("avx2"))) static int wider(int x) { return x ? 2 : 1; }
__attribute__((format(printf, 1, 2))) static int say(const char *format, ...) { return *format ? 1 : 0; }

// A handler runs at the end of its block, however that is left.
static void close_it(int *p) {
  if (*p)
    order += *p;
}
static int cleaned(int n) {
  __attribute__((cleanup(close_it))) int whole = n;
  for (int i = 0; i < 4; ++i) {
    __attribute__((cleanup(close_it))) int turn = 100;
    if (i == n)
      continue;
    if (i > n)
      return order;
    if (n == 7 && i == 2)
      goto out;
    if (n > 8)
      break;
  }
out:
  return order + whole;
}

int main(void) {
  int three = 3, *p = make(&three);
  printf("%d %d %d %d %d\n", order, bare(1), chosen(1), unmeasured(0), no_sse(1));
  printf("%d %d %d %d %d\n", flat(1), gnu(0), external(22), apart(0), weak(2));
  printf("%d %d %d %d %d\n", undefined ? 1 : 0, alias(1), hidden(0), constant(3), pure(p));
  printf("%d %d %d %d %d\n", aligned(1), other_abi(4, 2), wider(1), say("%d", 1), used(2));
  for (int i = 0; i < 10; ++i)
    printf("%d ", cleaned(i));
  puts("");
  free(p);
  leave(three);
}
