/*===- clockcheck.h - Whether the counter is a clock ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CLOCKCHECK_H
#define IPOINT_CALIBRATE_CLOCKCHECK_H

#include <stdint.h>

struct ipoint_clock_check {
  int steady; /* 1: the processor promises one rate, asleep or not; 0: it does
                 not; -1: not known (a port of one's own) */
  char hypervisor[16]; /* as it calls itself; empty: none is seen */
  char kernel[32];     /* the clock that the kernel goes by; empty: not known */
  uint64_t skew;       /* ticks by which the counters of two CPUs differ, as far
                          as that was seen; 0: not at all */
  uint64_t skew_error; /* of `skew`, ticks; 0 if there is one CPU */
};

/* Found out at the first call, in at most some twenty milliseconds; the calling
   thread visits the CPUs that it may use, sixteen of them at most. */
const struct ipoint_clock_check *ipoint_clock_check(void);

/* Why times may be wrong, a line to be said; null: nothing speaks for it. */
const char *ipoint_clock_doubt(const struct ipoint_clock_check *check);

#endif /* IPOINT_CALIBRATE_CLOCKCHECK_H */
