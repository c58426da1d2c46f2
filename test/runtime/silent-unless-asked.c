// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %t >out 2>&1
// RUN: cd %t.dir && ls -A | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: FileCheck %s --check-prefix=OUT --match-full-lines --implicit-check-not={{.}} --input-file=%t.dir/out
// CHECK: out
// OUT: 0 descriptors, 0 children, errno kept
#include "ipoint/probe.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

int main(void) {
  int i, descriptors = -6; /* . and .., 0 to 2, and the listing's own */
  DIR *listing;
  errno = EDOM;
  for (i = 0; i < 1000000; i++) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
  i = errno;
  listing = opendir("/proc/self/fd");
  while (readdir(listing))
    descriptors++;
  printf("%d descriptors, %d children, errno %s\n", descriptors,
         wait(NULL) < 0 && errno == ECHILD ? 0 : 1, i == EDOM ? "kept" : "changed");
  return 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-016
