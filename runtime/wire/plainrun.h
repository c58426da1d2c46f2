/*===- plainrun.h - What plain programs share with ipoint-run -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_PLAINRUN_H
#define IPOINT_WIRE_PLAINRUN_H

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

/* Where the kernel takes no samples, a library in the program takes
   them (baseline/selfsampling.c), and ipoint-run makes perf's records of them.
   They share a file: this page, and behind it the text of /proc/self/maps as
   the program begins. */

/* The file's path. */
#define IPOINT_ENV_SAMPLES "IPOINT_SAMPLES"

/* What ipoint-run has not read can be as many. */
#define IPOINT_SAMPLE_SLOTS 32768u

struct ipoint_sample_slot {
  uint64_t number;  /* how many slots were filled before, and 1; written last */
  uint64_t time;    /* ns of CLOCK_MONOTONIC_RAW */
  uint64_t address; /* of the instruction that comes next; of a fork's: the
                       parent process */
  uint64_t period;  /* ns of the thread's time that it stands for; 0: no sample,
                       but the process was forked */
  uint32_t pid, tid;
};

struct ipoint_samples_head {
  uint64_t period; /* ns that are wanted, mean */
  uint32_t taken;  /* 1: a process has begun; others keep away */
  uint32_t pid;    /* which */
  uint32_t error;  /* errno: why there are no samples */
  uint32_t unused;
  uint64_t begin;      /* ns, as its maps were read */
  uint64_t maps_bytes; /* of their text; 0: not there yet */
  uint64_t given;      /* slots that were given to threads */
  uint64_t read;       /* those that ipoint-run has read */
  uint64_t lost;       /* samples that found no slot */
};

struct ipoint_samples_page {
  struct ipoint_samples_head head;
  struct ipoint_sample_slot slots[IPOINT_SAMPLE_SLOTS];
};

#endif /* IPOINT_WIRE_PLAINRUN_H */
