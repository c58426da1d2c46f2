// A profile of one build chooses what the next one times: what lasts, by blocks or at entry and exit; what is short, not at all.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c && export IPOINT_DB=%t/ipoint.db
// RUN: %ipoint_cc gcc -O1 program.c -o program && %ipoint_run -o trace -- ./program
// RUN: %ipoint_report export --to=profile trace -o ipoint.profile && FileCheck %s --input-file=ipoint.profile
// CHECK: # timed: {{[0-9]+}} functions by blocks, {{[0-9]+}} by loops, {{[0-9]+}} at entry and exit, of 4 that ran
// CHECK: # expected: {{[0-9]+\.[0-9]+}} times the plain program (1.50 allowed), {{.*}}; its time is the sum of corrected times, for want of --baseline
// CHECK: {{^}}timed: none
// CHECK-NOT: "tiny"
// CHECK: - functions: "lasts"
// CHECK-NEXT: files: "{{.*}}/program.c"
// CHECK-NEXT: timed: {{blocks|loops|functions}}  # {{[0-9]+}} ticks
// CHECK-NOT: "tiny"
//
// The next build: all is counted, and of the two the one has times.
// RUN: rm ipoint.db && env IPOINT_TIMED=auto IPOINT_PROFILE=ipoint.profile %ipoint_cc gcc -O1 program.c -o program
// RUN: %ipoint_run -o trace -- ./program && %ipoint_report json --all trace -o after.json
// RUN: %python -c "import json; f = {x['name']: x for x in json.load(open('after.json'))['functions']}; \
// RUN:   print([(n, f[n]['calls'], f[n]['inclusive'] is not None) for n in ('lasts', 'tiny')])" | FileCheck %s --check-prefix=AFTER
// AFTER: [('lasts', 20, True), ('tiny', 100000, False)]
//
// Options choose the same; and where there is no profile, auto times all blocks, in windows.
// RUN: %ipoint_instrument --plan --timed=auto --profile=ipoint.profile program.c -- | FileCheck %s --check-prefix=PLAN
// PLAN: tiny
// PLAN: untimed {{.*}}entry
// PLAN: lasts
// PLAN: timed {{.*}}entry
// RUN: %ipoint_instrument --plan --timed=auto program.c -- | FileCheck %s --check-prefix=AUTO
// AUTO: timed entry
// AUTO-NOT: untimed
// RUN: %ipoint_instrument --plan --timed=functions --profile=ipoint.profile program.c -- > with.txt
// RUN: %ipoint_instrument --plan --timed=functions program.c -- | diff with.txt -
//
// RUN: echo 'rules: []' > empty.profile
// RUN: not %ipoint_instrument --plan --timed=auto --profile=empty.profile program.c -- 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: empty.profile: no profile: it does not say what is timed; make one by ipoint-report export --to=profile
// RUN: not %ipoint_instrument --plan --timed=auto --profile=none.profile program.c -- 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: none.profile: {{.*}}o such file
// RUN: not %ipoint_report export --to=profile --overhead=1 trace 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: ipoint-report: error: --overhead: '1' is not more than 1 and at most 1000
// RUN: not %ipoint_report export --to=folded --overhead=2 trace 2>&1 | FileCheck %s --check-prefix=FOLDED
// FOLDED: --overhead is not for --to=folded
//
// Nothing was timed: there is nothing to choose by.
// RUN: rm ipoint.db && env IPOINT_TIMED=none %ipoint_cc gcc -O1 program.c -o program && %ipoint_run -o untimed -- ./program
// RUN: not %ipoint_report export --to=profile untimed -o nothing.profile 2>&1 | FileCheck %s --check-prefix=UNTIMED
// UNTIMED: nothing is timed in these traces
// RUN: not test -e nothing.profile
#include <stdint.h>
static volatile uint32_t sink;

__attribute__((noinline)) static void tiny(uint32_t x) {
  sink = x;
}

#define STEP x = x * 2654435761u ^ x >> 7;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

// Each round waits for a thousand steps: no probe is a tenth of it.
__attribute__((noinline)) static uint32_t lasts(uint32_t x) {
  for (int i = 0; i < 500; i++) {
    HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
  }
  return x;
}

__attribute__((noinline)) static void calls(void) {
  for (uint32_t i = 0; i < 100000; i++)
    tiny(i);
}

int main(void) {
  uint32_t x = 1;
  for (int i = 0; i < 20; i++)
    x = lasts(x);
  calls();
  return x == 0;
}
