/*===- streamrecords.h - From frames' records to a trace ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Records go to the trace as they come. Where each core has another counter,
|* each core's times are by its counter at first, and what has come is kept in a
|* file without a name: at the end, when all comparisons (compared.h) are known,
|* it comes once more, and the trace is written anew in one time.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_STREAMRECORDS_H
#define IPOINT_IMPORT_STREAMRECORDS_H

#include "import/compared.h"
#include "import/import.h"

#include <stdio.h>

struct ipoint_stream_core {
  struct ipoint_whole_times times;
  int timed;     /* 1: it has had a timed record … */
  int64_t more;  /* … this many ticks later than by its first known round */
  int after_gap; /* 1: rounds of the counter may be missing, too */
  uint64_t now;  /* time of its last record */
  uint64_t records;
  struct ipoint_compared compared;
};

/* Of one recording. */
struct ipoint_stream_records {
  struct ipoint_import *import; /* its trace, which is open */
  struct ipoint_stream_core of[IPOINT_DUMP_CORES];
  uint32_t cores;
  struct ipoint_merge merge; /* of several */
  FILE *spool;               /* null: nothing is to come once more */
  int aligned;               /* 1: it does … */
  uint64_t from;          /* … this many ticks later, so that none is below 0 */
  uint64_t missing, lost; /* on the line, and on the target */
  int error;              /* errno */
};

/* For a trace of `cores` cores; `shared`: all are known to read one counter. */
void ipoint_stream_begin(struct ipoint_stream_records *stream,
                         struct ipoint_import *import, uint32_t cores,
                         int shared);

/* They are known to. */
void ipoint_stream_share(struct ipoint_stream_records *stream);

/* What a frame has (struct ipoint_frame_events). */
void ipoint_stream_take(struct ipoint_stream_records *stream, uint32_t core,
                        uint32_t bits, uint32_t missing, uint32_t lost,
                        const uint64_t *records, size_t count);

/* Nothing follows. */
void ipoint_stream_end(struct ipoint_stream_records *stream);

void ipoint_stream_free(struct ipoint_stream_records *stream);

/* Whether what is of this core is wanted. */
int ipoint_stream_wants(const struct ipoint_stream_records *stream,
                        uint32_t core);

#endif /* IPOINT_IMPORT_STREAMRECORDS_H */
