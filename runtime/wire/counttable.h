/*===- counttable.h - A count table as a file of the session --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* counts-PID-N: a page (of any processor) whose beginning is this header and
|* whose end is a struct ipoint_window, and the entries by their index, 64 bits
|* each. What lies before `first` is a hole.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_COUNTTABLE_H
#define IPOINT_WIRE_COUNTTABLE_H

#include <stdint.h>

/* Their sum, in the trace's folder: readers of CTF take what is not hidden for
   a stream. */
#define IPOINT_COUNTS_NAME ".counts"
#define IPOINT_TIMES_NAME ".times"
/* In that folder, made by who watches: while it was changed in the last
   seconds, ipoint-run writes the sum so far once a second. */
#define IPOINT_COUNTS_WANTED IPOINT_COUNTS_NAME "-wanted"
#define IPOINT_COUNTS_PREFIX "counts-"
#define IPOINT_COUNTS_MAGIC UINT64_C(0x31746e6370706970) /* "pippcnt1" */
#define IPOINT_COUNTS_HEADER_SIZE 65536u
/* As in the database. */
#define IPOINT_COUNTS_END (UINT32_C(1) << 28)

/* Units whose states are known. */
#define IPOINT_STATES_MAX 4096u

struct ipoint_counts_header {
  uint64_t magic;      /* IPOINT_COUNTS_MAGIC, stored last */
  uint64_t first, end; /* indices that may have been counted */
  /* Ranges of these in which nothing is counted: states of calls and
     iterations, by unit. */
  uint32_t states;
  struct ipoint_index_range {
    uint32_t first, end;
  } state[IPOINT_STATES_MAX];
};

/* Of the thread's windows, right in front of the entries. */
struct ipoint_window {
  uint64_t since;  /* counter, less `spent`, when this process got the table: an
                      iteration that began before is its parent's */
  uint64_t per_ms; /* ticks of a millisecond; 0: not known */
  uint64_t excess; /* of `spent` since `seen`: what probes that took long have
                      taken beyond what they may, on or off CPU */
  uint64_t seen;   /* counter … */
  uint64_t seen_cpu; /* … and CPU time, with `before`, us, when it was looked
                        last how much of that was off CPU */
  uint64_t allowed;  /* what probes may take of a millisecond of the thread's
                        CPU time, ticks */
  uint64_t apart;    /* of `spent`: by the process that has forked this one, and
                        off CPU */
  uint64_t before;   /* CPU time of threads that have had this table, less that
                        of this thread when it took it, us; modulo 2^64 */
  uint32_t tried; /* CPU time, with `before`, when calls were tried last, ms */
  uint32_t allocated; /* first index whose memory is allocated */
  uint64_t measured;  /* CPU time, with `before`, when `calls` was 0, us */
  uint64_t cost;      /* of a record in a window, ticks */
  uint64_t spent;     /* ticks that probes have taken so far */
  uint64_t advance;   /* bytes that a record takes in the ring: 0 while probes
                         warm up, and what they store is overwritten */
  uint32_t records;   /* of each window; 0: there are none */
  int32_t left;       /* that the one under way may still have */
  uint32_t calls;     /* and iterations that were timed since `measured` */
  uint8_t phase;      /* enum ipoint_window_phase */
  uint8_t factor;     /* see core/calls.c; not 0 */
  uint8_t reserved;
  uint8_t open; /* 1: ipoints have records. Set by the drain at random moments,
                   and taken back by the thread. */
};

/* In the entry that says whether a function's calls, or a loop's iterations,
   are timed. */
struct ipoint_call_state {
  uint8_t off;      /* 1: they do not last */
  uint8_t calls;    /* since it was decided last … */
  uint8_t switched; /* how often it went off, modulo 256 */
  uint8_t unused;
  uint32_t ticks; /* … and what they took */
};

enum ipoint_window_phase {
  IPOINT_WINDOW_NONE,
  /* The code of probes has not run since the last window: what it misses in the
     caches must not be in any time. */
  IPOINT_WINDOW_WARMS,
  IPOINT_WINDOW_RECORDS
};

#endif /* IPOINT_WIRE_COUNTTABLE_H */
