// REQUIRES: perf-switches
// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace && %ipoint_run --switches=yes -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/switches.py %t.trace 120
// RUN: bash %S/Inputs/agree.sh %babeltrace2 %t.trace %t.err
// RUN: %ipoint_run -o %t.trace -- %t && %python %S/Inputs/switches.py %t.trace 120
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --policy=overwrite -o %t.trace -- %t && %python %S/Inputs/switches.py %t.trace 120
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --switches=no -o %t.trace -- %t && not ls %t.trace/*-switches
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --check-prefix=NO --input-file=%t.trace/metadata
// RUN: env IPOINT_RUN=%ipoint_run IPOINT_TRACE_DIR=%t.trace %t && %python %S/Inputs/switches.py %t.trace 120
// RUN: %check_ctf %t.trace
// Threads that sleep between two probes: the kernel's switches lie between these, on the probes'
// clock, in the process, its threads, its children, and under a helper too. The child that records
// nothing has no stream. The program finds no descriptor that isn't its own.
// NO: switches = "none: not asked for";
// NO-NEXT: switches_recorded = 0;
#include "ipoint/probe.h"
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *work(void *argument) {
  struct timespec nap = {0, 2000000};
  int i;
  for (i = 0; i < 40; i++) {
    ipoint_timed(300u);
    nanosleep(&nap, NULL);
    ipoint_timed(301u);
  }
  return argument;
}

static int descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  struct dirent *entry;
  int count = 0;
  while ((entry = readdir(folder)))
    count += entry->d_name[0] != '.' && atoi(entry->d_name) > 2 &&
             atoi(entry->d_name) != dirfd(folder);
  closedir(folder);
  return count;
}

int main(void) {
  int status, before = descriptors();
  pthread_t thread;
  pid_t child;
  if (system("exec sleep 0.01") != 0)
    return 1;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  child = fork();
  if (child == 0) {
    work(NULL);
    exit(0);
  }
  waitpid(child, &status, 0);
  return status || descriptors() != before;
}
#include "Inputs/unit.h"
