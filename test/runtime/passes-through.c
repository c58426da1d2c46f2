// RUN: rm -rf %t.trace && %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: echo in | not %ipoint_run -o %t.trace -- %t 3 'a b' >%t.out 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.out --match-full-lines
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR --match-full-lines
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=META
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: bash -c 'echo in | %ipoint_run -o %t.trace %t 3 x; test $? = 3'
// RUN: %check_ctf %t.trace
// RUN: bash -c '%ipoint_run -o %t.trace %t 1 segv; test $? = 139'
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=SIGNAL
#include "ipoint/probe.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK: stdin: in
// CHECK-NEXT: arguments: 3 [a b]
// ERR: to stderr
// ERR-NEXT: ipoint-run: 6 records of 1 thread in {{.*}}.trace (0 lost)
// META: tracer_name = "ipoint";
// META: program = "{{.*}}passes-through.c.tmp";
// META: arguments = "3 'a b'";
// META: policy = "stream";
// META: exit_status = 3;
// META-NEXT: exit_signal = 0;
// META: records = 6;
// META: complete = 1;
// META-NEXT: limit = {{[0-9]+}};
// META-NEXT: unit_0 = "00000001 00000100 007a1200 00000202 11223344 55667788 00000001 00000002 00000003 00000004";
// COUNT: events=6 own=6 pauses=0 resumes=0 lost=0 streams=1 packets=1 last=301
// SIGNAL: exit_status = -1;
// SIGNAL-NEXT: exit_signal = 11;
int main(int argc, char **argv) {
  char line[80] = "";
  int i;
  for (i = 0; i < 3; i++) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
  if (argc > 2 && strcmp(argv[2], "segv") == 0)
    raise(SIGSEGV);
  if (!fgets(line, sizeof line, stdin))
    return 9;
  printf("stdin: %sarguments: %s [%s]\n", line, argv[1], argv[2]);
  fprintf(stderr, "to stderr\n");
  return atoi(argv[1]);
}
#include "Inputs/unit.h"
// REQ: IP-REQ-019
