/* What looks like a check, and is none; and checks in all forms.
   RUN: FileCheck %s --check-prefixes=ONE,TWO-B < %s && FileCheck < %s %t/made --check-prefix=MADE
   RUN: for each in FIRST SECOND; do \
   RUN:   FileCheck %s --check-prefix=$each < %s; done
   RUN: sh %S/Inputs/compare.sh %s THIRD
   REQUIRES: x86-64
   FIRST: first
   SECOND-EMPTY:
   THIRD{LITERAL}: [[third]]
   MADE: here, too */
#define LETTERS case 'a': case 'b' /* TWO-B-NOT: both */
int main(int count, char **values) {
  switch (**values) { LETTERS: break; }
  return count; /* AT: two letters; SYS_EXIT: not upper-case only */
} // ONE-COUNT-3: one
