// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace %t.out
// RUN: env IPOINT_RING_SIZE=4096 not --crash %ipoint_run -o %t.trace -- %t %t.out
// RUN: bash -c 'while ! grep -q done %t.out; do sleep 0.01; done'
// RUN: FileCheck %s --check-prefix=META --input-file=%t.trace/metadata
// RUN: cp %t.trace/.session %t.session
// RUN: not %ipoint_run -o %t.trace -- true
// RUN: %check_ctf %t.trace
// RUN: bash -c 'test ! -e "$(cat %t.session)"'
// The program kills its own drain: it goes on, and soon stops waiting for it. What is on disk is
// readable, says that it is not complete, and can be replaced; that also frees the rings' memory.
// META: complete = 0;
#include "ipoint/probe.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  FILE *out;
  int i;
  ipoint_timed(300u);
  kill(getppid(), SIGKILL);
  for (i = 0; i < 1000000; i++)
    ipoint_timed(301u);
  out = fopen(argv[argc - 1], "w");
  fputs("done\n", out);
  return fclose(out);
}
#include "Inputs/unit.h"
// REQ: IP-REQ-015
