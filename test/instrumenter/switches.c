// RUN: rm -f %t*.db && %ipoint_instrument --db %t.db --plan %s | FileCheck %s
// RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -Wshadow -pedantic -Werror
#include <stdio.h>

// Labels in a row are one ipoint, and a comment that excuses falling through still does.
// CHECK-LABEL: classify:
// CHECK-NEXT: timed entry entry:
// CHECK-NEXT: timed case switch.1/case.1:
// CHECK-NEXT: timed case switch.1/case.2:
// CHECK-NEXT: timed then switch.1/if.1/then:
// CHECK-NEXT: timed case switch.1/case.3:
// CHECK-NEXT: timed default switch.1/default:
// CHECK-NEXT: timed exit switch.1/return.1/exit:
// CHECK-NEXT: timed join switch.1/join:
static int classify(int x) {
  int result = 0;
  switch (x) {
  case 1:
  case 2:
    ++result;
    /* fall through */
  case 3:
    if (x == 3)
      result += 10;
    break;
  case 4:
    result = 44;
    break;
  default:
    return -1;
  }
  return result;
}

// Duff's device.
static int copy(char *to, const char *from, int count) {
  int turns = (count + 3) / 4;
  if (!count)
    return 0;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++; /* fall through */
    case 3:
      *to++ = *from++; /* fall through */
    case 2:
      *to++ = *from++; /* fall through */
    case 1:
      *to++ = *from++;
    } while (--turns > 0);
  }
  return count;
}

static int unbraced(int x) {
  switch (x)
  case 3:
    return 30;
  return x;
}

int main(void) {
  char buffer[16] = "";
  for (int i = 0; i < 6; ++i)
    printf("%d ", classify(i));
  printf("%d %d %d %s\n", copy(buffer, "instrument", 11), unbraced(3), unbraced(4), buffer);
  return 0;
}
// REQ: IP-REQ-002
