// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace
// RUN: env IPOINT_SWITCHES=no IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace bash -c '%t start 7<%s | cat' >%t.out 2>&1
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --match-full-lines --implicit-check-not={{.}} --input-file=%t.out
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: ls -A %t.trace | FileCheck %s --check-prefix=LIST --match-full-lines --implicit-check-not={{.}}
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=./a/b %t end && %trace_count a/b
// RUN: env IPOINT_RUN=/nowhere IPOINT_TRACE_DIR=%t.none %t end 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ls %t.none
// RUN: env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%S %t end 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=$(printf "/long%%.0s" {1..1000}) %t end 2>&1 | FileCheck %s --check-prefix=LONG
// Without ipoint-run: a helper writes the trace. It is no child of the program, keeps none of its
// descriptors (`| cat` ends), gives it none, and has finished when the program has.
// The program starts itself once more, which joins.
// CHECK: 1 descriptors, 1 children, 1 processes have 7
// COUNT: events=30 own=30 pauses=0 resumes=0 lost=0 streams=2
// META: program = "{{.*}}trace-dir.c.tmp";
// META: arguments = "start";
// META: records = 30;
// META: complete = 1;
// LIST: metadata
// LIST-NEXT: stream-{{.*}}
// LIST-NEXT: stream-{{.*}}
// NONE: ipoint: /nowhere: No such file or directory (IPOINT_RUN {{.*}}); nothing is recorded
// OTHER: ipoint: ipoint-run: {{.*}}: the folder holds other files than a trace; {{.*}}; nothing is recorded
// LONG: ipoint: ipoint-run: /long/long/{{.*}}; nothing is recorded
#include "ipoint/probe.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How many processes have the file that descriptor 7 is. */
static int sharers(void) {
  char path[300], file[4096] = "", other[4096];
  DIR *processes = opendir("/proc"), *open;
  struct dirent *process, *entry;
  int count = 0, found;
  readlink("/proc/self/fd/7", file, sizeof file - 1);
  while ((process = readdir(processes))) {
    snprintf(path, sizeof path, "/proc/%.20s/fd", process->d_name);
    open = strtol(process->d_name, NULL, 10) > 0 ? opendir(path) : NULL;
    for (found = 0; open && (entry = readdir(open));) {
      ssize_t length = readlinkat(dirfd(open), entry->d_name, other, sizeof other - 1);
      found |= length > 0 && (other[length] = 0, strcmp(file, other) == 0);
    }
    if (open)
      closedir(open);
    count += found;
  }
  closedir(processes);
  return count;
}

int main(int argc, char **argv) {
  int i, descriptors = -6, children = 0;
  DIR *listing;
  for (i = 0; i < 15; i++)
    ipoint_timed(300u);
  if (strcmp(argv[argc - 1], "end") == 0)
    return 0;
  if (fork() == 0)
    execl(argv[0], argv[0], "end", (char *)NULL);
  while (wait(NULL) > 0)
    children++;
  listing = opendir("/proc/self/fd");
  while (readdir(listing))
    descriptors++;
  closedir(listing);
  printf("%d descriptors, %d children, %d processes have 7\n", descriptors, children, sharers());
  return 0;
}
#include "Inputs/unit.h"
