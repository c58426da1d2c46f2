/* Path records: sums in place of probes, a record where a path ends. Without a warning at any level, and the program does what it did.
RUN: rm -rf %t && mkdir %t && cd %t
RUN: gcc -std=gnu89 -I%runtime_include %s -o plain && ./plain > plain.txt
RUN: for level in functions loops blocks decisions; do for timed in none functions loops blocks; do rm -f ipoint.db; %ipoint_instrument --db=ipoint.db --store=paths --level=$level --timed=$timed -o text.c %s -- -I%runtime_include || exit 1; for cc in gcc clang-19; do for o in -O0 -O1 -O2 -O3; do $cc -std=c89 -Wall -Wextra -Wshadow -pedantic -Werror $o text.c %link_runtime -o program && ./program > out.txt && cmp plain.txt out.txt || exit 1; done; done; done; done
RUN: %ipoint_instrument --db=ipoint.db --store=paths --timed=none %s -- -I%runtime_include > text.c && FileCheck --match-full-lines --strict-whitespace %s < text.c
RUN: %ipoint_instrument --db=ipoint.db --store=paths --timed=none --plan %s -- -I%runtime_include > plan.txt && FileCheck --check-prefix=PLAN --match-full-lines %s < plan.txt
RUN: %ipoint_instrument --db=ipoint.db --store=paths --timed=none --level=decisions %s -- -I%runtime_include > text.c && FileCheck --check-prefix=DECISIONS --match-full-lines --strict-whitespace %s < text.c
RUN: %ipoint_instrument --db=ipoint.db --store=paths --timed=functions --plan %s -- -I%runtime_include > plan.txt && FileCheck --check-prefix=TIMED --match-full-lines %s < plan.txt
*/

#include <ipoint/ipoint.h>
#include <stdio.h>
#include <stdlib.h>

/* Four paths, and one record, at the end: the function calls nothing. A branch without code adds no number to the sum.
CHECK:static int leaf(int a) { ipoint_sum ipoint_sum_1 = 0u;  {
CHECK:  if (a & 1) { ipoint_sum_1 += 2u;
CHECK:    a *= 3; } 
CHECK:  if (a & 2) { ipoint_sum_1 += 1u;
CHECK:    a += 7; } 
CHECK:  { ipoint_type_1 ipoint_value_1 = ( a); ipoint_path([[#]]u, ipoint_sum_1); return ipoint_value_1; }
PLAN:leaf:[[#]]:12
PLAN-NEXT:  untimed entry entry:[[#]]:12 sum from 0
PLAN-NEXT:  untimed then if.1/then:[[#]]:5 sum
PLAN-NEXT:  untimed join if.1/join:[[#]]:3 sum
PLAN-NEXT:  untimed then if.2/then:[[#]]:5 sum
PLAN-NEXT:  untimed join if.2/join:[[#]]:3 sum
PLAN-NEXT:  untimed exit return.1/exit:[[#]]:3 path
TIMED:leaf:[[#]]:12
TIMED-NEXT:  timed entry entry:[[#]]:12 record from 0
TIMED:  timed exit return.1/exit:[[#]]:3 path
*/
static int leaf(int a) {
  if (a & 1)
    a *= 3;
  if (a & 2)
    a += 7;
  return a;
}

/* One path: its number is 0, and no variable is needed.
CHECK:static int one(int a) {  {
CHECK:  { ipoint_type_2 ipoint_value_1 = ( a + 1); ipoint_untimed([[#]]u); return ipoint_value_1; }
TIMED:one:[[#]]:12
*/
static int one(int a) {
  return a + 1;
}

/* Each round of a loop is a path. What is called before the first of them makes a record at the entry necessary.
CHECK:static int rounds(int n) { ipoint_sum ipoint_sum_3 = 0u; ipoint_untimed([[#]]u); {
CHECK:  for (i = 0; i < n; i++) { ipoint_path([[#]]u, ipoint_sum_3); ipoint_sum_3 = [[#]]u; {
CHECK:    if (i == 3) {{{}} 
CHECK:      continue; } ipoint_sum_3 += [[#]]u;
CHECK:    s += leaf(i);
CHECK:  } } ipoint_sum_3 += 1u;
PLAN:rounds:[[#]]:12
PLAN-NEXT:  untimed entry entry:[[#]]:12 record from 0
PLAN:  untimed body for.1/body:[[#]]:5 path from 2
*/
static int rounds(int n) {
  int i, s = one(n) - n - 1;
  for (i = 0; i < n; i++) {
    if (i == 3)
      continue;
    s += leaf(i);
  }
  return s;
}

/* A path ends at a mark with a value, in front of it.
CHECK:  (ipoint_sum_path_value([[#]]u, &ipoint_sum_4, 0u, [[#]]u, (ipoint_word)(n)), IPOINT_MARK_VALUE("n", n));
CHECK:  (IPOINT_MARK("plain"));
TIMED:  untimed mark mark.1:[[#]]:3 "n" with a value path from {{[0-9]+}}
TIMED:  untimed mark mark.2:[[#]]:3 "plain" sum
*/
static int marked(int n) {
  if (n > 2)
    n = -n;
  IPOINT_MARK_VALUE("n", n);
  IPOINT_MARK("plain");
  return n - 1;
}

/* One ends where the function may not come back from, too.
PLAN:  untimed then if.1/then:[[#]]:5 path
PLAN-NEXT:  untimed join if.1/join:[[#]]:3 sum
*/
static int checked(int n) {
  if (n < 0)
    exit(n);
  if (n > 5)
    n = 7;
  return n;
}

/* In expressions sums are calls: nothing is said of the order in which operands are evaluated.
DECISIONS:  int n = ((ipoint_decision_1 = a && (ipoint_sum_path([[#]]u, &ipoint_sum_6, 0u, 1u), b), ipoint_sum_path([[#]]u, &ipoint_sum_6, 0u, 2u), ipoint_decision_1)) + ((ipoint_decision_2 = b && (ipoint_sum_path([[#]]u, &ipoint_sum_6, 0u, 3u), c), ipoint_sum_path([[#]]u, &ipoint_sum_6, 0u, 4u), ipoint_decision_2));
DECISIONS:    n += a ? b : (ipoint_sum_add(&ipoint_sum_6, 1u), c);
*/
static int decided(int a, int b, int c) {
  int n = (a && b) + (b && c);
  switch (n) {
  case 1:
    n += a ? b : c;
    break;
  default:
    n++;
  }
  return n;
}

int main(void) {
  int r = rounds(3);
  int l = leaf(3) + one(4);
  printf("%d %d %d %d %d\n", r, l, marked(5), checked(6), decided(1, 2, 3));
  return 0;
}
