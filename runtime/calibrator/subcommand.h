/*===- subcommand.h - What ipoint-calibrate can do ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_SUBCOMMAND_H
#define IPOINT_CALIBRATOR_SUBCOMMAND_H

#include "calibrator/answer.h"

#include <sched.h>
#include <stdint.h>

/* A subcommand: a source file each, named in ipoint-calibrate.c. */
struct ipoint_subcommand {
  const char *name, *summary;
  const char *help;          /* all of what --help prints */
  const char *const *tables; /* those of its answer, the first one CSV's;
                                null-terminated */
  /* Reads its options from `argv` behind its name and does it. Exit code. */
  int (*run)(const struct ipoint_subcommand *self, int argc, char **argv);
};

extern const struct ipoint_subcommand ipoint_subcommand_clock,
    ipoint_subcommand_grind, ipoint_subcommand_noise, ipoint_subcommand_load,
    ipoint_subcommand_tune;

enum ipoint_value {
  IPOINT_COUNT,  /* uint64_t, see ipoint_parse_count() */
  IPOINT_TIME,   /* uint64_t, nanoseconds, see ipoint_parse_time() */
  IPOINT_FILE,   /* const char * */
  IPOINT_SWITCH, /* const char *, "yes" or "no" */
  IPOINT_CPUS,   /* cpu_set_t, of those that this process may use */
  IPOINT_FLAG,   /* int, which becomes 1; has no value */
  IPOINT_COUNTS  /* struct ipoint_counts_list, of IPOINT_COUNT each */
};

#define IPOINT_MOST_COUNTS 32
struct ipoint_counts_list {
  uint64_t counts[IPOINT_MOST_COUNTS];
  size_t count;
};

/* An option of a subcommand's own. All but flags take a value. */
struct ipoint_argument {
  const char *name;
  enum ipoint_value kind;
  void *value;          /* what it is before is the default */
  uint64_t least, most; /* of what is counted or times; most 0: no limit */
};

/* What all of them take: --format, --table, --help. */
struct ipoint_common {
  enum ipoint_format format;
  const char *table; /* null: the first one */
};

/* Reads the command line. 0: go on; otherwise all has been said, and *code is
   the exit code. At most 16 arguments. */
int ipoint_arguments_read(const struct ipoint_subcommand *self, int argc,
                          char **argv, struct ipoint_common *common,
                          const struct ipoint_argument *arguments, size_t count,
                          int *code);

/* The CPUs that this process may use, or none if the system doesn't say. */
cpu_set_t ipoint_usable_cpus(void);

#endif /* IPOINT_CALIBRATOR_SUBCOMMAND_H */
