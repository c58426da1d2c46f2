/*===- options.h - ipoint-run's command line and environment --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_OPTIONS_H
#define IPOINT_RECORD_RUN_OPTIONS_H

#include "record/consumer/metadata.h"
#include "record/run/conditions.h"
#include "record/run/stable.h"
#include "wire/ring.h"

#include <sys/types.h>

enum ipoint_wish { IPOINT_AUTO, IPOINT_NO, IPOINT_YES };

struct ipoint_options {
  const char *output; /* folder of the trace */
  struct ipoint_labels labels;
  const char *profile; /* file for what the traces add up to; null: none */
  int live;            /* 1: show what is counted and timed meanwhile */
  int keeps_trace;     /* 0: with a profile, the trace is only there for it */
  unsigned runs; /* 1: the trace lies in output; more: in output/run-001 … */
  int numbered;  /* 1 if -n was given */
  const char *baseline; /* the same program without probes, to be run by turns;
                           null: none */
  unsigned recorded;    /* runs that have a trace; the others are of the plain
                           program alone */
  long samples;         /* of that one, a second of the CPU's time; or one of
                           these: */
#define IPOINT_SAMPLES_NONE 0
#define IPOINT_SAMPLES_AUTO (-1)       /* as suits the machine */
  struct ipoint_conditions conditions; /* of all runs */
  struct ipoint_load load;             /* beside them */
  unsigned warm_up;            /* runs before them, of which nothing is noted */
  struct ipoint_stable stable; /* when there are enough of them; `runs` is the
                                  most */
  enum ipoint_policy policy;
  enum ipoint_wish switches; /* to record context switches */
  int interrupts;            /* to record interrupts that the kernel handles */
  uint32_t window_records;   /* of a window in which all ipoints are timed … */
  uint32_t window_ms;        /* … and the mean time from one to the next, ms */
  double overhead; /* with it and with calls that are timed a thread may take
                      this many times its CPU time without; more than 1 */
  int paused;      /* recording begins with ipoint_start() */
  int no_preload;  /* no hooks are loaded into the program
                      (record/run/neighbours.h) */
  uint64_t limit;  /* bytes of the trace; 0: by the room that there is */
  uint64_t ring_count;        /* slots per thread, a power of two */
  uint32_t ring_count_chosen; /* 1: it was asked for */
  int helper;  /* not 0: nothing is started, this process is recorded already */
  mode_t mask; /* of the modes of what is made (umask) */
  char **command; /* program and arguments, null-terminated */
};

/* Reads the command line and the environment. 0: go on; otherwise everything
 * has been said, and status is the exit code. */
int ipoint_options_parse(struct ipoint_options *options, int argc, char **argv,
                         int *status);

/* What the options call it. */
const char *ipoint_policy_name(enum ipoint_policy policy);

#endif /* IPOINT_RECORD_RUN_OPTIONS_H */
