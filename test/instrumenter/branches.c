// Probes stand in nested blocks, lines stay where they were, and the program does what it did.
// RUN: rm -f %t.db
// RUN: %ipoint_instrument --db %t.db %s -o %t.c
// RUN: FileCheck --match-full-lines --strict-whitespace %s --input-file=%t.c
// RUN: sh %S/Inputs/same-output.sh %s %t.c %t "%cc -std=c99 -Wall -Wextra -Wshadow -pedantic -Wno-dangling-else -Werror" "%link_runtime"
// RUN: sh %S/Inputs/same-output.sh %s %t.c %t "%clang -std=c99 -Wall -Wextra -Wshadow -pedantic -Wno-dangling-else -Werror" "%link_runtime"
#include <stdio.h>

//      CHECK:static int sign(int x)
// CHECK-NEXT:{ ipoint_timed(256u); {
// CHECK-NEXT:  if (x < 0) { ipoint_timed(257u);
// CHECK-NEXT:    { ipoint_type_1 ipoint_value_1 = ( -1); ipoint_timed(258u); return ipoint_value_1; } }
// CHECK-NEXT:  else { ipoint_timed(259u); if (x == 0) { ipoint_timed(260u);
// CHECK-NEXT:    { ipoint_type_1 ipoint_value_2 = ( 0); ipoint_timed(261u); return ipoint_value_2; } } } ipoint_timed(262u);
// CHECK-NEXT:  { ipoint_type_1 ipoint_value_3 = ( 1); ipoint_timed(263u); return ipoint_value_3; }
// CHECK-NEXT:} }{{.*}}
static int sign(int x)
{
  if (x < 0)
    return -1;
  else if (x == 0)
    return 0;
  return 1;
}

// The join of the inner if is that of the outer one.
//      CHECK:static void both(int a, int b)
// CHECK-NEXT:{ ipoint_timed(264u); {
// CHECK-NEXT:  if (a) { ipoint_timed(265u);
// CHECK-NEXT:    if (b) { ipoint_timed(266u);
// CHECK-NEXT:      puts("both"); }
// CHECK-NEXT:    else { ipoint_timed(267u);
// CHECK-NEXT:      puts("a"); } } ipoint_timed(268u);
// CHECK-NEXT:  puts("done");
// CHECK-NEXT:} ipoint_timed(269u); }{{.*}}
static void both(int a, int b)
{
  if (a)
    if (b)
      puts("both");
    else
      puts("a");
  puts("done");
}

int main(void) {
  both(1, 1);
  both(1, 0);
  both(0, 1);
  printf("%d %d %d line %d\n", sign(-5), sign(0), sign(5), __LINE__);
  return 0;
}
// REQ: IP-REQ-002
