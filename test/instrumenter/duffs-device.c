// Case labels inside of loops, conditions and statement expressions of the same switch.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror -w
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0: do { *to++ = *from++;
  case 7:      *to++ = *from++;
  case 6:      *to++ = *from++;
  case 5:      *to++ = *from++;
  case 4:      *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

// A coroutine in the manner of protothreads: the switch's labels lie in loops.
struct coroutine { int line, i, j; };
static int resume(struct coroutine *c) {
  switch (c->line) {
  case 0:
    for (c->i = 0; c->i < 2; ++c->i) {
      for (c->j = 0; c->j < 2; ++c->j) {
        c->line = 1;
        return c->i * 10 + c->j;
      case 1:;
      }
      if (c->i) {
        c->line = 2;
        return 77;
      case 2:;
      } else {
        c->line = 3;
        return 88;
      case 3:
        ;
      }
    }
  }
  c->line = -1;
  return -1;
}

static int into_if(int x) {
  int r = 0;
  switch (x)
    if (r > 5) {
    case 1:
      r += 1;
    } else
    default:
      r += 20;
  switch (x)
  while (r < 30) {
  case 2:
    r += 3;
    if (r % 2)
      continue;
  case 3:
    r += 5;
  }
  switch (x)
    for (r = 1; r < 9; ++r)
    case 4:
      if (r & 1)
      case 5:
        r += 2;
      else
        break;
  switch (x & 1)
  case 0:
  case 1:
    do
      ++r;
    while (r < 3);
  return r;
}

static int no_label(int x) {
  switch (x) {
    int unreachable;
    unreachable = 3;
    x += unreachable;
  }
  switch (x) ;
  switch (x++) {
  }
  return x;
}

int main(void) {
  static const char text[] = "the quick brown fox jumps over the lazy dog";
  struct coroutine c = {0, 0, 0};
  for (int n = 1; n < (int)sizeof text; n += 5) {
    char buffer[64] = "";
    copy(buffer, text, n);
    puts(buffer);
  }
  for (int i = 0; i < 8; ++i)
    printf("%d ", resume(&c));
  for (int i = 0; i < 8; ++i)
    printf("%d ", into_if(i));
  printf("%d\n", no_label(4));
  return 0;
}
