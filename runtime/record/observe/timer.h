/*===- timer.h - Samples that a program takes of itself -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   a library in the program ──slots in a file (wire/plainrun.h)──> perf's
|*   records
|*
|* The file is the program's, which may spoil it: it is read, not mapped, and
|* nothing in it is believed. The maps of the program's code are those of its
|* beginning; where a sample lies in none of them, it is looked for what was
|* mapped since.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_TIMER_H
#define IPOINT_RECORD_OBSERVE_TIMER_H

#include "record/consumer/perffile.h"
#include "wire/plainrun.h"

/* Addresses that are known to be in a file's map, or in none. */
struct ipoint_known_code {
  uint64_t begin, end;
  uint32_t pid;
};

/* All zero: not in use. */
struct ipoint_timer {
  int shared;    /* descriptor of the file that the program writes; not owned */
  uint64_t read; /* slots that were */
  struct ipoint_known_code *known;
  size_t known_count;
  int begun;              /* 1: the program's maps were written */
  uint64_t samples, lost; /* how many; which found no slot */
  uint64_t time;          /* ns for which the samples stand */
};

/* Makes the file, which is empty, ready for a program that is to take a sample
   each `period` ns. 0, or -1 and errno. */
int ipoint_timer_begin(struct ipoint_timer *timer, int shared, uint64_t period);

/* Makes records of what has come. */
void ipoint_timer_poll(struct ipoint_timer *timer, struct ipoint_perf_file *out,
                       const char *program);

/* errno: why the program took no samples; 0: it does. ENOENT: the library was
   not loaded into it. When it has begun. */
int ipoint_timer_error(const struct ipoint_timer *timer);

/* Makes records of the rest. The program has ended. */
void ipoint_timer_finish(struct ipoint_timer *timer,
                         struct ipoint_perf_file *out, const char *program);

#endif /* IPOINT_RECORD_OBSERVE_TIMER_H */
