/*===- baseline.h - What a timed program and ipoint-run share -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_BASELINE_H
#define IPOINT_WIRE_BASELINE_H

#include <stdint.h>

/* What is known of plain and instrumented runs, beside the traces. */
#define IPOINT_BASELINE_NAME "baseline"
/* Of the recorded program itself, in the trace's folder. */
#define IPOINT_OWN_SAMPLES ".samples"
#define IPOINT_SAMPLES_NAME "samples-%03u" /* by the number of the run */
/* Room for such names. */
#define IPOINT_SAMPLES_ROOM 32

/* Path of a file that is one struct ipoint_baseline_page. */
#define IPOINT_ENV_BASELINE "IPOINT_BASELINE"
/* What LD_PRELOAD was before: the program and its children are to see that. */
#define IPOINT_ENV_PRELOADED "IPOINT_PRELOADED"

/* How main's end was seen. */
enum ipoint_baseline_end {
  IPOINT_BASELINE_NONE,   /* it was not: killed, or ended in another way */
  IPOINT_BASELINE_RETURN, /* main returned */
  IPOINT_BASELINE_EXIT,   /* exit(), in main's thread */
  IPOINT_BASELINE_QUICK,  /* _exit() or _Exit(), in main's thread */
  IPOINT_BASELINE_OTHER   /* one of these in another thread */
};

struct ipoint_baseline_page {
  uint32_t taken; /* 1: a process has begun; others keep away */
  uint32_t pid;   /* which */
  uint32_t ended; /* enum ipoint_baseline_end */
  uint32_t unused;
  uint64_t begin; /* the port's counter as main is called … */
  uint64_t end;   /* … and as it has ended */
};

#endif /* IPOINT_WIRE_BASELINE_H */
