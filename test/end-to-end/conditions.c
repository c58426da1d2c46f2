// What a run is given is what the program has, plain and recorded alike; warm-up runs are not recorded; load works meanwhile.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c && export IPOINT_DB=%t/ipoint.db
// RUN: %ipoint_cc gcc -O1 program.c -o program && gcc -O1 program.c -o plain
// RUN: sh -c 'n=$(($(nice) + 5)); echo $((n < 19 ? n : 19))' > nice
// RUN: %ipoint_run --nice 5 --warm-up 2 -n 3 --baseline ./plain --samples none -o trace -- ./program
// RUN: sort -u seen > once && diff nice once
//
// Two runs to warm up, and three of either program.
// RUN: wc -l < seen | FileCheck %s --check-prefix=SEEN
// SEEN: 8
// RUN: ls trace | FileCheck %s --check-prefix=TRACES
// TRACES: baseline
// TRACES-NEXT: run-001
// TRACES-NEXT: run-002
// TRACES-NEXT: run-003
// RUN: %ipoint_report text --all trace | FileCheck %s --check-prefix=TEXT
// TEXT: 3 runs mean sd least most in
// TEXT-NEXT: elapsed {{.*}} run-00{{[123]}}
// TEXT: page faults
// TEXT: run      {{.*}}behind 2 runs to warm up
//
// Load: as many processes as were asked for are there while the program runs, and none behind it.
// RUN: rm -rf trace && %ipoint_run --load cache:3 -o trace -- sh -c 'grep -ls "^PPid:.$PPID$" /proc/[0-9]*/status > beside; ./program'
// RUN: wc -l < beside | FileCheck %s --check-prefix=BESIDE
// BESIDE: 4
// RUN: sh -c 'for process in $(cat beside); do ! grep -s "^Name:.ipoint-run" $process; done'
// RUN: %ipoint_report json trace | FileCheck %s --check-prefix=JSON
// JSON: "warm_up": 0,
// JSON-NEXT: "load": "cache:3",
//
// What is refused is said, and what can be had is taken.
// RUN: %ipoint_run --quiet --fixed-addresses -o trace -- ./program 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET: ipoint-run: quiet: on {{CPU [0-9]+|any CPU}}{{.*}}
// QUIET: records of 1 thread
// RUN: %ipoint_report json trace | FileCheck %s --check-prefix=FIXED
// FIXED: "fixed_addresses": 1,
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
  FILE *seen = fopen("seen", "a");
  fprintf(seen, "%d\n", getpriority(PRIO_PROCESS, 0));
  return fclose(seen);
}
