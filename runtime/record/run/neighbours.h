/*===- neighbours.h - What lies beside ipoint-run -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_NEIGHBOURS_H
#define IPOINT_RECORD_RUN_NEIGHBOURS_H

#include "record/run/options.h"

#include <sys/types.h>

/* Puts the path of one of our libraries, which lie beside bin/, into `path`
   (PATH_MAX bytes). 0 if LD_PRELOAD can't have it, after saying why. */
int ipoint_preload_find(const char *name, char *path);

/* Puts the hooks that the options ask for behind what LD_PRELOAD has, for the
   programs that are run from here on and for their children. Without them a
   program is recorded too. */
void ipoint_preload_hooks(const struct ipoint_options *options);

/* Starts the ipoint-report beside this program, else the one in PATH, with
   these arguments, the first of which is its name, ended by null. Its standard
   output is `output`; -1: ours. Its process, or -1 with errno. */
pid_t ipoint_report_start(char *const *arguments, int output);

/* The same of `ipoint-report live` of the trace `output`, which ends with its
   recording; it shows to standard error. Where it can't be started, that is
   said. */
pid_t ipoint_report_watch(const char *output);

/* Waits for it. 1 if its exit status is 0. */
int ipoint_report_end(pid_t child);

/* Reduces the traces in options->output to the profile options->profile, and
   removes them unless options->keeps_trace. 0, or the exit code when all was
   said: then the traces stay, and options->keeps_trace is set. */
int ipoint_report_profile(struct ipoint_options *options);

#endif /* IPOINT_RECORD_RUN_NEIGHBOURS_H */
