/*===- output.h - The folder that a trace is written to -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_OUTPUT_H
#define IPOINT_RECORD_CONSUMER_OUTPUT_H

#include <limits.h>
#include <sys/types.h>

struct ipoint_output {
  char path[PATH_MAX]; /* absolute, once made */
  char made[PATH_MAX]; /* the first folder that had to be made; empty: none */
  int above;         /* descriptor of the folder that it lies in, or AT_FDCWD */
  int folder, lock;  /* descriptors; -1: none */
  unsigned replaced; /* traces that were there before */
  int reserve; /* a file without a name that keeps room for the metadata; -1:
                  none */
};

/* The mask of the modes of traces that the environment asks for (IPOINT_UMASK),
   or 077. 0 if it is none, and that was printed. */
int ipoint_read_umask(mode_t *mask);

/* 1 if a trace may be written to `path`: nothing is there, or an empty folder,
   or traces of this user's. 0 when it may not, and that was said. Changes
   nothing. */
int ipoint_output_check(const char *path);

/* Makes the folder `name` and those above it, or only the last in the folder
   `all` if that is not null, locks it, and removes the traces that are in it.
   `all` has to stay open as long. With `session`, its path is put where
   processes that come later find it. 0, or -1 when all was said: the folder
   can't be made, or another recording is writing there. */
int ipoint_output_make(struct ipoint_output *output,
                       const struct ipoint_output *all, const char *name,
                       const char *session);

/* Closes and unlocks. */
void ipoint_output_close(struct ipoint_output *output);

/* Removes what has been written, and the folders that were made for it. */
void ipoint_output_abandon(struct ipoint_output *output);

/* Removes the traces in the folder `path`, and it, if nothing else is there. */
void ipoint_output_remove(const char *path);

/* Gives up the room that was kept on the disk. 0 if none was. */
int ipoint_output_use_reserve(struct ipoint_output *output);

#endif /* IPOINT_RECORD_CONSUMER_OUTPUT_H */
