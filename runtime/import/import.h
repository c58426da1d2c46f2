/*===- import.h - What becomes of memory dumps ----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   dump (ipoint/dump.h) ──read──> records ──split──> records by task,
|*   switches among them ──write──> trace
|*   dumps of samples (ipoint/sampler.h) + firmware ──> samples-001 …, baseline
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_IMPORT_H
#define IPOINT_IMPORT_IMPORT_H

#include "record/consumer/countsums.h"
#include "ipoint/dump.h"
#include "record/consumer/metadata.h"
#include "record/consumer/output.h"
#include "record/consumer/packets.h"

#include <limits.h>
#include <stddef.h>

/* The ring of a core. */
struct ipoint_dump_ring {
  struct ipoint_dump_header header;
  struct ipoint_dump_core core; /* zeros where there is one core */
  const char *why; /* it is left out: a text that lives on; null: it is kept */
  /* Oldest first; the dump's memory, in this machine's byte order. Timed ones
     hold the low 40 bits of times. */
  uint64_t *records;
  uint64_t *times; /* of each record, ticks since the counter's first known
                      round began; untimed ones have that of the one before */
  size_t count;
  uint64_t overwritten; /* older records */
  /* What was added to its times to make them core 0's, and within how many
     ticks that is right; and by how much that grew up to the last comparison of
     the counters. */
  int64_t offset, drift;
  uint64_t offset_error;
  uint64_t elapsed; /* ticks between both comparisons; 0: there was one */
};

struct ipoint_dump {
  struct ipoint_dump_header header; /* of the first ring that is kept */
  int is_big;                       /* the target has the high byte first */
  struct ipoint_dump_ring *rings;   /* in the order of the cores' numbers */
  uint32_t ring_count;
  int64_t only; /* the core that is to be kept; below 0: all */
  uint32_t (*units)[IPOINT_UNIT_WORDS];
  size_t unit_count;
  /* What one probe adds, and how far from that the truth may be, thousandths of
     a tick. */
  uint64_t overhead_timed, overhead_untimed, overhead_error;
  /* The same of what adds up numbers of paths without optimisation, thousandths
     of a tick; all 0: not measured. */
  struct ipoint_sum_overhead sums;
  size_t counted_units; /* that have counts … */
  int has_counts;       /* … there is a part for them */
  struct ipoint_sums counts;
  uint32_t wraps_unknown; /* of counts: each is 2^32 that some count lacks */
  int is_64;              /* addresses have 64 bits; 0 without counts, too */
  uint32_t run;           /* IPOINT_RUN of bare.c */
  uint32_t begun[4];      /* words of the first slots, as they are */
  /* Times, by index in the count table; none: the target has no part for them.
   */
  size_t timed_units;
  uint32_t time_bits, bins, starts;
  /* By probes that begin calls, that end paths, and that end calls, so that
     interrupts come behind them, 1/256 ticks; 0: not known. */
  uint32_t masked[3];
  uint32_t long_slots; /* for long visits; 0: the target has none */
  size_t about_words;  /* of what is known of the times of a core */
  struct ipoint_dump_visit *visits; /* long ones: by core, as they ended */
  size_t visit_count;
  struct ipoint_dump_time *entries;
  size_t entry_count;
  uint32_t *entry_bins;                   /* as many for each */
  uint32_t *part_bins;                    /* behind them, for a core's part */
  const struct ipoint_dump_time **sorted; /* by their indices */
  uint64_t span; /* ticks from the start to the last probe with a time … */
  uint64_t spans[IPOINT_DUMP_CORES]; /* … on each core; that is the most */
  size_t times_full;                 /* entries that take no more */
  size_t counts_full;                /* that hold no more */
  /* Those that were being written and have nothing in them. */
  size_t times_torn;
};

/* Times that a target has added up, those of an index in the count table. */
struct ipoint_dump_time {
  uint32_t index;
  uint32_t count, other; /* as in struct ipoint_times (ipoint/times.h) */
  uint32_t min, max;
  uint64_t sum, above;
  uint64_t max_at;    /* ticks since the start */
  uint32_t low, high; /* edges of bins; 2^32 - 1: none */
  int is_state;       /* not of a path */
  int is_self;        /* `other` is a path */
  int is_torn;        /* it was being written */
  int is_full;        /* another core's did not go in */
};

/* A long visit. */
struct ipoint_dump_visit {
  uint32_t index, ticks, number; /* as in struct ipoint_dump_long (dump.h) */
  uint32_t core;
  uint64_t at; /* when it ended, ticks since the core's start */
};

