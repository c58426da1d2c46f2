// Where most functions are shorter than what their probes hide, the report names the choice that has fewer.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for timed in blocks functions; do IPOINT_DB=%t/$timed.db IPOINT_TIMED=$timed %ipoint_cc gcc -O1 -w %s -o $timed && %ipoint_run -o $timed.trace -- ./$timed 2>> err && %ipoint_report text $timed.trace | tr -s ' \n' ' ' > $timed.txt || exit 1; done
// RUN: FileCheck %s --input-file=blocks.txt
// CHECK: that is {{[2-4]}} of {{[34]}} functions: a build with IPOINT_TIMED=functions has fewer probes in them, and counts as much
// RUN: not grep 'IPOINT_TIMED=functions has' functions.txt
volatile int sink;
#define TINY(name)                                                                                                     \
  __attribute__((noinline)) static void name(int n) {                                                                  \
    if (n & 1)                                                                                                         \
      sink = n;                                                                                                        \
    else                                                                                                               \
      sink = -n;                                                                                                       \
  }
TINY(one)
TINY(two)
TINY(three)

int main(void) {
  for (int n = 0; n < 1000; ++n)
    one(n), two(n), three(n);
  return 0;
}
