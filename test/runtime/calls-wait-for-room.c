// Between windows, too, a thread that times calls waits where its ring is full: none is lost.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s calls.c
// RUN: env IPOINT_DB=%t/db IPOINT_TIMED=auto IPOINT_STORE=sums %ipoint_cc gcc -O2 calls.c -o calls
// RUN: env IPOINT_RING_SIZE=64K %ipoint_run --overhead=100 -o trace -- ./calls 2>&1 | FileCheck %s
// CHECK: ipoint-run: {{[0-9,]+}} records of 1 thread in trace (0 lost)

__attribute__((noinline)) static unsigned work(unsigned n) {
  for (volatile unsigned i = 0; i < 400; ++i)
    n = n * 3 + i;
  return n;
}

__attribute__((noinline)) static unsigned lasts(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 2; ++i)
    sum += work(n + i);
  return sum;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 100000; ++i)
    sum += lasts(i);
  return sum == 1;
}
