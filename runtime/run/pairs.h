/*===- pairs.h - Plain and instrumented runs by turns ---------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* `ipoint-run --baseline`: before each instrumented run the plain program runs
|* with the same arguments, and how long main took in both is written into the
|* file `baseline` of the output folder (docs/formats.md), by the probes'
|* counter, from main's entry to its end, response times. Between the two the
|* plain program runs once more and is sampled (observe/sampler.h).
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_PAIRS_H
#define IPOINT_RUN_PAIRS_H

#include "wire/baseline.h"
#include "calibrate/calibrate.h"
#include "observe/sampler.h"
#include "run/launch.h"
#include "run/options.h"
#include "consumer/output.h"

#define IPOINT_BASELINE_NAME "baseline"
#define IPOINT_SAMPLES_NAME "samples-%03u" /* by the number of the run */

struct ipoint_pairs {
  const struct ipoint_options *options;
  const struct ipoint_output *output; /* where the file is written */
  const char *program;                /* instrumented; path */
  char plain[PATH_MAX];
  char shared[64];            /* path of the page; empty: there is none */
  int file;                   /* the page's; locked as long as it is used */
  struct ipoint_moment begin; /* of the first pair */
  char *text;                 /* of the file, without its head; pairs so far */
  struct ipoint_baseline_page page, of_plain; /* the last run's, and the last
                                                 plain run's */
  struct ipoint_run run;                      /* the same */
  struct ipoint_sampler sampler;              /* of the last sampled run … */
  int sample_file;                            /* … which it writes; -1: none */
  struct ipoint_baseline_page of_sampled;     /* … with its main's times … */
  struct ipoint_run sampled;                  /* … and all of it; pid 0: none */
  unsigned number;                            /* of the run */
  int cannot_sample;                          /* 1: sampler.reason tells why */
  off_t input; /* where what the runs read begins; -1: not to be had again */
};

/* 0, or the exit code after saying what is wrong: with a program that can't be
   timed from inside, or for want of memory. */
int ipoint_pairs_begin(struct ipoint_pairs *pairs,
                       const struct ipoint_options *options,
                       const struct ipoint_output *output, const char *program);

/* Runs the plain program and makes ready for the instrumented run. 0 to go on;
   otherwise pairs->run tells how the program ended, or it is the exit code of
   what could not be done and that was said. */
int ipoint_pairs_run_plain(struct ipoint_pairs *pairs, unsigned number);

/* Notes the pair, behind its instrumented run, and writes the file. 0, or the
   exit code. */
int ipoint_pairs_note(struct ipoint_pairs *pairs, unsigned number,
                      const struct ipoint_run *instrumented);

void ipoint_pairs_end(struct ipoint_pairs *pairs);

#endif /* IPOINT_RUN_PAIRS_H */
