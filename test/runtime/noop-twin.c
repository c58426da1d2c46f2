// The no-op twin has the runtime's own symbols, all of them, and nothing else.
// RUN: nm -D --defined-only %runtime_libdir/libipoint.so | grep -o 'ipoint_.*@@IPOINT_0' | sort >%t.real
// RUN: nm -D --defined-only %runtime_libdir/libipoint-noop.so | sed 's/.* //; /^IPOINT_0$/d' | sort >%t.twin
// RUN: diff %t.real %t.twin
// RUN: nm --defined-only -g %runtime_libdir/libipoint-noop.a | sed -n 's/.* [A-Z] \(.*\)/\1@@IPOINT_0/p' | sort >%t.archive
// RUN: diff %t.real %t.archive
// RUN: bash -c '! nm -D --undefined-only %runtime_libdir/libipoint-noop.so | grep " U "'
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint-noop -Wl,-rpath,%runtime_libdir -o %t && %t
// RUN: not %ipoint_run -o %t.trace -- %t 2>&1 | FileCheck %s
// RUN: %cc -O0 -I%runtime_include %s -L%runtime_libdir -lipoint-noop -Wl,-rpath,%runtime_libdir -o %t.called && %t.called
// RUN: %cc -O2 -static -I%runtime_include %s %runtime_libdir/libipoint-noop.a -o %t.static && %t.static
// RUN: not %ipoint_run -o %t.trace -- %t.static 2>&1 | FileCheck %s
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t.linked
// RUN: %ipoint_run -o %t.trace -- %t.linked 2>&1 | FileCheck %s --check-prefix=REAL && %check_ctf %t.trace
// RUN: env LD_PRELOAD=%runtime_libdir/libipoint-noop.so %t.linked
// CHECK: ipoint-run: nothing was recorded: {{.*}} has no ipoint runtime in it
// REAL: ipoint-run: 202 records of 1 thread
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"

int main(void) {
  int i;
  ipoint_name_thread("main");
  ipoint_start();
  for (i = 0; i < 50; i++) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
    ipoint_untimed_value(302u, 7);
    ipoint_timed(303u);
  }
  ipoint_flush();
  ipoint_pause();
  ipoint_trigger(1);
  ipoint_stop();
  return 0;
}
#include "Inputs/unit.h"
