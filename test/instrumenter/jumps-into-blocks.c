// goto into and out of loops, blocks, conditions' branches, statement expressions' neighbours, and scopes of arrays whose
// size is not constant.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
#include <stdio.h>

static int into_loop(int n) {
  int i = 5, sum = 0;
  if (n > 2)
    goto inside;
  for (i = 0; i < n; ++i) {
    sum += 1;
  inside:
    sum += 10;
    if (sum > 60)
      goto behind;
  }
  if (n == 4)
    goto inside_while;
behind:
  while (n > 0) {
    --n;
    if (n == 1) {
    inside_while:
      sum += 100;
      goto next;
    }
    sum += 1000;
  next:;
  }
  do {
    if (n++ == 2)
      goto leave;
  } while (n < 4);
leave:
  return sum;
}

static int into_branches(int n) {
  int r = 0;
  switch (n) {
  case 0: goto then;
  case 1: goto otherwise;
  case 2: goto block;
  case 3: goto in_switch;
  }
  if (n > 5) {
  then:
    r += 1;
  } else {
  otherwise:
    r += 2;
  }
  {
    int hidden;
  block:
    hidden = 4;
    r += hidden;
  }
  switch (r) {
  case 3:
    r += 8;
    break;
  in_switch:
    r += 16;
    /* fall through */
  default:
    r += 32;
  }
  return r;
}

static int arrays(int n) {
  int turns = 0, total = 0;
again:;
  int size = n + turns;
  {
    int a[size];
    for (int i = 0; i < size; ++i) {
      int b[i + 1];
      b[i] = i;
      a[i] = b[i] * 2;
      if (a[i] > 14)
        goto out;
      if (a[i] == 6)
        continue;
      total += a[i] + (int)sizeof b;
    }
    if (++turns < 3)
      goto again;
  }
out:
  return total * 10 + turns;
}

// Both ways through one label, from in front and from behind.
static int both_ways(int n) {
  int seen = 0;
  goto middle;
first:
  seen = seen * 10 + 1;
  if (n-- > 0)
    goto last;
middle:
  seen = seen * 10 + 2;
  if (seen < 1000)
    goto first;
last:
  return seen;
}

int main(void) {
  for (int i = 0; i < 8; ++i)
    printf("%d %d %d %d\n", into_loop(i), into_branches(i), arrays(i), both_ways(i));
  return 0;
}
