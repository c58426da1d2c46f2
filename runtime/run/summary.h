/*===- summary.h - What ipoint-run says in the end ------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_SUMMARY_H
#define IPOINT_RUN_SUMMARY_H

#include "run/options.h"
#include "run/record.h"

/* Adds one run to those before it. */
void ipoint_summary_add(struct ipoint_recording *sum,
                        const struct ipoint_recording *one);

/* Says what was recorded, in a line, and a line for each thing that is missing
   from the trace. */
void ipoint_summary_say(const struct ipoint_options *options,
                        const struct ipoint_recording *sum, const char *program,
                        unsigned runs);

/* Says in a line how long `count` runs took, and how much they vary; nothing of
   less than two. Times in seconds. */
void ipoint_summary_say_times(const double *cpu, const double *real,
                              size_t count);

#endif /* IPOINT_RUN_SUMMARY_H */
