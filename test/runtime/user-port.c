// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env TARGETS="ipoint-runtime ipoint-run" sh %S/Inputs/build-runtime.sh %ipoint_source %t/runtime -DIPOINT_PORT=%S/Inputs/hand-port.h -DIPOINT_PORT_SOURCE=%S/Inputs/hand-port.c
// RUN: %cc -O2 -Iruntime/include %s -Lruntime/lib -lipoint -Wl,-rpath,%t/runtime/lib -o program
// RUN: truncate -s 4096 clock
// RUN: env HAND_CLOCK=%t/clock IPOINT_SWITCHES=no ./runtime/bin/ipoint-run -o trace -- ./program > stream 2> err
// RUN: FileCheck %s --input-file=err
// RUN: %python %S/Inputs/hand-times.py %babeltrace2 trace stream
// RUN: env HAND_CLOCK=%t/clock IPOINT_SWITCHES=no ./runtime/bin/ipoint-run --policy=overwrite -o trace -- ./program > ring 2> err
// RUN: FileCheck %s --input-file=err
// RUN: %python %S/Inputs/hand-times.py %babeltrace2 trace ring
// RUN: env HAND_CLOCK=%t/clock IPOINT_SWITCHES=no ./runtime/bin/ipoint-run --policy=discard -o trace -- ./program > stop 2> err
// RUN: FileCheck %s --input-file=err
// RUN: %python %S/Inputs/hand-times.py %babeltrace2 trace stop
// RUN: grep clock_source trace/metadata | FileCheck %s --check-prefix=SOURCE
// RUN: env HAND_CLOCK=%t/clock IPOINT_SWITCHES=no ./runtime/bin/ipoint-run -o trace -- ./program unseen 2>&1 > unseen | FileCheck %s --check-prefix=UNSEEN
// RUN: env HAND_CLOCK=%t/clock IPOINT_SWITCHES=no ./runtime/bin/ipoint-run --policy=overwrite -o trace -- ./program unseen 2>&1 > unseen | FileCheck %s --check-prefix=UNSEEN
// RUN: grep records_unsure trace/metadata | FileCheck %s --check-prefix=META
// A user's port, whose counter the program sets: the trace has the length of any silence, as long as
// the drain runs, even with nothing left to drain. If it does not run for 2^39 ticks, half of the range
// of 40 bits, the records are counted as unsure.
// CHECK-NOT: too early
// CHECK: records of 1 thread in trace (0 lost)
// CHECK-NOT: too early
// SOURCE: "hand"
// UNSEEN: the trace was not written for more than 2^39 ticks: the times of {{[1-9][0-9]*}} records may be too early, by multiples of 2^40 ticks
// META: records_unsure = {{[1-9]}}
#include "ipoint/probe.h"
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

extern uint64_t *ipoint_hand_clock(void);

/* Records, and prints the time of the record. */
static void record(void) {
  printf("%llu\n", (unsigned long long)__atomic_load_n(ipoint_hand_clock(), __ATOMIC_RELAXED));
  ipoint_timed(300u);
}

/* Lets `ticks` pass in pieces that the drain sees one by one. */
static void pass(uint64_t ticks) {
  const uint64_t piece = UINT64_C(1) << 37;
  uint64_t *clock = ipoint_hand_clock();
  while (ticks) {
    uint64_t now = ticks < piece ? ticks : piece, reads;
    int tries;
    __atomic_fetch_add(&clock[0], now, __ATOMIC_RELAXED);
    ticks -= now;
    reads = __atomic_load_n(&clock[1], __ATOMIC_RELAXED) + 4;
    for (tries = 0; tries < 20000 && __atomic_load_n(&clock[1], __ATOMIC_RELAXED) < reads; tries++)
      usleep(500);
  }
}

int main(int argc, char **argv) {
  static const uint64_t silences[] = {0,
                                      UINT64_C(1) << 38,
                                      UINT64_C(1) << 39,
                                      (UINT64_C(1) << 40) - 1000,
                                      UINT64_C(1) << 40,
                                      (UINT64_C(1) << 40) + 1000,
                                      UINT64_C(1) << 41,
                                      5 * (UINT64_C(1) << 40) + 12345};
  unsigned i;
  (void)argv;
  record();
  if (argc > 1) {
    pass(1000);
    record();
    __atomic_fetch_add(ipoint_hand_clock(), UINT64_C(1) << 41, __ATOMIC_RELAXED);
    record();
    record();
    return 0;
  }
  for (i = 0; i < sizeof silences / sizeof *silences; i++) {
    pass(silences[i]);
    record();
    record();
  }
  return 0;
}
// REQ: IP-REQ-035
