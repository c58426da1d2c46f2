/*===- units.h - The unit records of all processes ------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Each process has a file of them in the session's folder. Those of processes
|* that have gone are kept here, each once, and their files are removed: a build
|* has thousands of processes.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_UNITS_H
#define IPOINT_CONSUMER_UNITS_H

#include <stddef.h>
#include <stdint.h>

struct ipoint_units {
  uint32_t (*units)[10];
  size_t count;
  size_t room;     /* of `units` */
  size_t distinct; /* the first ones, which are sorted and distinct */
};

/* Adds what is in `folder`'s file of the process, and removes that. 0 without
   memory; the file is still there then. */
int ipoint_units_take(struct ipoint_units *units, int folder, uint32_t pid);

/* The distinct unit records, in order of their first id: `units` and those of
   the files in `folder`. The caller frees them. */
uint32_t (*ipoint_units_all(const struct ipoint_units *units, int folder,
                            size_t *count))[10];

/* The databases that units are from. */
struct ipoint_databases {
  char *text;         /* what the paths point into */
  const char **paths; /* each once, in the order in which they were noted */
  size_t count;
};

/* What the recorded processes have noted in `folder`. The caller frees text
   and paths. */
struct ipoint_databases ipoint_units_databases(int folder);

#endif /* IPOINT_CONSUMER_UNITS_H */
