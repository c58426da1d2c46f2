/*===- calibrator.h - ipoint-calibrate: subcommands, and what they print --===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_TOOL_CALIBRATOR_H
#define IPOINT_CALIBRATE_TOOL_CALIBRATOR_H

#include "calibrate/gaps.h"
#include "support/commandline.h"

#include <stdint.h>
#include <stdio.h>

enum ipoint_format { IPOINT_TEXT, IPOINT_JSON, IPOINT_CSV };

/* What all subcommands are asked. */
struct ipoint_common {
  enum ipoint_format format;
  const char *table; /* the one that CSV has */
};

/* A column. `key` is its name in JSON and CSV, with the unit; `head` that over
   it in text. */
struct ipoint_column {
  const char *key, *head;
};

/* All texts are copied. A subcommand adds to an answer what it finds, and
   prints it when all of it is there: an error in between leaves nothing half
   written. Memory that runs out ends the program, exit 2. */
struct ipoint_answer;

/* Of a subcommand of this name. The caller frees it. */
struct ipoint_answer *ipoint_answer_new(const char *subcommand);
void ipoint_answer_free(struct ipoint_answer *answer);

/* One fact outside the tables: text, or a number (NAN: not known) with the
   unit that follows it in text. */
void ipoint_answer_fact(struct ipoint_answer *answer, const char *key,
                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ipoint_answer_number(struct ipoint_answer *answer, const char *key,
                          double number, const char *unit);

/* Begins a table with columns of static duration. `key` is its name, `title`
   stands over it in text. */
void ipoint_answer_table(struct ipoint_answer *answer, const char *key,
                         const char *title, const struct ipoint_column *columns,
                         size_t count);

#define IPOINT_TABLE(answer, key, title, columns)                              \
  ipoint_answer_table(answer, key, title, columns,                             \
                      sizeof(columns) / sizeof *(columns))

/* The next cell, or cells, of the last table, row by row. NAN: nothing is
   known. */
void ipoint_answer_text_cell(struct ipoint_answer *answer, const char *text);
void ipoint_answer_cells(struct ipoint_answer *answer, const double *numbers,
                         size_t count);
#define IPOINT_CELLS(answer, ...)                                              \
  ipoint_answer_cells(answer, (const double[]){__VA_ARGS__},                   \
                      sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/* A sentence for the reader; in text it stands behind what was added before. */
void ipoint_answer_note(struct ipoint_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Lines for text alone, as they are. */
void ipoint_answer_lines(struct ipoint_answer *answer, const char *lines);

/* Prints and frees it. The exit code, 2 with a message if it can't be
   written. */
int ipoint_answer_finish(struct ipoint_answer *answer,
                         const struct ipoint_common *common);

/* A subcommand: a source file each, named in ipoint-calibrate.c. */
struct ipoint_subcommand {
  const char *name, *summary;
  const char *about, *notes; /* --help: before and behind the options */
  const char *const *tables; /* those of its answer, the first one CSV's;
                                null-terminated */
  /* Reads its options from `argv` behind its name and does it. Exit code. */
  int (*run)(const struct ipoint_subcommand *self, int argc, char **argv);
};

extern const struct ipoint_subcommand ipoint_subcommand_clock,
    ipoint_subcommand_grind, ipoint_subcommand_noise, ipoint_subcommand_load,
    ipoint_subcommand_tune;

/* Reads the command line: `options` (at most 16) and those of all. -1: go on;
   otherwise all was printed, and it is the exit code. */
int ipoint_arguments_read(const struct ipoint_subcommand *self, int argc,
                          char **argv, struct ipoint_common *common,
                          const struct ipoint_option *options, size_t count);

/* Operating system, kernel, compiler of this tool, CPU, hypervisor, the clock
   that the kernel goes by. */
void ipoint_host_describe(struct ipoint_answer *answer);

/* One line on stderr of what goes on, in the place of the one before; only on a
   terminal. Null takes it away. */
void ipoint_progress(const char *line);

/* Measures each form of probe, and adds the table `probes`. */
void ipoint_answer_probes(struct ipoint_answer *answer);

/* Runs osnoise and hwlat in a private instance of tracefs, each for
   `nanoseconds`, and adds what they report as table `tracers`. Where they are
   not there, or not to be used, adds a note of why. Nothing stays as it was
   not. */
void ipoint_answer_tracers(struct ipoint_answer *answer, uint64_t nanoseconds);

struct ipoint_tracer_sums {
  double samples, noise_us, runtime_us, largest_us, hardware;
};

/* Adds a line of a trace: of osnoise (columns RUNTIME, NOISE, share, largest,
   HW, ...), or of hwlat (`inner/outer(us): 12/14`). 1; 0 if it is neither. */
int ipoint_tracer_line(const char *line, struct ipoint_tracer_sums *sums);

/* Interruptions of a CPU that come regularly. */
struct ipoint_source {
  double period_ns, error_ns, chance; /* see struct ipoint_period */
  size_t events;
  double cycles;    /* share of the cycles that have one */
  double length_ns; /* the median */
  double share;     /* of the time, without what else came in some of them */
};

#define IPOINT_MOST_SOURCES 8

/* Looks for them among the gaps, those that take most time first; returns how
   many there are. `ticks` is how long was watched. */
size_t ipoint_sources_find(const struct ipoint_gap *gaps, size_t count,
                           uint64_t ticks, double tick_ns,
                           struct ipoint_source sources[IPOINT_MOST_SOURCES]);

/* Adds the table `periods` for them, and a row for each. */
void ipoint_answer_sources_begin(struct ipoint_answer *answer);
void ipoint_answer_source(struct ipoint_answer *answer, int cpu,
                          const struct ipoint_source *source);

#endif /* IPOINT_CALIBRATE_TOOL_CALIBRATOR_H */
