/*===- metadata.h - The trace's metadata file -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* docs/formats.md, "Traces", is the contract.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_METADATA_H
#define IPOINT_RECORD_CONSUMER_METADATA_H

#include "ipoint/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a trace lacks, beside single records. */
enum ipoint_missing {
  IPOINT_MISSING_RINGS,     /* the rest of a ring: the program overwrote it */
  IPOINT_MISSING_OWNERS,    /* of a ring, two processes have written into it */
  IPOINT_MISSING_THREADS,   /* threads that got no ring */
  IPOINT_MISSING_PROCESSES, /* that read another counter */
  IPOINT_MISSING_RUNTIMES,  /* in processes that have another one */
  IPOINT_MISSING_RUNNING,   /* processes that ran on behind the trace's end */
  IPOINT_MISSING_UNITS,     /* unit records */
  IPOINT_MISSING_KINDS
};

/* How it is counted and printed. */
extern const struct ipoint_missing_kind {
  const char *key;     /* in the metadata */
  size_t counted;      /* where recorded processes count it, in struct
                          ipoint_control (uint32_t); 0: they don't */
  const char *message; /* of ipoint-run, where there is some: # is the number,
                          {one|several} goes with it; null: a special one */
} ipoint_missing_kinds[IPOINT_MISSING_KINDS];

/* What adding up the number of a path takes in code that was compiled without
   optimisation, thousandths of a tick; all 0: not measured. */
struct ipoint_sum_overhead {
  uint64_t path_mean; /* a record of the number; 0: as an untimed probe */
  uint64_t path_more; /* what one takes more that adds to the number */
  uint64_t add_mean, set_mean, clear_mean; /* not to 0, and to 0 */
};

/* What the user calls a run, for sums over many (docs/outputs.md): KEY=VALUE,
   of which a later one replaces that of the same key. */
#define IPOINT_MOST_LABELS 32
#define IPOINT_LABEL_WANTED                                                    \
  "give KEY=VALUE, such as board=7: a key of letters, digits and _ that "      \
  "begins with a letter, a value without control characters, 200 bytes at "    \
  "most, and at most 32 of them"
struct ipoint_labels {
  const char *texts[IPOINT_MOST_LABELS];
  size_t count;
};

/* Adds the label `text` to `labels`, a struct ipoint_labels; 0: it is none, or
   there is no room. */
int ipoint_label_read(const char *text, void *labels);

/* `seconds` since the epoch as 2026-11-28T05:31:00Z, until the next call;
   empty: no such year. */
const char *ipoint_date(int64_t seconds);

/* Strings are the caller's, and not null unless
   it is said. Units as in the table of formats.md.
 */
/* What a core's counter was to that of core 0 (docs/formats.md). */
struct ipoint_core_clock {
  int is_compared;
  int64_t offset, drift; /* ticks */
  uint64_t offset_error;
};

struct ipoint_metadata {
  uint8_t uuid[16];
  uint64_t rate; /* Hz */
  int64_t offset_seconds;
  uint64_t offset_ticks;              /* less than rate */
  const char *date;                   /* of its start, UTC; null: not known */
  const struct ipoint_labels *labels; /* null: none */
  const char *program, *build_id, *arguments, *hostname, *kernel, *machine,
      *cpu, *policy, *clock_source;
  int clock_steady; /* -1: not known */
  const char *hypervisor, *clock_kernel;
  uint64_t clock_skew, clock_skew_error; /* ticks */
  uint64_t clock_rate_error; /* of the rate, in thousand millionths */
  int64_t clock_drift;       /* the same, against the steered clock */
  uint64_t clock_resolution, overhead_timed_mean, overhead_untimed_mean,
      overhead_timed_min, overhead_timed_spread;
  uint64_t overhead_error; /* of both means, thousandths; 0: not known */
  uint64_t overhead_called_timed_mean, overhead_called_untimed_mean,
      overhead_called_timed_min; /* the first 0: not measured */
  uint64_t overhead_window_timed_mean, overhead_window_untimed_mean,
      overhead_window_timed_min; /* likewise */
  struct ipoint_sum_overhead overhead_sums;
  uint64_t samples_period, samples_taken; /* of the program itself; ns */
  int clock_waits;
  int exit_status, exit_signal;
  uint64_t wall_ns, user_us, system_us, voluntary_switches,
      involuntary_switches;
  uint64_t minor_faults, major_faults, peak_memory; /* the latter bytes */
  int64_t migrations; /* from one CPU to another; -1: not known */
  int niceness;       /* that the program was started with … */
  int realtime;       /* … and its priority under SCHED_FIFO; 0: none */
  int fixed_addresses, memory_locked;
  const char *load; /* what ran beside it, `cpu:2`; empty: nothing of ours;
                       null: from minor_faults on nothing is known */
  int warm_up;      /* runs before, of the same call */
  uint64_t counted; /* what the file `counts` adds up to */
  uint64_t times_in_place; /* entries of the file `.times` */
  /* By each of their probes that ends a path, begins and ends a call, 1/256
     ticks. */
  uint64_t times_masked, times_masked_enter, times_masked_leave;
  uint64_t records, records_lost, records_overwritten, records_repaired,
      records_unsure;
  uint64_t ring_bytes, ring_bytes_least;
  uint64_t missing[IPOINT_MISSING_KINDS];
  const char *switches; /* where they come from, or why there are none; null:
                           none could be recorded */
  uint64_t switches_recorded, switches_lost, switches_uncertainty;
  const char *kernel_interrupts; /* the same of interrupts that the kernel
                                    handled; null: they were not asked for */
  uint64_t kernel_interrupts_recorded;
  const char *interrupts, *softirqs, *cpus_used; /* null: not known */
  /* Of a target of several cores, by their numbers; null: there is one. */
  const struct ipoint_core_clock *cores;
  size_t core_count;
  const char *const *task_names; /* of tasks; may have null in it */
  const uint32_t *task_numbers;
  size_t task_count;
  int complete;
  const char
      *ended;     /* why recording ended before the program; null: it didn't */
  uint64_t limit; /* bytes; 0: there is none */
  const uint32_t (*units)[IPOINT_UNIT_WORDS]; /* distinct unit records */
  size_t unit_count;
  const char *const *databases; /* paths, where they were built */
  size_t database_count;
};

/* Writes the whole file. Errors show in ferror(out). */
void ipoint_metadata_write(FILE *out, const struct ipoint_metadata *metadata);

#endif /* IPOINT_RECORD_CONSUMER_METADATA_H */
