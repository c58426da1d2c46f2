/*===- recording.h - One recording, until its trace is finished -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_RECORDING_H
#define IPOINT_RECORD_RUN_RECORDING_H

#include "record/consumer/drain.h"
#include "record/consumer/output.h"
#include "record/run/launch.h"
#include "record/run/options.h"
#include "record/consumer/metadata.h"

/* What happened, to be printed and to be passed on. */
struct ipoint_recording {
  struct ipoint_totals totals;
  uint32_t processes;    /* that joined */
  int mixed_readings;    /* 1: units read the counter in several ways */
  unsigned probes_timed; /* the most of any unit: 0 none, 1 functions,
                            2 loops, 3 blocks */
  uint64_t missing[IPOINT_MISSING_KINDS]; /* from the trace */
  uint32_t why_without; /* errno of the last thread that got no ring */
  uint32_t
      ended; /* why recording ended before the program, or 0 (IPOINT_END_) */
  uint64_t limit;         /* of the trace, bytes */
  uint32_t smaller_rings; /* made smaller than asked, for want of room … */
  uint64_t least_bytes;   /* … and the records' bytes of the smallest */
  int on_disk;            /* 1: there was no room for rings in memory */
  int no_switches; /* 1: they were asked for by name, and can't be had … */
  char why_no_switches[160];   /* … because of this */
  char why_no_interrupts[160]; /* empty: they are recorded, or not asked for */
  unsigned replaced;           /* traces that were in the folder before */
  int control_cut;             /* 1: the program has cut off the control page */
  char session[PATH_MAX];      /* the session's folder */
  uint64_t wall_ns;            /* of all runs that were added up */
  double cpu;                  /* their CPU time, s … */
  double spent;                /* … and what timing took of it */
  struct ipoint_run run;
};

/* Runs options->command as `program` (its path) once and writes the trace to
   `output`, in the folder `all` unless that is null. 0, or the exit code when
   it could not be done; then all was said and nothing is left behind. */
int ipoint_record(const struct ipoint_options *options, const char *program,
                  const struct ipoint_output *all, const char *output,
                  struct ipoint_recording *recording);

/* The same for options->helper, which runs already. Says "=" and the session's
   path on standard output, or what is wrong. */
int ipoint_record_helper(const struct ipoint_options *options);

/* Adds one run to those before it. */
void ipoint_summary_add(struct ipoint_recording *sum,
                        const struct ipoint_recording *one);

/* Says what was recorded, in a line, and a line for each thing that is missing
   from the trace. 0: the program has no
   probes, or executed none. */
int ipoint_summary_say(const struct ipoint_options *options,
                       const struct ipoint_recording *sum, const char *program,
                       unsigned runs);

/* Says in a line how long `count` runs took, and how much they vary; nothing of
   less than two. Times in seconds. */
void ipoint_summary_say_times(const double *cpu, const double *real,
                              size_t count);

#endif /* IPOINT_RECORD_RUN_RECORDING_H */
