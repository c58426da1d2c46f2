/*===- conditions.h - Under which conditions a program runs ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What a process may do to itself so that its times repeat, and what a user
|* wants it to be: on a CPU, at a priority, at fixed addresses. Plain and
|* instrumented programs get the same.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_CONDITIONS_H
#define IPOINT_RUN_CONDITIONS_H

struct ipoint_conditions {
  int cpu;             /* it runs on this one only; -1: wherever */
  int nice;            /* added to the niceness of ipoint-run, -40 to 39 */
  int realtime;        /* its priority under SCHED_FIFO, 1 to 99; 0: as now */
  int fixed_addresses; /* 1: no address space layout randomisation */
  int quiet;           /* 1: whatever of all this makes times repeat */
  int lock_memory;     /* 1: it is never paged out; by --quiet */
};

/* Finds out by trial in a child which conditions can be had. What --quiet adds
   is chosen, and a line says what that is, and what it would need; what was
   asked for by name and is refused is an error. 0, or 2 when it was printed. */
int ipoint_conditions_choose(struct ipoint_conditions *conditions);

/* Gives them to the calling process, for what it will exec. 0, or errno. Makes
   system calls only. */
int ipoint_conditions_apply(const struct ipoint_conditions *conditions);

#endif /* IPOINT_RUN_CONDITIONS_H */
