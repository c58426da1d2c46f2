/*===- drain.h - All rings of a session on their way into a trace ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_DRAIN_H
#define IPOINT_RECORD_CONSUMER_DRAIN_H

#include "record/consumer/countsums.h"
#include "record/consumer/sessionfolder.h"
#include "support/guard.h"
#include "record/consumer/packets.h"
#include "wire/ring.h"

#include <stddef.h>
#include <stdint.h>

/* Under policies `overwrite` and `discard`: all records before `position` were
   published before the counter read `time`. */
struct ipoint_checkpoint {
  uint64_t position, time;
};

struct ipoint_stream {
  struct ipoint_ring_header
      *ring; /* mapped; null once it is drained and the thread has ended */
  uint64_t
      slots; /* as found when mapped, and checked: the header is not ours */
  enum ipoint_policy policy;
  struct ipoint_guard guard; /* over the ring; `cut`: the program has taken a
                                part of it away */
  char file_name[32];        /* of the ring, in the session's folder */
  int foreign;      /* 1: its numbers are those of another PID namespace */
  uint32_t handler; /* as in the ring */
  char name[IPOINT_NAME_SIZE]; /* of its thread; empty: it has none */
  uint64_t named;              /* when that was looked for last, ticks … */
  uint64_t patience;           /* … and how long it will do */
  struct ipoint_packets out;   /* to the stream file */
  int waiting;      /* 1: no thread has the ring yet; only ring, slots and
                       out.pid mean something */
  uint64_t drained; /* when it was drained last: the counter as it was before */
  uint64_t left;    /* records in the ring, after the last look at it */
  uint64_t lost, overwritten; /* records */
  uint64_t unsure; /* records whose times may be too early, by multiples of 2^40
                      ticks: the ring was not read for too long */
  int damaged;
  int gone;     /* 1: its thread is no more, and all that it stored is there */
  int intruded; /* 1: a forked process has written into the ring too */
  struct ipoint_checkpoint *checkpoints;
  size_t checkpoint_count;
};

/* Maps the ring file `name` in `folder` and makes its stream file in the trace.
   0 if the ring is not ready or is no ring: try again later. Unlinks the ring
   file once it is mapped. */
int ipoint_stream_open(struct ipoint_stream *stream, int folder,
                       const char *name, struct ipoint_trace *trace);

/* Records that wait in the ring. Ticks: `now` was read before the call.
   Policies `overwrite` and `discard`: 0, and a checkpoint is made where one is
   due. To be called more often than every 2^39 ticks. */
uint64_t ipoint_stream_pending(struct ipoint_stream *stream, uint64_t now,
                               uint64_t rate);

/* Policy `stream`: writes what is there. */
void ipoint_stream_drain(struct ipoint_stream *stream);

/* The end: drains (policies `overwrite` and `discard`: what is there, the
 * oldest first), closes. */
void ipoint_stream_close(struct ipoint_stream *stream);

/* Ends `stream` but for the ring, which its process keeps for another thread:
   `next` waits for that. 0 if it did not keep it after all: there is no next.
 */
int ipoint_stream_pass_on(struct ipoint_stream *stream,
                          struct ipoint_stream *next);

/* 1 if the ring is what it was made as. 0 once the program has cut it off, by
   truncating its file: `guard.cut` is set then, and nothing more comes of it.
 */
int ipoint_stream_is_whole(struct ipoint_stream *stream);

/* Of a waiting stream: 1 if a thread has the ring now; the stream has begun. */
int ipoint_stream_begins(struct ipoint_stream *stream);

/* What all streams have, and what they lack. */
struct ipoint_totals {
  uint64_t records, lost, overwritten, repaired, unsure;
  uint64_t counted; /* paths and iterations of counted loops */
  uint64_t spent;   /* by timing, where threads have these, ticks */
  size_t threads;   /* that have records; handlers of theirs not counted */
  size_t damaged;
  size_t intruded;   /* rings with records of two processes */
  size_t cut;        /* rings that the program has cut off … */
  uint32_t cut_by;   /* … the process of the first … */
  char cut_file[32]; /* … and its file in the session's folder */
  int error;         /* errno of the first write that failed */
};

/* Adds one of them. */
void ipoint_stream_add(struct ipoint_totals *totals,
                       const struct ipoint_stream *stream);

/* Each process has a file of them in the session's folder. Those of processes
   that have gone are kept here, each once, and their files are removed: a build
   has thousands of processes. */

struct ipoint_units {
  uint32_t (*units)[IPOINT_UNIT_WORDS];
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
                            size_t *count))[IPOINT_UNIT_WORDS];

/* The databases that units are from. */
struct ipoint_databases {
  char *text;         /* what the paths point into */
  const char **paths; /* each once, in the order in which they were noted */
  size_t count;
};

/* What the recorded processes have noted in `folder`. The caller frees text
   and paths. */
struct ipoint_databases ipoint_units_databases(int folder);

/* Opens the windows of all threads (wire/counttable.h) at random moments. The
   time from one to the next has an exponential distribution, so that no period
   of the program coincides with them. */

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

/*   session folder ──find──> streams ──drain──> stream files
                    ──read──> unit records ────> metadata */

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
  int counts_seen;           /* 1: one of these has counts */
  struct ipoint_units units; /* of processes that have gone */
  struct ipoint_sums counts; /* of these; in the end, of all */
  uint32_t changes; /* the control page's count when the folder was looked at */
  uint64_t found,
      looked; /* when the folder, and the processes, were looked at; ticks */
  uint64_t polled;  /* when the rings were looked at last, ticks … */
  uint64_t pending; /* … and how many records were in all of them */
  uint64_t sleep;   /* ns until the next look, where nothing is urgent */
  struct ipoint_windows windows;
  int error; /* errno if memory ran out */
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

void ipoint_drain_free(struct ipoint_drain *drain);

/* Looks how the stream's thread is called: as it says itself
   (ipoint_name_thread()), or else as the system has it, if that is not what all
   threads of its process are called that were given no name. What was found
   before stays where nothing is found. */
void ipoint_name_look(struct ipoint_stream *stream);

/* Names of threads and their numbers, in arrays that the caller frees; the
   names are the streams'. Each number comes once, with the name that was found
   last.
 */
struct ipoint_names {
  const char **names;
  uint32_t *numbers;
  size_t count;
};
struct ipoint_names ipoint_names_of(const struct ipoint_drain *drain);

#endif /* IPOINT_RECORD_CONSUMER_DRAIN_H */
