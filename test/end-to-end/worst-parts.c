/* The longest path of parts of a function: iterations of the loop of a task, which never returns, and what lies between two marks. Where the
 * ends of a part have no record, in path records, it is the same part.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: for store in blocks paths; do rm -f ipoint.db; env IPOINT_STORE=$store IPOINT_TIMED=blocks %ipoint_cc gcc -O1 -I%runtime_include main.c -o main && %ipoint_run -o trace -- ./main && %python %S/Inputs/worst-parts.py %ipoint_report trace || exit 1; done
 * RUN: %ipoint_report worst task/for.1 trace | FileCheck %s --check-prefix=LOOP
 * LOOP: {{^}}task/for.1: WCET estimate {{.*}} x the longest of 20{{( |$)}}
 * LOOP: observed iterations
 * LOOP: incomplete iteration of the root
 * RUN: %ipoint_report worst 'woken..done' trace | FileCheck %s --check-prefix=MARKS
 * MARKS: {{^}}task/woken..done: WCET estimate {{.*}} x the longest of 15{{( |$)}}
 * MARKS: observed executions
 * MARKS: incomplete executions of the root
 * RUN: %ipoint_report worst woken..done trace --to=html --single-file && grep -q '<title>Longest path of task/woken..done' ipoint-worst.html
 * Of a part without an estimate the report has a card with the reason.
 * RUN: %ipoint_report html trace --worst deep..up -o report 2>&1 | FileCheck %s --check-prefix=CARD
 * RUN: env -u IPOINT_TIMED IPOINT_DB=%t/counted.db %ipoint_cc gcc -O1 -I%runtime_include main.c -o counted && %ipoint_run -o counted.trace -- ./counted && %ipoint_report worst work counted.trace --width=300 | FileCheck --check-prefix=COUNTED %s
 * COUNTED: calls were only counted: what whole runs add up to bounds each call, less tightly than records of single calls do, which IPOINT_TIMED=functions or blocks makes{{$}}
 * CARD: twice/deep..up: its function calls itself
 */
#include "ipoint/ipoint.h"
#include <stdlib.h>

static volatile int sink;

static void step(void) { sink++; }
static void log_state(void) { sink--; }
static void wait(void) { sink += 2; }

static int work(int n) {
  for (int i = 0; i < n; i++)
    step();
  return n;
}

static void twice(int n) {
  if (n)
    twice(n - 1);
  IPOINT_MARK("deep");
  step();
  IPOINT_MARK("up");
}

__attribute__((used)) static void stuck(void) {
  for (;;) {
    step();
    for (;;)
      wait();
  }
}

static void task(void) {
  log_state();
  for (int round = 0;; round++) {
    wait();
    if (round == 20)
      exit(0);
    IPOINT_MARK("woken");
    if (round % 4 == 3)
      continue;
    work(round % 3);
    if (round & 1)
      log_state();
    IPOINT_MARK("done");
    work(round & 2);
    log_state();
  }
}

int main(void) {
  twice(2);
  task();
  return 0;
}
// REQ: IP-REQ-070
