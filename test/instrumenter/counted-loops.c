/* Loops with one way round are counted: a path through one has its count beside its number, and there is no record for each round.
RUN: rm -rf %t && mkdir %t && cd %t
RUN: gcc -std=gnu89 %s -o plain && ./plain > plain.txt
RUN: for level in loops blocks decisions; do for timed in none functions; do rm -f ipoint.db; %ipoint_instrument --db=ipoint.db --store=paths --level=$level --timed=$timed -o text.c %s || exit 1; for cc in gcc clang-19; do for o in -O0 -O1 -O2 -O3; do $cc -std=c89 -Wall -Wextra -Wshadow -pedantic -Werror -Wno-implicit-fallthrough $o text.c %link_runtime -o program && ./program > out.txt && cmp plain.txt out.txt || exit 1; done; done; done; done
RUN: %ipoint_instrument --db=ipoint.db --timed=none %s > text.c && FileCheck --match-full-lines --strict-whitespace %s < text.c
RUN: %ipoint_instrument --db=ipoint.db --timed=none --plan %s > plan.txt && FileCheck --check-prefix=PLAN --match-full-lines %s < plan.txt
RUN: sh %S/Inputs/encodings-agree.sh %ipoint_bin %python blocks %s -O2 -w
RUN: sh %S/Inputs/encodings-agree.sh %ipoint_bin %python decisions %s -O0 -w
RUN: sh %S/Inputs/encodings-agree.sh %ipoint_bin %python loops %s -O1 -w
*/

#include <stdio.h>

static int values[16] = {4, 1, 7, 3, 3, 9, 0, 2, 8, 8, 5, 6, 1, 1, 2, 0};

/* One record for each call, whose count is that of the body.
CHECK:static int sum(int n) { ipoint_rounds ipoint_rounds_1 = 0u;  {
CHECK:  for (i = 0; i < n; i++) { ipoint_rounds_1++;
CHECK:    s += values[i]; } 
CHECK:  { ipoint_type_1 ipoint_value_1 = ( s); ipoint_path_counted([[#]]u, 0u, ipoint_rounds_1, 0u); return ipoint_value_1; }
PLAN:sum:[[#]]:12
PLAN-NEXT:  untimed entry entry:[[#]]:12 sum from 0
PLAN-NEXT:  untimed condition for.1/condition:[[#]]:15 sum
PLAN-NEXT:  untimed body for.1/body:[[#]]:5 count
PLAN-NEXT:  untimed join for.1/join:[[#]]:3 sum
PLAN-NEXT:  untimed exit return.1/exit:[[#]]:3 path
*/
static int sum(int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    s += values[i];
  return s;
}

/* A record has one count: what comes between two loops ends a path.
PLAN:two:[[#]]:12
PLAN:  untimed body for.1/body:[[#]]:5 count
PLAN-NEXT:  untimed join for.1/join:[[#]]:3 path from 1
PLAN-NEXT:  untimed condition for.2/condition:[[#]]:15 sum
PLAN-NEXT:  untimed body for.2/body:[[#]]:5 count
*/
static int two(int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    s += values[i];
  for (i = 0; i < n; i++)
    s ^= values[i];
  return s;
}

/* Where nothing comes between them, the second one is not counted.
PLAN:direct:[[#]]:12
PLAN:  untimed body while.1/body:[[#]]:5 count
PLAN:  untimed body while.2/body:[[#]]:5 path from {{.*}}
*/
static int direct(int n) {
  const int *at = values;
  while (*at > n)
    at++;
  while (*at)
    at++;
  return (int)(at - values);
}

/* Each round of the outer loop has one record.
PLAN:nested:[[#]]:12
PLAN:  untimed body for.1/body:[[#]]:5 path from {{.*}}
PLAN:  untimed body for.1/body/for.1/body:[[#]]:7 count
PLAN-NEXT:  untimed join for.1/body/for.1/join:[[#]]:{{.*}} sum
*/
static int nested(int n) {
  int i, j, s = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      s += values[j] * i;
  return s;
}

/* A loop may be left in several ways, and the head may be what counts.
PLAN:find:[[#]]:12
PLAN:  untimed body for.1/body:[[#]]:{{.*}} count
PLAN:half:[[#]]:12
PLAN:  untimed body do.1/body:[[#]]:{{.*}} count
*/
static int find(int n) {
  int i;
  for (i = 0; i < 16; i++) {
    if (values[i] == n)
      break;
    if (values[i] > 8)
      return -i;
  }
  return i;
}
static int half(int n) {
  int s = 0;
  do {
    s += n;
    if (s > 1000)
      break;
    n /= 2;
  } while (n);
  if (s % 2)
    s++;
  return s;
}

/* A label counts, too.
PLAN:again:[[#]]:12
PLAN:  untimed label label.next:[[#]]:{{.*}} count
*/
static int again(int n) {
  int s = 0;
next:
  s += n;
  if (--n > 0)
    goto next;
  return s;
}

/* Below decisions the condition has one way.
PLAN:decided:[[#]]:12
PLAN:  untimed body while.1/body:[[#]]:{{.*}} count
*/
static int decided(int n) {
  int s = 500;
  while (s > 100 && n > 3)
    s -= n;
  return s;
}

/* Not what has two ways round, calls something, has no end or is entered in the middle.
PLAN:not_counted:[[#]]:12
PLAN-NOT:  untimed {{.*}} count
PLAN:main:{{.*}}
*/
static int not_counted(int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    if (values[i] > 3)
      s++;
  for (i = 0; i < n; i++)
    s += again(i);
  switch (n & 3) {
  case 0:
    do {
      s++;
      /* fall through */
    case 1:
      s += 3;
    } while (s < 40);
  }
  if (s < 0)
    for (;;)
      ;
  return s;
}

int main(void) {
  int n;
  for (n = 0; n < 12; n++)
    printf("%d %d %d %d %d %d %d %d %d\n", sum(n), two(n), direct(n), nested(n), find(n), half(n), again(n), decided(n), not_counted(n));
  return 0;
}
/* REQ: IP-REQ-012 */
