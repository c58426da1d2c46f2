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
#include "support/commandline.h"

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

#endif /* IPOINT_CALIBRATOR_SUBCOMMAND_H */