/* Takes what follows the counts, of the `count` unit records at `unit`. What is
   wrong with it, or null. */
const char *ipoint_dump_take_times(struct ipoint_dump *dump,
                                   const uint32_t *unit, size_t count,
                                   const uint32_t *words, const uint32_t *end);

/* How many entries the file `.times` has. */
size_t ipoint_times_entries(const struct ipoint_dump *dump);

/* Writes the file `.times` of a trace (docs/formats.md), if there are any. 0,
   or errno. */
int ipoint_times_write(const struct ipoint_dump *dump, int output);

/* The least ticks that are in `bin` of an entry. */
uint64_t ipoint_dump_low(const struct ipoint_dump *dump,
                         const struct ipoint_dump_time *entry, uint32_t bin);

/* Takes from the sums of `dump` those of an earlier dump of the same run, so
   that they are of the time between them, and puts what they were into
   `before`. What was being written then stays as it was before. Null, or why
   they are no dumps of one run; then nothing is changed. */
const char *ipoint_dump_since(struct ipoint_dump *dump,
                              struct ipoint_dump *before);

/* Of `bytes`, memory from `address` on, a memory dump, of the firmware with the
   ELF file at `program`. The caller frees it; null, and in `why` what is wrong,
   a text that lives on. */
uint8_t *ipoint_ram_dump(const char *program, const uint8_t *bytes,
                         uint64_t address, size_t *size, const char **why);

/* Reads a memory dump of `size` bytes; of several cores all, or what is of the
   core `only` where that is not below 0. 0, or -1 and in `why` what is wrong
   with it, a text that lives on. The caller frees it in both cases. */
int ipoint_dump_read(struct ipoint_dump *dump, const void *bytes, size_t size,
                     int64_t only, const char **why);

/* Finds the rings of the cores in the dump's `size` bytes, and what is wrong
   with each. Null, or what is wrong with all. */
const char *ipoint_dump_rings(struct ipoint_dump *dump, const uint32_t *words,
                              size_t size);

/* Takes no record of a dump. */
void ipoint_dump_forget(struct ipoint_dump *dump);

/* Null, or what is wrong with a header. */
const char *ipoint_dump_fault(const struct ipoint_dump_header *header);

/* Bytes of the ring of a core, with all that belongs to it. */
size_t ipoint_dump_stride(const struct ipoint_dump *dump);

/* Makes the times of all rings core 0's. */
void ipoint_dump_align(struct ipoint_dump *dump);

void ipoint_dump_free(struct ipoint_dump *dump);

/* The header and the first slots at `words`, which are at least
   IPOINT_DUMP_FIXED bytes. Null, or what is wrong with them. */
#define IPOINT_DUMP_FIXED                                                      \
  (sizeof(struct ipoint_dump_header) +                                         \
   IPOINT_DUMP_BASE_SLOTS * IPOINT_DUMP_SLOT)
const char *ipoint_dump_describe(struct ipoint_dump *dump,
                                 const uint32_t *words);

/* Takes as many of the `most` unit records at `words` as there are, those of
   counts among them, and returns how many; SIZE_MAX without memory. */
size_t ipoint_dump_units(struct ipoint_dump *dump, const uint32_t *words,
                         size_t most);

/* From values of a counter of `bits` bits to ticks since its first known round
   began. */
struct ipoint_whole_times {
  uint32_t bits;
  uint64_t high, last; /* rounds; the value of the last timed record */
  uint64_t base;       /* high is 0 in this round, by the target's counting … */
  int known;           /* … if that was seen */
  int jumped;          /* 1: the target knows of rounds that no record saw */
};

/* The time of `record`, which is made whole where it is a timed one. 0: it is
   IPOINT_ID_WRAPS, and no record of the program. */
int ipoint_whole_time(struct ipoint_whole_times *times, uint64_t *record,
                      uint64_t *time);

/* "dwt", "systick" ...; "unknown" for a number that has no name. */
const char *ipoint_dump_clock_name(const struct ipoint_dump *dump);

/* Words of a dump in this machine's order: whether the one that begins with
   `magic` has the high byte first; and `count` words of it. */
int ipoint_dump_is_big(const uint8_t *bytes, uint32_t magic);
void ipoint_dump_words(uint32_t *words, const uint8_t *bytes, size_t count,
                       int is_big);

/* A kernel's tasks share the ring of their core. What runs outside of tasks
   (before the first one, handlers while the kernel chooses the next) is task 0;
   where older records were overwritten, so is what came before the first switch
   that was kept. */
