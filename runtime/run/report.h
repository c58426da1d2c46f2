/*===- report.h - What ipoint-run lets ipoint-report do -------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_REPORT_H
#define IPOINT_RUN_REPORT_H

#include "run/options.h"

#include <sys/types.h>

/* Starts the ipoint-report beside this program, else the one in PATH, with
   these arguments, the first of which is its name, ended by null. Its standard
   output is `output`; -1: ours. Its process, or -1 with errno. */
pid_t ipoint_report_start(char *const *arguments, int output);

/* Waits for it. 1 if its exit status is 0. */
int ipoint_report_end(pid_t child);

/* Reduces the traces in options->output to the profile options->profile, and
   removes them unless options->keeps_trace. 0, or the exit code when all was
   said: then the traces stay, and options->keeps_trace is set. */
int ipoint_report_profile(struct ipoint_options *options);

#endif /* IPOINT_RUN_REPORT_H */
