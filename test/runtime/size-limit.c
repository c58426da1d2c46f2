// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --limit 1M -o %t.trace -- %t >%t.out 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.out --check-prefix=OUT
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=META
// RUN: %trace_count %t.trace
// RUN: bash -O extglob -c 'size=$(cat %t.trace/stream-!(*switches) | wc -c); [ $size -le 1048576 ] && [ $size -gt 500000 ]'
// RUN: env IPOINT_LIMIT=64K IPOINT_POLICY=overwrite %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %check_ctf %t.trace
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=NEWEST
// RUN: bash -O extglob -c 'size=$(cat %t.trace/stream-!(*switches) | wc -c); [ $size -le 65536 ] && [ $size -gt 60000 ]'
// RUN: env IPOINT_LIMIT=64K IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace %t 2>&1 | FileCheck %s --check-prefix=HELPER
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=HELPED
// RUN: %ipoint_run --limit none -o %t.trace -- %t 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.trace/metadata --check-prefix=UNLIMITED
// Nothing fits: that is said, whatever the policy.
// RUN: bash %S/Inputs/tiny-limits.sh "%ipoint_run" %t 2>&1 | FileCheck %s --check-prefix=TINY
// TINY-COUNT-3: ipoint-run: nothing was recorded: the size limit of 1 byte was reached before the first record; give a larger one with --limit
// TINY: ipoint-run: 1 record of 1 thread in {{.*}} (0 lost)
// RUN: bash %S/Inputs/fails.sh 2 %ipoint_run --limit much -- %t 2>&1 | FileCheck %s --check-prefix=MUCH
// RUN: bash %S/Inputs/fails.sh 2 env IPOINT_LIMIT=0 %ipoint_run -- %t 2>&1 | FileCheck %s --check-prefix=ZERO
// Recording ends, the program goes on, with its child, which does not begin another recording.
// OUT: 4000000 and a child
// CHECK: ipoint-run: {{.*}} (0 lost)
// CHECK-NEXT: ipoint-run: {{.*}}.trace: recording ended before the program, at the size limit of 1,048,576 bytes; give another one with --limit
// CHECK-NOT: {{.}}
// META: complete = 1;
// META-NEXT: ended = "size limit";
// META-NEXT: limit = 1048576;
// SMALL: 4000000 and a child
// SMALL: at the size limit of 65,536 bytes
// NEWEST: last=301
// HELPER: 4000000 and a child
// HELPER-NOT: {{.}}
// HELPED: ended = "size limit";
// NONE: {{8,0..,...}} records of 2 threads in {{.*}} (0 lost)
// NONE-NOT: size limit
// UNLIMITED-NOT: limit =
// UNLIMITED-NOT: ended =
// MUCH: ipoint-run: --limit much: not a size; give bytes, such as 500M, or none
// ZERO: ipoint-run: IPOINT_LIMIT=0: not a size; give bytes, such as 500M, or none
#include "ipoint/probe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  long i;
  pid_t child;
  for (i = 0; i < 3999999; i++)
    ipoint_timed(300u);
  ipoint_timed(301u);
  if (argc > 1)
    return 0;
  printf("%ld", i + 1);
  fflush(stdout);
  child = fork();
  if (child == 0)
    execl(argv[0], argv[0], "child", (char *)NULL);
  waitpid(child, NULL, 0);
  puts(" and a child");
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-014
