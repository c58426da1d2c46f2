// Tables of addresses, of differences between labels, and a goto whose target is an expression with a decision.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
#include <stdio.h>

enum { STOP, INC, DBL, JNZ, DEC };

static int interpret(const signed char *code, int value) {
  static void *const table[] = {&&stop, &&increment, &&twice, &&jump, &&decrement};
  const signed char *pc = code;
  int count = 3;
#define NEXT goto *table[(int)*pc++]
  NEXT;
increment:
  ++value;
  NEXT;
twice:
  value *= 2;
  NEXT;
decrement:
  --count;
  NEXT;
jump:
  pc += count > 0 ? *pc : 1;
  NEXT;
stop:
  return value;
}

static int differences(int which) {
  static const int offsets[] = {&&first - &&first, &&second - &&first, &&third - &&first};
  int result = 0;
  goto *(&&first + offsets[which]);
first:
  result += 1;
second:
  result += 10;
third:
  result += 100;
  return result;
}

static int chosen(int a) {
  void *target = a > 2 ? &&large : &&small;
  for (int i = 0; i < 3; ++i) {
    if (i == 1)
      goto *(a == 5 ? &&out : target);
  back:
    a += i;
  }
  return a;
small:
  a -= 10;
  goto back;
large:
  a += 10;
  target = &&back;
  goto *target;
out:
  return -1;
}

int main(void) {
  static const signed char code[] = {INC, DBL, DEC, JNZ, -4, STOP};
  printf("%d", interpret(code, 1));
  for (int i = 0; i < 3; ++i)
    printf(" %d", differences(i));
  for (int i = 0; i < 7; ++i)
    printf(" %d", chosen(i));
  puts("");
  return 0;
}
