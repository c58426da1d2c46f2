// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %t > %t.plain && FileCheck %s < %t.plain
// RUN: %ipoint_run -o %t.trace -- %t > %t.recorded
// RUN: %check_ctf %t.trace
// RUN: diff %t.plain %t.recorded
// RUN: %ipoint_run --policy=overwrite -o %t.trace -- %t > %t.recorded
// RUN: diff %t.plain %t.recorded
// RUN: rm -rf %t.trace && env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace %t > %t.recorded
// RUN: diff %t.plain %t.recorded
// A recorded program sees of itself the same as one that is not recorded: no thread (so that malloc and stdio take no locks), no
// descriptor, no child, no handler, no blocked signal, no timer, no change of limits.
// CHECK: threads 1
// CHECK: single-threaded 1
// CHECK: children 0
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <sys/time.h>
#include <sys/wait.h>

static int entries(const char *path) {
  DIR *folder = opendir(path);
  int count = 0;
  while (folder && readdir(folder))
    count++;
  if (folder)
    closedir(folder);
  return count;
}

int main(void) {
  char line[256];
  struct itimerval timer;
  struct rlimit limit;
  FILE *status;
  int i;
  for (i = 0; i < 100000; i++) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
  printf("threads %d\n", entries("/proc/self/task") - 2);
  printf("single-threaded %d\n", __libc_single_threaded);
  printf("descriptors %d\n", entries("/proc/self/fd"));
  printf("children %d\n", waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD ? 0 : 1);
  status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, "Sig", 3) == 0 && strncmp(line, "SigQ", 4) != 0)
      fputs(line, stdout);
  for (i = 0; i < 3; i++) {
    getitimer(i, &timer);
    printf("timer %ld %ld\n", (long)timer.it_value.tv_sec, (long)timer.it_value.tv_usec);
  }
  for (i = 0; i < RLIMIT_NLIMITS; i++) {
    getrlimit(i, &limit);
    printf("limit %d %llu %llu\n", i, (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
  }
  return 0;
}
#include "Inputs/unit.h"
