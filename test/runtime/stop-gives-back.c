// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=TRACE
// RUN: %ipoint_run --policy overwrite -o %t.trace -- %t | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: %python %S/Inputs/dump.py %t.trace | FileCheck %s --check-prefix=TRACE
// After ipoint_stop() the memory of a ring is free while its thread lives on, but for the page of its header.
// CHECK: 8192 kB
// CHECK-NEXT: given back
// TRACE: thread: 300x1000 end1
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the ring takes of the memory, in kB, without its header. */
static long taken(void) {
  char line[4096];
  long size, within = 0, all = 0;
  unsigned long from, to;
  FILE *maps = fopen("/proc/self/smaps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
      within = strstr(line, " rw-s ") && strstr(line, "/ipoint-") && !strstr(line, "/control");
    else if (within && sscanf(line, "Rss: %ld", &size) == 1)
      all += size;
  }
  if (maps)
    fclose(maps);
  return all - 4;
}

int main(void) {
  int i;
  for (i = 0; i < 1000; i++)
    ipoint_timed(300u);
  printf("%ld kB\n", taken());
  ipoint_stop();
  ipoint_timed(301u);
  for (i = 0; i < 1000 && taken() > 64; i++)
    usleep(10000);
  puts(taken() > 64 ? "kept" : "given back");
  return 0;
}
#include "Inputs/unit.h"