struct ipoint_task {
  uint32_t number;
  int is_outside;    /* 1: of a core other than the first */
  int64_t core;      /* that ran it last; -1: none did */
  uint64_t last;     /* time of the last record */
  char *name;        /* null: not known */
  uint64_t *records; /* as a dump's */
  uint64_t *times;
  size_t count, room;
  uint64_t switches, all;    /* records that were added: switches, and all */
  struct ipoint_packets out; /* once something of it was written */
};

/* What a core does. */
struct ipoint_core {
  uint64_t error;  /* ticks by which its times may be wrong */
  size_t outside;  /* the task for what runs outside of tasks on it */
  size_t now;      /* the task that runs */
  int between;     /* 1: the kernel is choosing the next … */
  uint64_t since;  /* … since then */
  int outside_ran; /* 1: something outside of tasks has run meanwhile */
  int coming;      /* 1: the next TASK names the one that came at `since` */
  int unsure;      /* 1: records are missing; it is not known which task runs */
  uint64_t missing; /* of them, as far as they are not in a task's yet */
  uint32_t naming;  /* the task whose name comes, and what has come of it */
  char text[129];
  size_t length;
};

struct ipoint_tasks {
  struct ipoint_task *tasks; /* the first is task 0 */
  size_t count;
  struct ipoint_core *cores;
  uint32_t core_count;
  uint32_t core;   /* whose records come */
  int cores_named; /* 1: what runs outside of tasks has its number for good */
  int switched;    /* 1: there are tasks */
  uint64_t lost;   /* all that are missing */
  uint64_t moves;  /* of tasks from core to core … */
  uint64_t unsure_moves; /* … so soon that their order is not known */
  uint64_t repaired; /* records that were earlier than the one before them */
  uint64_t last;     /* time of the last record */
  int failed;        /* 1: there was no memory for something */
};

/* Prints what is to be known of the cores and records in the dump `image`, of
   which the trace `trace` was made. */
void ipoint_dump_print_core(const struct ipoint_dump *dump, const char *image,
                            uint32_t number);
void ipoint_dump_print(const struct ipoint_dump *dump, const char *image,
                       const char *trace, const struct ipoint_tasks *tasks);

/* Makes task 0 in `tasks`, which are zeros, and what else runs outside of tasks
   on `cores` cores; -1 without memory. The caller frees it in both cases. */
int ipoint_tasks_begin(struct ipoint_tasks *tasks, uint32_t cores);

/* Of several cores each has a name now, and those behind the first the least
   numbers that no task has. -1 without memory. */
int ipoint_tasks_name_cores(struct ipoint_tasks *tasks);

/* Adds what is in the rings of a dump, in the order of time. */
void ipoint_tasks_take(struct ipoint_tasks *tasks,
                       const struct ipoint_dump *dump);

/* Adds records in their order; where no switch was recorded, all are task 0's.
 */
void ipoint_tasks_add(struct ipoint_tasks *tasks, uint64_t record,
                      uint64_t time);

/* Here `count` records of the core are missing: in each task that does not run
   on another one what is open has no time, and what follows on this core is of
   no known task up to the next switch, and missing, too. */
void ipoint_tasks_lost(struct ipoint_tasks *tasks, uint64_t count);

/* What has come of several cores, and waits until it is known that nothing
   earlier comes of another one. All zeros at first. */
struct ipoint_merge {
  struct ipoint_dump waiting; /* rings of records and times alone */
  size_t at[IPOINT_DUMP_CORES], room[IPOINT_DUMP_CORES];
  uint64_t last; /* time of the last record that came */
};

/* With this number of records waiting, a core that is silent is not waited for.
 */
#define IPOINT_MERGE_RECORDS 65536u

/* The time at which a counter of `span` values was `value`: of all possible
   ones that nearest to `time`. */
int64_t ipoint_time_near(uint64_t value, int64_t time, int64_t span);

/* Adds a record of one of `cores` cores; IPOINT_ID_LOST: its value has how many
   are missing here. -1 without memory. */
int ipoint_merge_add(struct ipoint_merge *merge, uint32_t core, uint32_t cores,
                     uint64_t record, uint64_t time);

/* Adds to tasks what need not wait; `all`: nothing more comes. */
void ipoint_merge_take(struct ipoint_merge *merge, struct ipoint_tasks *tasks,
                       int all);

void ipoint_merge_free(struct ipoint_merge *merge);

/* Calls a task `name`; -1 without memory. */
int ipoint_tasks_name(struct ipoint_tasks *tasks, uint32_t number,
                      const char *name);

