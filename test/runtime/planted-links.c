// REQUIRES: root
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %python %S/../bare/Inputs/image.py %t.img
// RUN: bash %S/Inputs/planted-links.sh %ipoint_run %ipoint_import %t %t.img %runtime_libdir/libipoint.so.0 >%t.out
// RUN: FileCheck %s --match-full-lines --implicit-check-not={{.}} --input-file=%t.out
// In a folder of another user nothing that he has put there is followed, written to or removed, neither by ipoint-run nor
// by ipoint-import nor by the program itself; it is named.
// CHECK: session: ipoint-run: his/.session: it is a symbolic link, which is not followed; remove it, or give another folder with -o
// CHECK-NEXT: session-of-runs: ipoint-run: his/.session: it is a symbolic link, {{.*}}
// CHECK-NEXT: run: ipoint-run: his/{{run-001: it is a symbolic link, which is not followed|metadata: it belongs to another user}}; {{.*}}
// CHECK-NEXT: run-alone: ipoint-run: his/run-001: it is a symbolic link, {{.*}}
// CHECK-NEXT: metadata: ipoint-run: his/metadata: it is a symbolic link, {{.*}}
// CHECK-NEXT: metadata-new: ipoint-run: his/metadata{{.*}}
// CHECK-NEXT: inner: ipoint-run: his/run-001: it belongs to another user; {{.*}}
// CHECK-NEXT: stream: ipoint-run: his/{{.*}}
// CHECK-NEXT: pipe: ipoint-run: his/metadata: it belongs to another user; {{.*}}
// CHECK-NEXT: folder: ipoint-run: his/trace: it is a symbolic link, which is not followed; give another folder with -o
// CHECK-NEXT: hard-link: ipoint-run: {{.*}}/his/.session: it has another name too (a hard link); give another folder with -o
// CHECK-NEXT: import: ipoint-import: his/{{.*}}
// CHECK-NEXT: import-session: ipoint-import: his/.session: it is a symbolic link, {{.*}}
// CHECK-NEXT: program: ipoint: ipoint-run: his/.session: it is a symbolic link, {{.*}}; nothing is recorded
// CHECK-NEXT: empty: done
#include "ipoint/probe.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* With a file's name: writes its session's path into it, and goes on until it is removed. */
int main(int argc, char **argv) {
  FILE *out = argc > 1 ? fopen(argv[1], "w") : NULL;
  int i;
  for (i = 0; i < 100; i++)
    ipoint_timed(300u);
  if (!out)
    return 0;
  fputs(getenv("IPOINT_SESSION"), out);
  fclose(out);
  while (access(argv[1], F_OK) == 0)
    usleep(1000);
  return 0;
}
#include "Inputs/unit.h"
