// The plain program and the instrumented one run by turns with the same arguments, and main is timed in both.
// RUN: %cc -O2 -DPLAIN %s -o %t.plain
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace
// RUN: %ipoint_run --switches=no -n 3 --samples=none --baseline %t.plain -o %t.trace -- %t return > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT --match-full-lines < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=LIST --match-full-lines --implicit-check-not={{.}}
// RUN: %python %S/Inputs/baseline.py %t.trace/baseline 3 return
// A trace that is there is replaced, the file too.
// RUN: %ipoint_run --switches=no -n 1 --samples=none --baseline %t.plain -o %t.trace -- %t exit && %python %S/Inputs/baseline.py %t.trace/baseline 1 exit
// RUN: %ipoint_run --switches=no -n 1 --samples=none --baseline %t.plain -o %t.trace -- %t _exit && %python %S/Inputs/baseline.py %t.trace/baseline 1 _exit
// Children that are forked or executed are not taken for the program.
// RUN: %ipoint_run --switches=no -n 1 --samples=none --baseline %t.plain -o %t.trace -- %t children && %python %S/Inputs/baseline.py %t.trace/baseline 1 return
// RUN: ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=libc.so.6 %ipoint_run --switches=no -n 1 --samples=none --baseline %t.plain -o %t.trace -- %t preloaded
// RUN: %ipoint_run --switches=no -n 2 --samples=none --baseline %t.plain -o %t.trace -- %t reads < %s
// RUN: %ipoint_run --switches=no -o %t.trace -- %t return && not ls %t.trace/baseline
// A plain program that does not exist leaves the trace that is there.
// RUN: (%ipoint_run -n 2 --baseline %t.absent -o %t.trace -- %t return; test $? = 127) 2>&1 | FileCheck %s --check-prefix=ABSENT && test -f %t.trace/metadata
// ABSENT: ipoint-run: --baseline {{.*}}.absent: No such file or directory
// Counts may be wanted of some runs only.
// RUN: %ipoint_run --switches=no -n 3 --recorded=1 --samples=none --baseline %t.plain -o %t.trace -- %t reads < %s 2>&1 | FileCheck %s --check-prefix=RECORDED
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=ONE --match-full-lines --implicit-check-not={{.}}
// RUN: grep -c '"trace": null' %t.trace/baseline | grep -qx 2
// RUN: not %ipoint_run --recorded=1 -o %t.trace -- %t return 2>&1 | FileCheck %s --check-prefix=LONE
// RUN: not %ipoint_run --recorded=0 --baseline %t.plain -o %t.trace -- %t return 2>&1 | FileCheck %s --check-prefix=ZERO
// RECORDED: ipoint-run: 2 records of 1 thread in 3 runs in
// ONE: baseline
// ONE-NEXT: run-001
// LONE: ipoint-run: --recorded is for runs of the plain program beside them: give --baseline
// ZERO: ipoint-run: --recorded 0: not a number of runs; give 1 or more
// A sampled run comes between the two, reads what they read, and has a file that perf reads, too.
// RUN: rm -rf %t.trace && %ipoint_run --switches=no --samples=2000 -n 2 --baseline %t.plain -o %t.trace -- %t reads < %s
// RUN: %python %S/Inputs/samples.py %t.trace
// RUN: not %ipoint_run --samples=0 --baseline %t.plain -o %t.trace -- %t return 2>&1 | FileCheck %s --check-prefix=RATE
// RATE: ipoint-run: --samples 0: give a number from 1 to 100000, auto or none
// What can't be timed is refused; a failing run ends it, with its exit status.
// RUN: bash %S/Inputs/fails.sh 3 %ipoint_run --switches=no -n 2 --samples=none --baseline %t.plain -o %t.trace -- %t fails | FileCheck %s --check-prefix=FAILS
// RUN: bash %S/Inputs/fails.sh 2 %ipoint_run --switches=no -n 2 --samples=none --baseline %t.plain -o %t.trace -- %t thread | FileCheck %s --check-prefix=THREAD
// RUN: %cc -O2 -static -DPLAIN %s -o %t.static
// RUN: %ipoint_run --switches=no --samples=none -n 1 --baseline %t.static -o %t.trace -- %t return 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: echo '#!/bin/sh' > %t.script && chmod +x %t.script
// RUN: bash %S/Inputs/fails.sh 2 %ipoint_run --baseline %t.script -o %t.none -- %t return | FileCheck %s --check-prefix=MODE
// RUN: bash %S/Inputs/fails.sh 127 %ipoint_run --baseline /nope -o %t.none -- %t return | FileCheck %s --check-prefix=NOPE
// RUN: not ls %t.none
// OUT: plain
// OUT-NEXT: instrumented
// OUT-NEXT: plain
// OUT-NEXT: instrumented
// OUT-NEXT: plain
// OUT-NEXT: instrumented
// OUT-NOT: {{.}}
// ERR: ipoint-run: 6 records of 3 threads in 3 runs in {{.*}} (0 lost)
// LIST: baseline
// LIST-NEXT: run-001
// LIST-NEXT: run-002
// LIST-NEXT: run-003
// FAILS: ipoint-run: run 1 of the plain program {{.*}}.plain failed; there is no comparing
// THREAD: ipoint-run: run 1 of {{.*}}.plain: its main can't be timed: another thread than main's ended the program
// STATIC: ipoint-run: {{.*}}.static: its main can't be timed, as it is linked statically; its CPU time is noted
// MODE: ipoint-run: {{.*}}.script: its main can't be timed: it is a script, or no program; give what it starts
// NOPE: ipoint-run: --baseline /nope: No such file or directory
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef PLAIN
#include "ipoint/probe.h"

#include "Inputs/unit.h"
#define NAME "instrumented"
#define PROBE(id) ipoint_timed(id)
#else
#define NAME "plain"
#define PROBE(id) (void)0
#endif

static void *leave(void *nothing) {
  (void)nothing;
  exit(0);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "", *list = getenv("LD_PRELOAD");
  pthread_t thread;
  PROBE(300u);
  if (getenv("IPOINT_BASELINE") || getenv("IPOINT_PRELOADED"))
    return 4; // ours is not to be seen
  // The user's own comes first; hooks stay for children.
  if (!list || (strcmp(how, "preloaded") == 0 ? strncmp(list, "libc.so.6:/", 11) != 0 : *list != '/') ||
      !strstr(list, "libipoint-signals.so") || strstr(list, "libipoint-baseline.so"))
    return 5;
  if (strcmp(how, "return") == 0)
    puts(NAME);
  if (strcmp(how, "reads") == 0 && getchar() != '/')
    return 6; // each run reads its input from the same place
  if (strcmp(how, "children") == 0) {
    if (fork() == 0)
      return 0;
    if (fork() == 0)
      execl(argv[0], argv[0], "none", (char *)0);
    while (wait(NULL) > 0)
      ;
  }
  if (strcmp(how, "thread") == 0 &&
      pthread_create(&thread, NULL, leave, NULL) == 0)
    pthread_join(thread, NULL);
  PROBE(301u);
  if (strcmp(how, "exit") == 0)
    exit(0);
  if (strcmp(how, "_exit") == 0)
    _exit(0);
  return strcmp(how, "fails") == 0 ? 3 : 0;
}
