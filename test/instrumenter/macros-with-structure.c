// Macros that hold several case labels, that open or close a brace, that are half of an if; the two halves of an `#ifdef`
// in an if.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -Werror -Wno-dangling-else -Wno-misleading-indentation -Wno-implicit-fallthrough
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -DEXTRA -Wall -Wextra -Werror -Wno-dangling-else -Wno-misleading-indentation -Wno-implicit-fallthrough
// RUN: sqlite3 %t.db "SELECT count(*) FROM places_not_instrumented" | FileCheck %s --check-prefix=SKIPS
// SKIPS: {{^0$}}
// In source mode too the program is what it was.
// RUN: for level in blocks decisions; do for extra in -UEXTRA -DEXTRA; do rm -f %t.db && %ipoint_instrument --level=$level --db %t.db %s -o %t.c -- $extra && env LEFT="braces sort" sh %S/Inputs/same-output.sh %s %t.c %t "%cc -std=c99 -w $extra" "%link_runtime" && env LEFT="braces sort" sh %S/Inputs/same-output.sh %s %t.c %t "%clang -std=c99 -w $extra" "%link_runtime" || exit 1; done; done
#include <stdio.h>

#define LETTERS case 'a': case 'b': case 'c'
#define DIGITS case '0': case '1'
#define ONE_OF(c) switch (c) { LETTERS: return 1; DIGITS: return 2; default: return 0; }
#define BEGIN {
#define END }
#define LOOP(i, n) for (int i = 0; i < (n); ++i) {
#define END_LOOP }
#define UNLESS(x) if (x) ; else
#define RETURN_IF(x, v) if (x) return v
#define CHECK(x) do { if (!(x)) goto failed; } while (0)
#define WHEN(x) if ((x) &&
#define THEN 1) {
#define STEP(n) case n: state = n + 1; if (state > 5) return state; if (input == n) return -n;
// As bzip2 has it: the label of a switch in the middle of what the macro does.
#define NEED(label, n) case label: while (have < (n)) { state = label; if (!*text) return state; have += *text++ - '0'; } have -= (n)

static int kind(int c) {
  ONE_OF(c)
}

static int sort(int c) {
  int r = 0;
  switch (c) {
  LETTERS: r = 3; /* fall through */
  DIGITS:
    r += 1;
    break;
  case 'z': LETTERS_BEHIND: r = 9;
    if (c == 'y')
      goto LETTERS_BEHIND;
  }
  return r;
}

static int braces(int n) BEGIN
  int sum = 0;
  LOOP(i, n)
    LOOP(j, i)
      sum += i * j;
    END_LOOP
    UNLESS(i > 2)
      sum += 100;
  END_LOOP
  if (n > 3) BEGIN
    sum++;
  END else BEGIN
    sum--;
  END
  while (sum > 1000) BEGIN sum /= 2; }
  return sum;
END

static int halves(int a, int b) {
  int r = 0;
#ifdef EXTRA
  if (a > 1 && b)
    r = 1;
  else
#endif
  if (a) {
    r = 2;
#ifdef EXTRA
  } else if (b) {
    r = 3;
#endif
  } else {
    r = 4;
  }
  if (b
#ifdef EXTRA
      && a
#else
      || a
#endif
  )
    r += 10;
#ifdef EXTRA
  for (int i = 0; i < 3; ++i) {
#else
  for (int i = 0; i < 2; ++i) {
#endif
    r += 100;
  }
  WHEN(r > 110) THEN
    r += 1000;
  }
  return r;
}

static int checks(int n) {
  RETURN_IF(n == 0, 5);
  RETURN_IF(n == 1, 6);
  else RETURN_IF(n == 2, 7);
  CHECK(n < 9);
  CHECK(n != 5);
  return 8;
failed:
  return -1;
}

static int machine(int state, int input) {
  switch (state) {
    STEP(1) /* fall through */
    STEP(2) /* fall through */
    STEP(3) /* fall through */
    STEP(5)
  }
  return 0;
}

static int bits(const char *text) {
  static int state = 0, have = 0;
  switch (state) {
    NEED(0, 3); /* fall through */
    NEED(1, 5); /* fall through */
    NEED(2, 7);
  }
  return 100 + have;
}

int main(void) {
  for (const char *p = "a01cz!"; *p; ++p)
    printf("%d%d ", kind(*p), sort(*p));
  for (int i = 0; i < 12; ++i)
    printf("%d %d %d ", braces(i), checks(i), machine(i % 6, i / 2));
  for (int i = 0; i < 9; ++i)
    printf("%d ", halves(i % 3, i / 3));
  printf("%d %d %d\n", bits("2"), bits("22"), bits("9199"));
  return 0;
}
