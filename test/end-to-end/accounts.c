// Several account for the time of a run: where the CPU time of the process and what its records tell of differ, it is said why.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c && export IPOINT_DB=%t/ipoint.db
// RUN: %ipoint_cc gcc -O1 program.c -o program
// RUN: %ipoint_run --switches=no -o sleeps -- ./program sleep && %ipoint_report json sleeps > sleeps.json
// RUN: FileCheck %s --check-prefix=SLEEPS --input-file=sleeps.json
// SLEEPS: "accounts": {
// SLEEPS: "differs": "off-cpu-unknown"
// RUN: %ipoint_report text sleeps | FileCheck %s --check-prefix=TEXT
// TEXT: took     elapsed {{.*}}, CPU {{.*}}, recorded
// TEXT: accounts sleeps: the records account for more than the CPU time: context
//
// RUN: %ipoint_run -o before -- ./program before && %ipoint_report json before > before.json
// RUN: FileCheck %s --check-prefix=BEFORE --input-file=before.json
// BEFORE: "differs": "not-recorded"
//
// RUN: %python -c "import json; t = json.load(open('sleeps.json'))['traces'][0]; a = t['accounts']; \
// RUN:   assert a['cpu_ns'] == 1000 * (t['user_us'] + t['system_us']) and a['recorded_ns'] > 200e6 and t['minor_faults'] > 0 and t['peak_memory'] > 1e5"
#include <string.h>
#include <time.h>
#include <unistd.h>

static int first(void) { return 1; }
static int last(void) { return 0; }

__attribute__((constructor, no_instrument_function)) static void before(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "before") == 0)
    while (clock() < CLOCKS_PER_SEC / 5)
      ;
}

int main(int argc, char **argv) {
  int one = first();
  if (argc > 1 && strcmp(argv[1], "sleep") == 0)
    usleep(250000);
  return last() * one;
}
