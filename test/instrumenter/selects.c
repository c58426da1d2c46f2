/* What is counted for arms that compilers evaluate without a branch is added behind the condition.
RUN: rm -rf %t && mkdir %t && cd %t
RUN: gcc -std=gnu89 %s -o plain && ./plain > plain.txt
RUN: for store in paths sums; do for timed in none auto; do rm -f ipoint.db; %ipoint_instrument --db=ipoint.db --store=$store --timed=$timed -o text.c %s -- -O2 || exit 1; for cc in gcc clang-19; do for o in -O0 -O2 -O3; do $cc -std=c89 -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -pedantic -Werror $o text.c %link_runtime -o program && ./program > out.txt && cmp plain.txt out.txt || exit 1; done; done; done; done
RUN: %ipoint_instrument --db=ipoint.db --store=sums --timed=none %s -- -O2 > text.c && FileCheck --match-full-lines --strict-whitespace %s < text.c
Not where the compiler does not optimise:
RUN: %ipoint_instrument --db=ipoint.db --store=sums --timed=none %s > text.c && grep -q 'ipoint_sum_2 += ' text.c && ! grep -q "ipoint_[t]aken_2" text.c
RUN: sh %S/Inputs/encodings-agree.sh %ipoint_bin %python blocks %s -O2 -w
RUN: sh %S/Inputs/encodings-agree.sh %ipoint_bin %python decisions %s -O3 -w
*/
#include <stdio.h>

/* Both ways round the loop have a count.
CHECK:static unsigned crc({{.*}} unsigned ipoint_taken_[[#F:]];{{.*}}
CHECK:    if ((ipoint_taken_[[#F]] = !!(value & 0x8000u), ipoint_rounds_[[#F]]_1 += ipoint_taken_[[#F]], ipoint_rounds_[[#F]] += (1u - ipoint_taken_[[#F]]), ipoint_taken_[[#F]])) {{{.*}}
CHECK-NEXT:      value = value << 1 ^ 0x1021u;{{.*}}
CHECK-NEXT:    else {{{ *}}
CHECK-NEXT:      value = value << 1;{{.*}}
*/
static unsigned crc(unsigned value, int bits) {
  int i;
  for (i = 0; i < bits; i++) {
    if (value & 0x8000u)
      value = value << 1 ^ 0x1021u;
    else
      value = value << 1;
  }
  return value & 0xffffu;
}

/* A number of a path.
CHECK:static int greatest({{.*}} unsigned ipoint_taken_[[#F:]];{{.*}}
CHECK:  if ((ipoint_taken_[[#F]] = !!(a < b), ipoint_sum_[[#F]] += [[#]]u * ipoint_taken_[[#F]], ipoint_taken_[[#F]])) {{{.*}}
CHECK-NEXT:    a = b;{{.*}}
CHECK:  if ((ipoint_taken_[[#F]] = !!(b & 1), ipoint_sum_[[#F]] += [[#]]u * ipoint_taken_[[#F]], ipoint_taken_[[#F]])) {{{.*}}
CHECK:  if ((ipoint_taken_[[#F]] = !!(d > 0.2), ipoint_sum_[[#F]] += [[#]]u * ipoint_taken_[[#F]], ipoint_taken_[[#F]])) {{{.*}}
*/
static int greatest(int a, int b, double d) {
  int n = 0;
  if (a < b)
    a = b;
  if (b & 1) {
    n++;
    a += 2;
  }
  if (d > 0.2)
    n |= 4;
  return a + n;
}

struct flags {
  unsigned on : 1, level : 3;
};
static int count;

/* Not these: a call, memory, a division, a decision, three statements, a variable that has no value yet, an effect, a volatile one, what is seldom equal.
CHECK:static int others({{.*}} unsigned ipoint_taken_[[#F:]];{{.*}}
CHECK:  if (a > 1) { ipoint_count_path({{.*}}
CHECK:  if (a > 2) { ipoint_sum_{{.*}}
CHECK:  if (a > 3) { ipoint_sum_{{.*}}
CHECK:  if (a > 4 && b) { ipoint_sum_{{.*}}
CHECK:  if (a > 5) { ipoint_sum_{{.*}}
CHECK:  if (a > 6) { ipoint_sum_{{.*}}
CHECK:  if (b++ > 7) { ipoint_sum_{{.*}}
CHECK:  if (a > 8) { ipoint_sum_{{.*}}
CHECK:  if (a == 9) { ipoint_sum_{{.*}}
CHECK:  if (p) { ipoint_sum_{{.*}}
CHECK:  if ((ipoint_taken_[[#F]] = !!((a & 3) == 2), {{.*}}
CHECK:  if ((ipoint_taken_[[#F]] = !!(f.level > 2), {{.*}}
*/
static int others(int a, int b, int *p, struct flags f) {
  int later, again = 0;
  volatile int shared = 0;
  later = 0;
  if (a > 1)
    again = (int)crc((unsigned)a, b);
  if (a > 2)
    count += 3;
  if (a > 3)
    again = again / a;
  if (a > 4 && b)
    again++;
  if (a > 5) {
    again++;
    a++;
    b++;
  }
  if (a > 6)
    later = 5;
  if (b++ > 7)
    again++;
  if (a > 8)
    shared = 4;
  if (a == 9)
    again++;
  if (p)
    again += 2;
  if ((a & 3) == 2)
    again += (int)f.on;
  if (f.level > 2)
    a = b;
  else
    b = a + 1;
  return later + again + shared + a + b;
}

int main(void) {
  int i, sum = 0;
  struct flags f;
  for (i = 0; i < 40; i++) {
    f.on = (unsigned)i & 1u;
    f.level = (unsigned)i / 5u & 7u;
    sum += greatest(i, 20 + i % 2, i % 3 ? 0.5 : 0.0) + others(i % 11, i, &i, f);
    sum ^= (int)crc((unsigned)(i * 977), i & 15);
  }
  printf("%d %d\n", sum, count);
  return 0;
}
