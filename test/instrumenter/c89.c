/* Declarations come first, and nothing that is put in changes that.
   RUN: sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c89 -pedantic -Wall -Wextra -Wdeclaration-after-statement -Werror
*/
#include <stdio.h>

static int count(const int *values, int length)
{
  int i, sum = 0;
  for (i = 0; i < length; i++) {
    int value = values[i];
    if (value > 2) {
      int twice = 2 * value;
      sum += twice;
    }
  }
  while (sum > 100) {
    int step = 7;
    sum -= step;
  }
  switch (sum % 3) {
  case 0: {
    int zero = 0;
    return zero;
  }
  default:
    break;
  }
  return sum;
}

int main(void)
{
  static const int values[] = {1, 2, 3, 4, 50, 60};
  printf("%d\n", count(values, 6));
  return 0;
}
