// _Atomic objects, <stdatomic.h> as either preprocessor leaves it, the __atomic and __sync builtins, thread-local objects.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu11 -Wall -Wextra -Werror -pthread
// RUN: sqlite3 %t.db "SELECT name, not_instrumented FROM functions WHERE not_instrumented IS NOT NULL" | count 0
// RUN: sqlite3 %t.db "SELECT count(*) FROM places_not_instrumented" | FileCheck %s --check-prefix=SKIPS
// SKIPS: {{^0$}}
// Operands of the builtins have the ipoints that they have elsewhere.
// RUN: sqlite3 %t.db "SELECT DISTINCT i.name FROM ipoints i JOIN functions f ON i.function = f.id WHERE f.name = 'builtins' AND i.kind IN ('then', 'else') ORDER BY i.name" | FileCheck %s --check-prefix=OPERANDS --match-full-lines
// OPERANDS: choice.1/else
// OPERANDS-NEXT: choice.1/then
// OPERANDS-NEXT: choice.2/else
// OPERANDS-NEXT: choice.2/then
// OPERANDS-NEXT: choice.3/else
// OPERANDS-NEXT: choice.3/then
// OPERANDS-NEXT: if.1/then
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;
static _Atomic(long) sum;
static _Atomic unsigned char small = 250;
static atomic_flag once = ATOMIC_FLAG_INIT;
static _Atomic(struct pair { int a, b; }) pair;
static _Thread_local int mine = 3;
static __thread int old_style;
static atomic_bool ready;

static int flagged(void) {
  return atomic_flag_test_and_set_explicit(&once, memory_order_acquire) ? 1 : 2;
}

static void *work(void *p) {
  static _Thread_local int calls;
  for (int i = 0; i < 1000; ++i) {
    atomic_fetch_add(&counter, 1);
    if (i % 2)
      sum += i;
    else
      atomic_fetch_sub_explicit(&sum, 1, memory_order_relaxed);
    int seen = atomic_load(&counter);
    while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
      ;
    mine += i & 1;
    old_style++, calls++;
  }
  *(int *)p = mine + old_style + calls;
  return 0;
}

// What is an operand of an atomic operation may itself have blocks.
static int nested(int n) {
  atomic_int x = n;
  atomic_fetch_add(&x, ({
    int add = 1;
    if (n > 2)
      add = atomic_load(&x) > 3 ? 10 : 20;
    add;
  }));
  return x;
}

static int builtins(int n) {
  static int value;
  int expected = n > 2 ? value : -1;
  if (__atomic_compare_exchange_n(&value, &expected, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && n)
    return __sync_add_and_fetch(&value, 2);
  __atomic_store_n(&value, n ? 5 : 6, __ATOMIC_RELEASE);
  return __atomic_load_n(n ? &value : &expected, __ATOMIC_ACQUIRE) + __sync_bool_compare_and_swap(&value, n && 1, 7);
}

static int returned(int n) {
  _Atomic int local = n;
  local += n > 3 ? 10 : 20;
  return n ? local : atomic_exchange(&local, 4);
}

int main(void) {
  pthread_t threads[3];
  int results[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, work, &results[i]);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  atomic_init(&ready, 1);
  struct pair p = {1, 2};
  atomic_store(&pair, p);
  small += 10;
  p = atomic_load(&pair);
  printf("%d %ld %d %d %d\n", atomic_load(&counter), (long)sum, (int)small, flagged(), flagged());
  for (int i = 0; i < 6; ++i)
    printf("%d %d %d ", builtins(i), returned(i), nested(i));
  printf("%d %d %d %d\n", results[0], mine, p.b, atomic_load(&ready) ? 1 : 0);
  return 0;
}
