/*===- outputfile.h - A file that a user has named for an output ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A regular file is there whole, old or new, at any time. What is something
|* else, a device, a pipe or a link, stays what it is and is written to. Nothing
|* is removed that was not made here.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_OUTPUTFILE_H
#define IPOINT_SUPPORT_OUTPUTFILE_H

#include <limits.h>
#include <stdio.h>

struct ipoint_output_file {
  const char *path;         /* the caller's; outlives the output */
  char temporary[PATH_MAX]; /* becomes `path`; empty where that is written to */
  FILE *stream;             /* for the contents */
};

/* Begins to write to `path`. 0; -1 with errno set. */
int ipoint_output_file_open(struct ipoint_output_file *output,
                            const char *path);

/* Ends that; `good` is 0 if the contents are of no use, and then, as after an
   error of the stream, a regular file stays as it was. 0; -1 with errno set,
   to 0 for what is of no use. */
int ipoint_output_file_close(struct ipoint_output_file *output, int good);

#endif /* IPOINT_SUPPORT_OUTPUTFILE_H */
