/*===- counted.h - Samples of a program that counts in place --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A program that stores sums runs within some per cent as the plain one, so its
|* own samples give mean times where there is no plain program to sample
|* (docs/method/sampling.md). They lie in the trace's folder.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_COUNTED_H
#define IPOINT_RUN_COUNTED_H

#include "run/job.h"

/* Decides whether the job's `program` (its path) is sampled: if it has count
   tables and no plain program is, and unless the options say otherwise. Makes
   the file. */
void ipoint_counted_prepare(struct ipoint_job *job, const char *program);

/* To be called before the process's first step, and then with each poll. */
void ipoint_counted_begin(struct ipoint_job *job, pid_t pid);
void ipoint_counted_poll(struct ipoint_job *job);

/* Finishes the file, or removes it where there are no samples; notes in the
   metadata what there is. */
void ipoint_counted_finish(struct ipoint_job *job);

#endif /* IPOINT_RUN_COUNTED_H */
