/*===- drain.h - All rings of a session on their way into a trace ---------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   session folder ──find──> streams ──drain──> stream files
|*                  ──read──> unit records ────> metadata (record.c)
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_DRAIN_H
#define IPOINT_CONSUMER_DRAIN_H

#include "consumer/windows.h"
#include "consumer/stream.h"
#include "consumer/session.h"
#include "consumer/counts.h"
#include "consumer/units.h"

struct ipoint_process {
  uint32_t pid;
  int handle; /* pidfd; -1: the kernel has none */
  int gone;
  uint64_t began; /* when it has executed another program last, ticks; or 0 */
};

struct ipoint_drain {
  const struct ipoint_session *session;
  struct ipoint_trace trace;
  uint64_t rate; /* ticks per second, roughly */
  struct ipoint_stream **streams;
  size_t stream_count;
  struct ipoint_process *processes; /* that record, and still run */
  size_t process_count;
  int executed; /* 1: one of these does so, and its old rings are not ended */
  size_t processes_seen;     /* since the beginning */
  struct ipoint_units units; /* of processes that have gone */
  struct ipoint_sums counts; /* of these; in the end, of all */
  uint32_t changes; /* the control page's count when the folder was looked at */
  uint64_t found,
      looked; /* when the folder, and the processes, were looked at; ticks */
  uint64_t pending; /* records in all rings, when they were looked at */
  uint64_t sleep;   /* ns until the next look, where nothing is urgent */
  struct ipoint_windows windows;
  int error; /* errno if memory ran out */
};

struct ipoint_totals {
  uint64_t records, lost, overwritten, repaired, unsure;
  uint64_t counted; /* ends of paths in count tables */
  uint64_t spent;   /* by timing, where threads have these, ticks */
  size_t threads;   /* that have records; handlers of theirs not counted */
  size_t damaged;
  size_t intruded;   /* rings with records of two processes */
  size_t cut;        /* rings that the program has cut off … */
  uint32_t cut_by;   /* … the process of the first … */
  char cut_file[32]; /* … and its file in the session's folder */
  int error;         /* errno of the first write that failed */
};

/* Drains once what is worth it. Returns how long to sleep before the next call,
 * ns. */
uint64_t ipoint_drain_poll(struct ipoint_drain *drain);

/* Finds and writes all that was recorded before the call. */
void ipoint_drain_flush(struct ipoint_drain *drain);

/* How many recorded processes still run, `except` (0: none) not counted. */
size_t ipoint_drain_running(struct ipoint_drain *drain, uint32_t except);

/* Finds what is left, drains and closes everything. */
void ipoint_drain_finish(struct ipoint_drain *drain);

struct ipoint_totals ipoint_drain_totals(const struct ipoint_drain *drain);

/* The distinct unit records of all processes, in order of their first
   id; the caller frees them. */
uint32_t (*ipoint_drain_units(const struct ipoint_drain *drain,
                              size_t *count))[10];

void ipoint_drain_free(struct ipoint_drain *drain);

#endif /* IPOINT_CONSUMER_DRAIN_H */
