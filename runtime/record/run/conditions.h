/*===- conditions.h - Under which conditions a program runs ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a process may do to itself so that its times repeat, and what a user
|* wants it to be: on a CPU, at a priority, at fixed addresses. Plain and
|* instrumented programs get the same.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_RUN_CONDITIONS_H
#define IPOINT_RECORD_RUN_CONDITIONS_H

#include <sys/types.h>

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

enum ipoint_load_kind {
  IPOINT_LOAD_NONE,
  IPOINT_LOAD_CPU,    /* arithmetic, in registers */
  IPOINT_LOAD_CACHE,  /* reads and writes 1 MiB over and over */
  IPOINT_LOAD_MEMORY, /* goes through 256 MiB */
  IPOINT_LOAD_IO      /* writes a file of 4 MiB, and waits for the disk */
};

#define IPOINT_MOST_LOADS 256

struct ipoint_load {
  enum ipoint_load_kind kind;
  int count; /* processes; 0: one for each CPU that ipoint-run may use */
  pid_t pids[IPOINT_MOST_LOADS];
};

/* Reads `cpu`, `cache`, `memory` or `io`, with `:N` behind it or not, into a
   struct ipoint_load. 0 if it is something else. */
int ipoint_load_parse(const char *text, void *load);

/* As in the option; empty if there is none. */
const char *ipoint_load_name(const struct ipoint_load *load);

/* Starts as many processes as it says, on all CPUs that ipoint-run may use, at
   its niceness. They end with it. 0, or 2 when what is wrong was printed. */
int ipoint_load_begin(struct ipoint_load *load);
void ipoint_load_end(struct ipoint_load *load);

#endif /* IPOINT_RECORD_RUN_CONDITIONS_H */
