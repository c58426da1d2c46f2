/* Facts of all sources about one program: markers, pragmas, the config file, YAML and FFX. Those that its run has violated are reported with
 * their places and numbers, and no others.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: for cc in gcc clang-19; do rm -f ipoint.db; env IPOINT_STORE=blocks IPOINT_TIMED=blocks %ipoint_cc $cc -O1 -I%runtime_include -Wno-unknown-pragmas main.c -o main && %ipoint_run -o trace -- ./main && %python %S/Inputs/worst-facts.py %ipoint_report work trace || exit 1; done
 */
#include "ipoint/ipoint.h"

static volatile int sink;

static void on_timer(void) { sink++; }
static void on_uart(void) { sink--; }
static void never(void) { sink = 0; }
static void (*const handlers[])(void) = {on_timer, on_uart, never};

static int walk(int n) { return n ? walk(n - 1) + 1 : 0; }

static void triangle(int n) {
  _Pragma("loopbound min 3 max 8")
  for (int i = 0; i < n; i++) {
    IPOINT_LOOP_BOUND(8);
    _Pragma("marker outer") sink += i;
    _Pragma("loopbound min 0 max 7")
    for (int k = 0; k < i; k++) {
      _Pragma("marker inner") sink += k;
    }
  }
  _Pragma("flowrestriction 1*inner <= 2*outer")
}

static void search(int n) {
  _Pragma("loopbound min 1 max 4")
  while (1) {
    if (--n < 0)
      break;
    sink++;
  }
}

void work(int n) {
  if (n & 8)
    sink++;
  if (n & 1)
    sink--;
  handlers[n & 1]();
  handlers[n >> 3]();
  triangle(n);
  triangle(5);
  search(4);
  walk(n);
}

int main(void) {
  work(8);
  return 0;
}
// REQ: IP-REQ-071
