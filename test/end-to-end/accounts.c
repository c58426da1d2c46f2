// Several sources account for the time of a run: if the CPU time of the process and that of its records differ, the report states why.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c && export IPOINT_DB=%t/ipoint.db
// RUN: %ipoint_cc gcc -O1 program.c -o program
// RUN: %ipoint_run --switches=no -o sleeps -- ./program sleep && %ipoint_report json sleeps > sleeps.json
// RUN: FileCheck %s --check-prefix=SLEEPS --input-file=sleeps.json
// SLEEPS: "accounts": {
// SLEEPS: "differs": "off-cpu-unknown"
// RUN: %ipoint_report text --all sleeps | tr -s ' \n' ' ' | FileCheck %s --check-prefix=TEXT
// TEXT: took elapsed {{.*}}, CPU {{.*}}, recorded {{.*}} accounts sleeps: the records account for more than the CPU time: context switches
//
// What takes CPU time before the first ipoint or behind the last one is in no record.
// RUN: for way in before behind; do %ipoint_run -o $way -- ./program $way > $way.ns && %ipoint_report json $way > $way.json && FileCheck %s --check-prefix=OUTSIDE --input-file=$way.json || exit 1; done
// OUTSIDE: "differs": "not-recorded"
//
// RUN: %python -c "import json; t = json.load(open('sleeps.json'))['traces'][0]; a = t['accounts']; \
// RUN:   assert a['cpu_ns'] == 1000 * (t['user_us'] + t['system_us']) and a['recorded_ns'] > 200e6 and t['minor_faults'] > 0 and t['peak_memory'] > 1e5; \
// RUN:   ways = [(json.load(open(w + '.json'))['traces'][0]['accounts'], float(open(w + '.ns').read())) for w in ('before', 'behind')]; \
// RUN:   assert all(a['recorded_ns'] < 1.01 * main + 1000 and a['cpu_ns'] > 1.9 * main for a, main in ways), ways"
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int first(void) { return 1; }
static int last(void) { return 0; }

static double outside, begin; // ns

__attribute__((no_instrument_function)) static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

__attribute__((constructor, no_instrument_function)) static void before(int argc, char **argv) {
  outside = strcmp(argv[argc - 1], "sleep") == 0 ? 0 : 5e7;
  while (strcmp(argv[argc - 1], "before") == 0 && now(CLOCK_PROCESS_CPUTIME_ID) < outside)
    ;
  begin = now(CLOCK_MONOTONIC);
}

// However long main took on this machine, the CPU time becomes twice that.
__attribute__((destructor, no_instrument_function)) static void behind(void) {
  double main_ns = now(CLOCK_MONOTONIC) - begin;
  while (outside > 0 && now(CLOCK_PROCESS_CPUTIME_ID) < outside + 2 * main_ns)
    ;
  printf("%.0f\n", main_ns);
}

int main(int argc, char **argv) {
  int one = first();
  if (argc > 1 && strcmp(argv[1], "sleep") == 0)
    usleep(250000);
  return last() * one;
}
