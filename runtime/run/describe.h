/*===- describe.h - What a trace says about its recording -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_DESCRIBE_H
#define IPOINT_RUN_DESCRIBE_H

#include "run/job.h"
#include "run/launch.h"

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

#endif /* IPOINT_RUN_DESCRIBE_H */
