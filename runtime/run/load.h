/*===- load.h - Work beside the program that is measured ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_LOAD_H
#define IPOINT_RUN_LOAD_H

#include <sys/types.h>

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

#endif /* IPOINT_RUN_LOAD_H */
