/*===- windows.h - When threads time all their ipoints --------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Opens the windows of all threads (wire/counts.h) at random moments. The time
|* from one to the next has an exponential distribution, so that no period of
|* the program coincides with them.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_WINDOWS_H
#define IPOINT_CONSUMER_WINDOWS_H

#include <stddef.h>
#include <stdint.h>

struct ipoint_window_file {
  uint64_t number; /* of the table in its process */
  uint32_t pid;
  int file;
};

struct ipoint_windows {
  uint64_t
      period;    /* mean time from one to the next, ticks; 0: there are none */
  uint64_t next; /* when the next ones open, ticks */
  uint64_t random;                  /* state of the generator, not 0 */
  struct ipoint_window_file *files; /* by process and number */
  size_t count;
};

/* `name` is a file of counts in `folder` that may have windows. */
void ipoint_windows_add(struct ipoint_windows *windows, int folder,
                        const char *name);
/* The process has ended. */
void ipoint_windows_drop(struct ipoint_windows *windows, uint32_t pid);

/* Opens them, if it is time. */
void ipoint_windows_open(struct ipoint_windows *windows, uint64_t now);

/* Ticks until then; UINT64_MAX where no thread has windows. */
uint64_t ipoint_windows_left(const struct ipoint_windows *windows,
                             uint64_t now);

void ipoint_windows_free(struct ipoint_windows *windows);

#endif /* IPOINT_CONSUMER_WINDOWS_H */
