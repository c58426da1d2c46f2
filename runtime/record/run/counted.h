/*===- counted.h - Samples of the program that counts ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A program that counts in place is sampled while it is recorded, where no
|* plain program is. Whether one that is not instrumented (a script, env) starts
|* such a program is seen only when it does so: it is sampled until then, too.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_COUNTED_H
#define IPOINT_RECORD_RUN_COUNTED_H

#include <sys/types.h>

struct ipoint_job;

/* Decides by its file whether the job's `program` (a path) is sampled, unless
   the options say otherwise. Makes the file of samples. */
void ipoint_counted_prepare(struct ipoint_job *job, const char *program);

/* To be called before the process's first step, and then with each poll. */
void ipoint_counted_begin(struct ipoint_job *job, pid_t pid);
void ipoint_counted_poll(struct ipoint_job *job);

/* Writes what is left, and closes the file. */
void ipoint_counted_finish(struct ipoint_job *job);

/* Behind that: keeps the file where there are samples and something was
   counted, which it notes in the metadata. */
void ipoint_counted_end(struct ipoint_job *job, int counted);

#endif /* IPOINT_RECORD_RUN_COUNTED_H */
