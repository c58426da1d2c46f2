/* A drain whose program sleeps does so too, but for a look now and then.

RUN: rm -rf %t.trace %t.db && env IPOINT_DB=%t.db %ipoint_cc %cc -O1 %s -o %t
RUN: bash %S/Inputs/drain-wakes.sh %ipoint_run -o %t.trace %t | FileCheck %s
CHECK: seldom
*/

#include <unistd.h>

static int first(int x) { return x ? 1 : 2; }

int main(void) {
  int result = first(0);
  sleep(3);
  return result == 1;
}
