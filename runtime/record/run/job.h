/*===- job.h - A recording that is under way ------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* recording.c makes it and ends it, describe.c fills its metadata, attach.c
|* does without starting a program.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_JOB_H
#define IPOINT_RECORD_RUN_JOB_H

#include "calibrate/calibrate.h"
#include "record/consumer/drain.h"
#include "record/consumer/output.h"
#include "record/observe/interrupts.h"
#include "record/observe/machine.h"
#include "record/observe/plainsamples.h"
#include "record/observe/switches.h"
#include "record/run/launch.h"
#include "record/run/options.h"
#include "record/run/recording.h"
#include "record/consumer/metadata.h"

#include <sched.h>

struct ipoint_job {
  struct ipoint_calibration clock;
  char clock_source[48];
  int mixed_readings;    /* 1: units read the counter in several ways */
  unsigned probes_timed; /* as in struct ipoint_recording */
  const struct ipoint_options *options;
  struct ipoint_session session;
  struct ipoint_output output;
  struct ipoint_drain drain;
  struct ipoint_metadata metadata;
  struct ipoint_machine machine;
  struct ipoint_switches switches;
  char no_switches[200]; /* why there are none */
  char no_interrupts[200];
  struct ipoint_interrupts interrupts;
  struct ipoint_sampler sampler; /* of the program itself */
  uint64_t sampled;              /* when what it has was written last, ticks */
  int sample_file;               /* what it writes to, or -1 */
  int may_count;          /* 1: not known yet; see record/run/counted.h */
  unsigned polls_without; /* a count, since the first process that records */
  int migrations;         /* descriptor of their count, or -1 */
  cpu_set_t allowed;      /* CPUs that the program may use */
  struct ipoint_moment begin;
  char build_id[IPOINT_BUILD_ID_SIZE];
  char date[32];
  char *arguments;
  uint64_t fork_seen; /* ticks, or 0; see attach.c */
  int metadata_error; /* errno of the last try to write it; 0: it went well */
  uint64_t shown;     /* when counts were written last for who watches, ticks */
  uint64_t written_at; /* when the metadata was written last, ticks … */
  size_t written_streams, written_processes; /* … and how many it had */
};

/* Everything up to the program's start: what `program` (its path) makes is to
   be written to the folder `output`, in the folder `all` unless that is null.
   0, or the exit code, when all was said and nothing is left. */
int ipoint_job_prepare(struct ipoint_job *job,
                       const struct ipoint_options *options,
                       const char *program, const struct ipoint_output *all,
                       const char *output);

/* Begins to watch the process's context switches and the CPUs' interrupts; to
   be called before its first step, if that is possible. */
void ipoint_job_watch(void *job, pid_t pid);

/* One round of draining. Returns how long there is nothing to do, ns. */
uint64_t ipoint_job_poll(struct ipoint_job *job);

/* The program has ended: finishes the trace, fills `recording`, and gives back
   what the job holds. */
void ipoint_job_finish(struct ipoint_job *job,
                       struct ipoint_recording *recording);

/* The program (its path), and the machine. */
void ipoint_describe_program(struct ipoint_job *job, const char *program);
/* What the counter of this machine is found to be like. */
void ipoint_describe_clock_check(struct ipoint_metadata *metadata);
/* The counter's rate from the job's beginning until now. */
void ipoint_describe_clock(struct ipoint_job *job);
/* What came while the program ran. */
void ipoint_describe_interrupts(struct ipoint_job *job);
/* What the program is given, and what is at work beside it. */
void ipoint_describe_conditions(struct ipoint_job *job);
/* How the program ended, and what it took. */
void ipoint_describe_end(struct ipoint_metadata *metadata,
                         const struct ipoint_run *run);

/* Writes all of it, as it is now. 0, or -1 and errno; that was said. */
int ipoint_describe_write(struct ipoint_job *job);

/* A program that stores sums runs within some per cent as the plain one, so its
   own samples give mean times where there is no plain program to sample
   (docs/method/sampling.md). They lie in the trace's folder. */

#endif /* IPOINT_RECORD_RUN_JOB_H */
