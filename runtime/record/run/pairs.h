/*===- pairs.h - Plain and instrumented runs by turns ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* `ipoint-run --baseline`: before each instrumented run the plain program runs
|* with the same arguments, and how long main took in both is written into the
|* file `baseline` of the output folder (docs/formats.md), by the probes'
|* counter, from main's entry to its end, response times. Between the two the
|* plain program runs once more and is sampled (record/observe/plainsamples.h).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_PAIRS_H
#define IPOINT_RECORD_RUN_PAIRS_H

#include "wire/plainrun.h"
#include "calibrate/calibrate.h"
#include "record/observe/plainsamples.h"
#include "record/run/launch.h"
#include "record/run/options.h"
#include "record/consumer/output.h"

/* Who samples the plain program. */
enum ipoint_samples_from {
  IPOINT_NOT_SAMPLED,
  IPOINT_BY_KERNEL,
  IPOINT_BY_TIMER /* the program itself (record/observe/timer.h) */
};

/* A file that a program writes, too. */
struct ipoint_shared {
  char path[64];
  int file; /* locked as long as it is used; -1: there is none */
};

/* Makes one of `size` bytes. 0 after saying what is wrong. */
int ipoint_shared_make(struct ipoint_shared *shared, size_t size);

struct ipoint_pairs {
  const struct ipoint_options *options;
  const struct ipoint_output *output; /* where the file is written */
  const char *program;                /* instrumented; path */
  char plain[PATH_MAX];
  int plain_is_static, program_is_static; /* 1: its main is not timed */
  char *preload_before;                   /* LD_PRELOAD; null: there was none */
  struct ipoint_shared shared;            /* the page, with main's times */
  struct ipoint_moment begin;             /* of the first pair */
  char *text; /* of the file, without its head; pairs so far */
  uint64_t plain_us,
      instrumented_us; /* CPU time, of the pairs that have both */
  struct ipoint_baseline_page page, of_plain; /* the last run's, and the last
                                                 plain run's */
  struct ipoint_run run;                      /* the same */
  off_t input; /* where what the runs read begins; -1: not to be had again */

  enum ipoint_samples_from how;
  struct ipoint_shared slots; /* of samples that the program takes */
  uint64_t
      rate; /* of samples, a second, that runs of odd numbers are to have */
  struct ipoint_sampler sampler;          /* of the last sampled run … */
  struct ipoint_baseline_page of_sampled; /* … with its main's times … */
  struct ipoint_run sampled;              /* … and all of it; pid 0: none */
  int sample_file;                        /* descriptor, while it runs */
  uint64_t period;                        /* the same, ns */
};

/* Says how much longer the instrumented program took. */
void ipoint_pairs_say(const struct ipoint_pairs *pairs);

/* Looks for the plain program, before anything is written. 0, or the exit code
   after saying why the two can't be run by turns. */
int ipoint_pairs_check(struct ipoint_pairs *pairs,
                       const struct ipoint_options *options,
                       const char *program);

/* 0, or the exit code after saying what is wrong, for want of memory. */
int ipoint_pairs_begin(struct ipoint_pairs *pairs,
                       const struct ipoint_output *output);

/* Runs the plain program and makes ready for the instrumented run. 0 to go on;
   otherwise pairs->run is how the program ended, or it is the exit code of
   what could not be done and that was said. */
int ipoint_pairs_run_plain(struct ipoint_pairs *pairs, unsigned number);

/* Notes the pair, behind its instrumented run (null: there was none), and
   writes the file. 0, or the exit code. */
int ipoint_pairs_note(struct ipoint_pairs *pairs, unsigned number,
                      const struct ipoint_run *instrumented);

void ipoint_pairs_end(struct ipoint_pairs *pairs);

/* Parts of these, for record/run/sampled.c. */

/* Starts the plain program. 0, or the exit code after saying what is wrong. */
int ipoint_pairs_start_plain(struct ipoint_pairs *pairs,
                             void (*before)(void *context, pid_t pid));

/* The plain program has ended. 0, or the exit code after saying why it can't be
   compared. */
int ipoint_pairs_check_plain(struct ipoint_pairs *pairs, unsigned number);

/* Who samples, and how often. 0 after saying what is wrong. */
int ipoint_pairs_choose_sampler(struct ipoint_pairs *pairs);

/* Runs the plain program once more, and samples it. 0, or the exit code. */
int ipoint_pairs_run_sampled(struct ipoint_pairs *pairs, unsigned number);

/* How many samples a second the run of this number is to have: other runs have
   other rates, so that their shares can be held against each other. */
uint64_t ipoint_pairs_rate(const struct ipoint_pairs *pairs, unsigned number);

#endif /* IPOINT_RECORD_RUN_PAIRS_H */
