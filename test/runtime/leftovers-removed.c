// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: unshare -rm bash %S/Inputs/small-memory.sh 64M bash %S/Inputs/leftovers.sh %ipoint_run %t %t.trace
// REQUIRES: namespaces
// A recording whose drain is killed by SIGKILL leaves its memory behind. The next one, into whatever folder, finds and
// removes it, whichever process has the drain's number now; sessions in use, and folders that are no sessions, stay.
#include "ipoint/probe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  FILE *out = fopen(argv[1], "w");
  ipoint_timed(300u);
  fputs(getenv("IPOINT_SESSION"), out);
  fclose(out);
  (void)argc;
  rename(argv[1], argv[2]);
  while (access(argv[2], F_OK) == 0)
    usleep(1000);
  return 0;
}
#include "Inputs/unit.h"