void ipoint_tasks_free(struct ipoint_tasks *tasks);

/* A trace that is being written, at once or as its records come. */
struct ipoint_import {
  const char *program;             /* what the trace calls it */
  uint64_t rate;                   /* of the counter; 0: as the target has it */
  char path[PATH_MAX];             /* of the trace */
  const struct ipoint_output *all; /* where it lies, and has this name; null: */
  const char *name;                /* it is at the path */
  struct ipoint_output output;     /* its folder */
  struct ipoint_trace trace;
  struct ipoint_tasks tasks;
  struct ipoint_dump about; /* what is known of the target and its units */
  const char *clock;        /* what the metadata call it; null: as `about` */
  uint64_t resolution;      /* of it, ticks; 0: 1 */
  const uint32_t *numbers;  /* of tasks that the user has named */
  const char *const *names;
  size_t name_count; /* of these */
  struct ipoint_labels labels;
  char date[32]; /* when it began, UTC */
  int64_t only;  /* the core whose part of a dump is taken; below 0: all */
};

/* Makes the folder for what `import` has so far, and a random identity, which
   may be replaced before anything is written. 0, or 2 when the reason was
   printed. */
int ipoint_import_open(struct ipoint_import *import);

/* Removes what has been written to streams, so that all records can come once
   more. 0, or errno. */
int ipoint_import_again(struct ipoint_import *import);

/* Writes what tasks hold to their streams; 0, or errno. */
int ipoint_import_flush(struct ipoint_import *import);

/* Writes the metadata as of now, of a trace that is complete or will go on. 0,
   or errno. */
int ipoint_import_describe(struct ipoint_import *import, int complete);

/* Ends the trace: 0; or, if `error` or what is left to be written fails,
   removes it and prints why: 2. */
int ipoint_import_close(struct ipoint_import *import, int error);

/* What was made for it, but for the folder. */
void ipoint_import_free(struct ipoint_import *import);

/* Writes traces of what comes from a file, a device or `host:port` in frames
   (docs/formats.md) to `output`: one of each time that the target starts its
   recording. `begin` has the program's name, the rate and names of tasks.
   `elf`: firmware whose unit records are taken where they did not come; null:
   none. `itm`: the stimulus port of the trace packets (itm.h) that the frames
   come in; -1: they come by themselves. Ends where the source does, or by
   SIGINT or SIGTERM. 0, or 2 after saying what is wrong. */
int ipoint_import_stream(const char *source, const char *output,
                         const char *elf, int itm,
                         const struct ipoint_import *begin);

/* Writes the trace of the memory dump at `images`, or, of several dumps of one
   run, one trace of each time between two: run-001 … in the folder of that
   path. `ram`: they are of memory from this address on, and the program is an
   ELF file; UINT64_MAX: they are memory dumps. 0, or 2 after saying what is
   wrong. */
int ipoint_import_dumps(struct ipoint_import *import, char *const *images,
                        uint64_t ram);

/* What ipoint-run --baseline makes of a host's programs (docs/formats.md), of
   firmware: writes the files into the folder `output`, beside the traces
   run-001 … that are there. `program` is the plain firmware's ELF file. Dumps
   of runs that were not sampled give the firmware's time. `rate`: ticks of the
   counter per second; 0: as the dumps have it. 0, or 2 after saying what is
   wrong. */
int ipoint_import_samples(const char *output, const char *program,
                          char *const *dumps, uint64_t rate);

/* Writes the trace of ids that a logic analyser has taken down (bare/pins.c), a
   file of values that changed: `is_csv`, or VCD. `import` has the path of the
   trace and the program, the firmware's ELF file. `bits` are names of signals,
   lowest bit first, commas between; the last is the one that alternates. Null:
   all, in the order in which the file has them. What lasted less than `settle`
   ns is passed over. 0, or 2 after saying what is wrong. */
int ipoint_import_pins(struct ipoint_import *import, const char *path,
                       int is_csv, const char *bits, uint64_t settle);

/* Writes the trace of ids that come from `source`, a file, a device or
   `host:port`, in trace packets of a Cortex-M, written to stimulus port `port`
   (bare/pins.c with -DIPOINT_ITM). `import` has the rate of the packets' time
   stamps, too. Ends where the source does, or by SIGINT or SIGTERM. 0, or 2
   after saying what is wrong. */
int ipoint_import_stimulus(struct ipoint_import *import, const char *source,
                           unsigned port);

#endif /* IPOINT_IMPORT_IMPORT_H */
