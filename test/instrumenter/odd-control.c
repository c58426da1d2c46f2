// Control in odd places: switches without braces and with code in front of the first case, empty bodies, breaks in
// conditions, computed gotos into loops, local labels, cleanups, longjmp, contexts, what the compiler counts and names.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -w
// RUN: sqlite3 %t.db "SELECT name FROM functions WHERE not_instrumented IS NOT NULL; SELECT line, reason FROM places_not_instrumented" | count 0
#include <stdio.h>
#include <string.h>
#include <setjmp.h>
#include <alloca.h>
#include <ucontext.h>
#include <unistd.h>
#include <sys/wait.h>
static int oneCase(int x) { switch (x) case 1: x = 7; return x; }
static int onlyCase(int x) { switch (x) case 1: case 2: return 7; return x; }
static int deep(int x) { switch (x) default: if (x) case 4: x += 2; else case 5: x += 3; return x; }
static int before(int x) {
  int y = 0;
  switch (x) { int z; y = 3; case 1: z = 4; y += z; break; case 2 ... 5: y = 9; break; skipped: y = 50; }
  if (x == 77) goto skipped;
  return y;
}
static int empty(int x) { switch (x) ; switch (x) {} switch (x) { } while (x-- > 0) ; for (; x < 3; ++x) ; do ; while (x-- > 0); if (x) ; if (x) ; else x++; if (x) {} else {} return x; }
static int broken(int x) { int n = 0; for (int k = 0; k < 3; ++k) { while (({ if (x-- < 0 && k) break; n < 50; })) n++; n += 100; for (int i = 0; ({ if (i > 4) break; 1; }); ++i) { n += 2; } } return n > 0; }
static int nestedSwitch(int x) { return ({ int r; switch (x) { case 1: r = ({ int q; switch (x + 1) { case 2: q = 5; break; default: q = 6; } q; }); break; default: r = 3; } r; }); }
static int intoLoop(int x) {
  static void *const t[] = {&&in, &&out};
  int n = 0;
  goto *t[x & 1];
  for (; n < 5; ++n) { n++; in: n += 2; }
  while (n > 100) { out: n--; }
  return n;
}
static inline __attribute__((noinline)) int labels(int x) { static const int off[] = {&&l1 - &&l0, &&l2 - &&l0, 0}; goto *(&&l0 + off[x % 3]); l0: return 1; l1: return 2; l2: return 3; }
static int local(int x) { int r = 0; for (int i = 0; i < 3; ++i) { __label__ again, done; again: if (x-- > 0) { r++; goto again; } else goto done; r = 99; done: x = i; } return r; }
static int forStruct(int x) { int r = 0; for (struct { int i, j; } s = {0, 9}; s.i < s.j; ++s.i, --s.j) r += s.i * x; return r; }
static int vla(int n, int a[n], char (*b)[n = n + 1]) { (void)b; return a[0] + n; }
static jmp_buf jb;
static int jumper(int x) { if (x > 2) longjmp(jb, x); return x; }
static int returnsJump(int x) { return jumper(x) + 1; }
static int caught(int x) { int v = setjmp(jb); if (v) return -v; return returnsJump(x); }
static int caught2(int x) { switch (setjmp(jb)) { case 0: return returnsJump(x); default: return -1; } }
static void *bj[5];
__attribute__((noinline)) static void bthrow(void) { __builtin_longjmp(bj, 1); }
__attribute__((noinline)) static int bcatch(volatile int x) { if (__builtin_setjmp(bj)) return x + 5; if (x & 1) bthrow(); return x; }
static int allocas(int n) { int s = 0; for (int i = 1; i < n; ++i) { char *p = alloca(i); memset(p, i, i); s += p[i - 1]; } return s; }
static void cl(int *p) { printf("c%d ", *p); }
static int cleaned(int x) { for (int i = 0; i < 3; ++i) { int __attribute__((cleanup(cl))) y = i; if (x == i) return y + 10; if (i == 1) continue; x--; } return x; }
static ucontext_t ma, co;
static void coroutine(void) { for (int i = 0; i < 3; ++i) { printf("co%d ", i); swapcontext(&co, &ma); } }
static int contexts(void) { static char stack[1 << 16]; getcontext(&co); co.uc_stack.ss_sp = stack; co.uc_stack.ss_size = sizeof stack; co.uc_link = &ma; makecontext(&co, coroutine, 0); for (int i = 0; i < 3; ++i) { swapcontext(&ma, &co); printf("m%d ", i); } return 0; }
static int vforks(void) { int status = 0; pid_t p = vfork(); if (p == 0) _exit(5); waitpid(p, &status, 0); return WEXITSTATUS(status); }
#define ONCE(x) do { if (x) break; n += 10; } while (0)
static int once(int x) { int n = 0; for (int i = 0; i < 4; ++i) { ONCE(i == x); do { if (i == 2) continue; n++; } while (0); } return n; }
static int elseIf(int x) { if (x == 1) { } else if (x == 2) ; else if (x == 3) return 5; else ; return x; }
static const char *names(void) { return sizeof __FUNCTION__ > 3 ? __func__ : __PRETTY_FUNCTION__; }
#define LINE2 __builtin_LINE()
static int line(void) { return __builtin_LINE() +
  LINE2; }
_Static_assert(__COUNTER__ == 0, "c0");
static int counter(void) { _Static_assert(__COUNTER__ == 1, "c1"); return __COUNTER__; }
static int autos(int x) { __auto_type y = x > 2 && x < 9; __auto_type z = y ? &x : (int *)0; return z ? *z : y; }
int main(void) {
  for (int i = -1; i < 9; ++i) {
    int arr[3] = {i, 2, 3};
    printf("%d %d %d %d %d %d %d|", oneCase(i), onlyCase(i), deep(i), before(i), empty(i), broken(i), nestedSwitch(i));
    printf("%d %d %d %d %d %d %d|", intoLoop(i), labels(i + 1), local(i), forStruct(i), vla(1, arr, 0), caught(i), caught2(i));
    printf("%d %d %d %d %d %d %d\n", bcatch(i), allocas(i), cleaned(i), once(i), elseIf(i), autos(i), line());
  }
  contexts();
  printf("%d %s %d\n", vforks(), names(), counter());
  return 0;
}
