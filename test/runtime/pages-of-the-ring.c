// RUN: rm -rf %t.trace && %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=16M %ipoint_run --switches=no -o %t.trace -- %t
// RUN: %python %S/Inputs/first-of-page.py %t.trace/stream-* | FileCheck %s
// RUN: objdump -d --no-show-raw-insn %t | grep -B 1 prefetch | FileCheck %s --check-prefix=ASKS
// RUN: objdump -d --no-show-raw-insn --disassemble=ipoint_timed %runtime_libdir/libipoint.so > %t.called
// RUN: objdump -d --no-show-raw-insn --disassemble=ipoint_untimed_value %runtime_libdir/libipoint.so >> %t.called
// RUN: grep -B 1 prefetch %t.called | FileCheck %s --check-prefix=ASKS
// REQUIRES: x86-64
// The first record of each page of the ring takes as long as others. Pages are there before the thread is: each would
// else begin with a page fault.
// CHECK: alike
// And probes ask the processor for the next page in time. On a machine with busy neighbours its first record took 400 to
// 800 ticks instead of 23, and reports took that for interrupts; on others no time shows it, so the code has to.
// ASKS: mov {{ *}}%[[TIMED:r[a-z0-9]+]],(%{{r[a-z0-9]+}})
// ASKS-NEXT: prefetcht0 0x200(%[[TIMED]])
// ASKS: mov {{ *}}%[[UNTIMED:r[a-z0-9]+]],(%{{r[a-z0-9]+}})
// ASKS-NEXT: prefetcht0 0x200(%[[UNTIMED]])
// ASKS-NOT: prefetch
#include "ipoint/probe.h"

static __attribute__((noinline)) void timed(void) { ipoint_timed(300u); }
static __attribute__((noinline)) void untimed(void) { ipoint_untimed(301u); }

int main(void) {
  long n;
  untimed();
  for (n = 0; n < 1500000; ++n)
    timed();
  return 0;
}
