/*===- perffile.h - Writes files of samples as perf does ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* One event and its records (docs/formats.md; Linux's own description is
|* tools/perf/Documentation/perf.data-file-format.txt). The records are the
|* kernel's, or made here of what another sampler has seen.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_PERFFILE_H
#define IPOINT_RECORD_CONSUMER_PERFFILE_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

/* Of records that are made here: whose they are, and when, ns of
   CLOCK_MONOTONIC_RAW. */
struct ipoint_perf_who {
  uint32_t pid, tid;
  uint64_t time;
};

/* All zero: not in use. */
struct ipoint_perf_file {
  int file;         /* descriptor; not owned */
  uint64_t written; /* bytes of records that the file has … */
  size_t waiting;   /* … and that it is to have next */
  int error;        /* errno of what failed first; nothing is written then */
  _Alignas(uint64_t) uint8_t buffer[16384];
};

/* The event whose samples we take: a CPU's use in user mode, each `period` ns,
   by the software clock; all records have struct ipoint_perf_who. */
struct perf_event_attr ipoint_perf_file_event(uint64_t period);

/* Begins a file, which is empty, of samples of one event. It is not whole until
   it is ended. */
void ipoint_perf_file_begin(struct ipoint_perf_file *out, int file,
                            const struct perf_event_attr *attributes);

/* A whole record. */
void ipoint_perf_file_put(struct ipoint_perf_file *out,
                          const struct perf_event_header *record);

/* The records of ipoint_perf_file_event() that are made here. */
void ipoint_perf_file_sample(struct ipoint_perf_file *out,
                             const struct ipoint_perf_who *who,
                             uint64_t address, uint64_t period);

/* Code of `name` from `offset` on was mapped to `begin`. */
void ipoint_perf_file_map(struct ipoint_perf_file *out,
                          const struct ipoint_perf_who *who, uint64_t begin,
                          uint64_t length, uint64_t offset, const char *name);

/* The process has executed a program of this name. */
void ipoint_perf_file_exec(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who, const char *name);

/* The process was forked by `parent`. */
void ipoint_perf_file_fork(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who, uint32_t parent);

/* `count` samples could not be kept. */
void ipoint_perf_file_lost(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who, uint64_t count);

/* Writes what waits. */
void ipoint_perf_file_flush(struct ipoint_perf_file *out);

/* Writes the rest, and makes the file whole. */
void ipoint_perf_file_end(struct ipoint_perf_file *out);

#endif /* IPOINT_RECORD_CONSUMER_PERFFILE_H */
