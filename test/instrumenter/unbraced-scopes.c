/* In C90 a statement without braces behind `if`, `else` or the head of a loop is no block: what it declares is there until the
   enclosing block ends. Added braces would end it sooner, and the other object would take its place.
   RUN: env LEVELS="functions blocks decisions" LEFT=nested sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu89 -w
   RUN: %t.gcc.plain | FileCheck %s --check-prefix=RAN
   RAN: 10 10 10 10 10 10{{$}}
   RAN-NEXT: 8 8 5{{$}}
   RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions WHERE not_instrumented IS NOT NULL" | FileCheck %s
   CHECK-NOT: after
   CHECK: nested|line {{[0-9]+}}: what a statement without braces declares outlives it (C90)
   CHECK-NOT: after
   The arms have their counts all the same:
   RUN: sqlite3 %t.db "SELECT count(DISTINCT kind) FROM ipoints JOIN functions ON functions.id = function WHERE functions.name = 'after_else' AND kind IN ('then', 'else')" | FileCheck %s --check-prefix=ARMS
   ARMS: 2
*/
#include <stdio.h>

struct big { int v[16]; };

static __attribute__((noinline)) void fill(struct big *b, int k) {
  int i;
  for (i = 0; i < 16; i++)
    b->v[i] = k;
}

static __attribute__((noinline)) int after_if(int x) {
  struct big *p = 0;
  if (x)
    p = &(struct big){{10}};
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

static __attribute__((noinline)) int after_else(int x) {
  struct big *p = 0;
  if (x)
    ;
  else
    p = &(struct big){{10}};
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

static __attribute__((noinline)) int after_while(int x) {
  struct big *p = 0;
  while (x--)
    p = &(struct big){{10}};
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

static __attribute__((noinline)) int after_for(int x) {
  struct big *p = 0;
  int i;
  for (i = 0; i < x; i++)
    p = &(struct big){{10}};
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

static __attribute__((noinline)) int after_do(int x) {
  struct big *p = 0;
  do
    p = x > 1 ? 0 : &(struct big){{10}};
  while (--x > 0);
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

static __attribute__((noinline)) int nested(int x, int y) {
  struct big *p = 0;
  if (x)
    if (y)
      p = &(struct big){{10}};
  { struct big other; fill(&other, 77); }
  return p->v[0];
}

struct tag { char c; };
enum { THREE = 3 };

static __attribute__((noinline)) int after_tag(int x) {
  int size = 0;
  if (x)
    size = sizeof(struct tag { double d; });
  return size ? (int)sizeof(struct tag) : 0;
}

/* A tag that is declared within braces ends with them, with or without probes. */
static __attribute__((noinline)) int after_braces(int x) {
  int size = 0;
  if (x) {
    struct tag { double d; } t;
    size = sizeof t;
  }
  return size * (int)sizeof(struct tag);
}

static __attribute__((noinline)) int after_enumerator(int x) {
  if (x)
    x = sizeof(enum { THREE = 5 });
  return x ? THREE : 0;
}

int main(void) {
  printf("%d %d %d %d %d %d\n", after_if(1), after_else(0), after_while(1), after_for(2), after_do(2), nested(1, 1));
  printf("%d %d %d\n", after_tag(1), after_braces(1), after_enumerator(1));
  return 0;
}
