// The checker reports each plan that the text violates, with the violated rule.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s good.c
// RUN: %ipoint_instrument --db=ipoint.db good.c -o text.c
// RUN: FileCheck --check-prefix=TEXT %s < text.c
// RUN: cp text.c good.c && %ipoint_check_plan --instrumented --db=ipoint.db good.c -- -I%runtime_include > good.txt
// RUN: FileCheck --check-prefix=GOOD %s < good.txt
// GOOD: 0 violations
static int calls;

// An ipoint less, behind a branch.
static int choose(int x) {
  if (x > 0)
    x += 2;
  x *= 3;
  return x;
}
// TEXT-DAG: {{^}}  if (x > 0) { ipoint_timed(257u);{{$}}
// TEXT-DAG: {{^}}    x += 2; } ipoint_timed(258u);{{$}}
// RUN: sed 's/ipoint_timed(258u);//' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=JOIN %s < bad.txt
// JOIN-DAG: good.c:14: choose: one-block: lies in the blocks of 256 (entry, line 11), 257 (if.1/then, line 13)
// JOIN-DAG: choose: transition: the plan has none from 256 (entry, line 11) to 259 (return.1/exit, line 15)
// JOIN-DAG: choose: missing: its ipoint if.1/join of line 14 is in the text 0 times
// JOIN: functions, {{[0-9]+}} blocks, 4 violations

// An ipoint less, in a branch: two paths lead from the entry to the join.
// RUN: sed 's/ipoint_timed(257u);//' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=THEN %s < bad.txt
// THEN-DAG: choose: one-path: more than one path leads here from 256 (entry, line 11)
// THEN-DAG: choose: missing: its ipoint if.1/then
// THEN: blocks, 2 violations

// Two ipoints changed places.
// RUN: sed 's/257u/999u/; s/258u/257u/; s/999u/258u/' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=SWAPPED %s < bad.txt
// SWAPPED-DAG: choose: transition: the plan has none from 258 (if.1/join, line 14) to 257 (if.1/then, line 13)
// SWAPPED-DAG: choose: transition: the plan has none from 257 (if.1/then, line 13) to 259 (return.1/exit, line 15)

// An ipoint behind the code that it stands for.
// RUN: sed 's/ipoint_timed(257u);//; s/x += 2; }/x += 2; ipoint_timed(257u); } calls++;/' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=MOVED %s < bad.txt
// MOVED: good.c:13: choose: one-block: lies in the blocks of 256 (entry, line 11), 257

// A loop without ipoints.
static int count(int n) {
  int sum = 0;
  while (n-- > 0)
    sum += n;
  return sum;
}
// RUN: sed 's/ipoint_timed(261u), //; s/ipoint_timed(262u);//' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=LOOP %s < bad.txt
// LOOP: count: no-cycle: can be reached again from itself without an ipoint, behind 260 (entry

// No entry in front of the code, no exit behind it.
// RUN: sed 's/ipoint_timed(260u);//' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=ENTRY %s < bad.txt
// ENTRY: count: entry: reached before any entry ipoint
// RUN: sed 's/ipoint_timed(264u);//' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=EXIT %s < bad.txt
// EXIT: count: exit: the function ends in the block of 263 (while.1/join, line 53)

// A function without any, and one that is broken.
// RUN: sed -E '/^static int count/,/^}/s/ipoint_timed\([0-9]+u\)/0/' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=NONE %s < bad.txt
// NONE: count: missing: its ipoint entry of line 49 is in the text 0 times
// RUN: sed 's/sum += n/sum += nothing/' text.c > bad.c
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db bad.c -- -I%runtime_include > bad.txt
// RUN: FileCheck --check-prefix=BROKEN %s < bad.txt
// BROKEN: count: text: does not parse: use of undeclared identifier 'nothing'

int main(void) { return choose(count(3)) + calls; }

// Calls that make no sense.
// RUN: not %ipoint_check_plan nowhere.c 2>&1 | FileCheck --check-prefix=NOWHERE %s
// NOWHERE: ipoint-check-plan: error: {{.*}}nowhere.c
// RUN: not %ipoint_check_plan --instrumented good.c 2>&1 | FileCheck --check-prefix=NODB %s
// NODB: ipoint-check-plan: error: --instrumented needs --db
// RUN: not %ipoint_check_plan --instrumented --db=ipoint.db %s 2>&1 | FileCheck --check-prefix=FOREIGN %s
// FOREIGN: no unit of ipoint.db fits this text
