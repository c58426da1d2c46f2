/*===- launch.h - Starts the program and sees it end ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_LAUNCH_H
#define IPOINT_RECORD_RUN_LAUNCH_H

#include "record/run/conditions.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct ipoint_run {
  pid_t pid;
  int ended;         /* 1: what follows is known */
  int status;        /* as wait(2) gives it */
  uint64_t begin_ns; /* CLOCK_MONOTONIC */
  uint64_t wall_ns;
  struct rusage usage;
  int abandoned; /* the signal that came twice to end it; 0: none did */
};

/* From now on signals are noticed in ipoint_run_nap() alone, and `mask` is this
   process's umask; programs that are started get what it was. */
void ipoint_run_prepare(mode_t mask);

/* Starts `path` with the arguments and with IPOINT_SESSION set, or, if
   `session` is null, to run without being recorded. `before` (null: nothing) is
   called when the process is there and has not begun. 0, or errno of what
   failed in the child.
 */
int ipoint_run_start(struct ipoint_run *run, const char *path,
                     char *const *arguments, const char *session,
                     const struct ipoint_conditions *conditions,
                     void (*before)(void *context, pid_t pid), void *context);

/* Sleeps for at most `nanoseconds`, less if the program ends or a signal
   comes. SIGTERM and SIGHUP are passed on, SIGINT and SIGQUIT too unless a
   terminal sent them to the program as well. Sleeps on `bell`, if it is not
   null, and only while that is 1 (wire/session.h, `asleep`). Returns 1 once
   waiting is over: the program has ended, or the user insists. */
int ipoint_run_nap(struct ipoint_run *run, uint64_t nanoseconds,
                   uint32_t *bell);

/* CPU time, user and system, of a run that has ended, us. */
uint64_t ipoint_run_cpu_us(const struct ipoint_run *run);

/* What a run that has ended took, in seconds: CPU time, user and system, and
   elapsed time. */
void ipoint_run_seconds(const struct ipoint_run *run, double *cpu,
                        double *real);

/* Ends this process as the program ended: the same exit status, or the same
 * signal. */
void ipoint_run_end_alike(int status) __attribute__((noreturn));

#endif /* IPOINT_RECORD_RUN_LAUNCH_H */
