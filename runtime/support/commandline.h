/*===- commandline.h - Command lines of the tools -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A tool describes its options in one table: parsing, --help, the variables of
|* the environment and the messages come from it.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_COMMANDLINE_H
#define IPOINT_SUPPORT_COMMANDLINE_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What an option's value is, and what it is stored as. */
enum ipoint_value {
  IPOINT_FLAG,   /* int, which becomes 1; has no value */
  IPOINT_NAME,   /* const char *, of a file or folder; not empty */
  IPOINT_NUMBER, /* int, from `least` to `most` */
  IPOINT_COUNT,  /* uint64_t, see ipoint_parse_count() */
  IPOINT_TIME,   /* uint64_t, nanoseconds, see ipoint_parse_time() */
  IPOINT_COUNTS, /* struct ipoint_counts_list, of IPOINT_COUNT each */
  IPOINT_CPUS,   /* cpu_set_t, of those that this process may use */
  IPOINT_WORD,   /* int, or enum: which of `words` */
  IPOINT_OTHER   /* as `read` stores it */
};

#define IPOINT_MOST_COUNTS 32
struct ipoint_counts_list {
  uint64_t counts[IPOINT_MOST_COUNTS];
  size_t count;
};

struct ipoint_option {
  const char *name;     /* without --; null: there is only the variable */
  char letter;          /* 0: none */
  const char *argument; /* what --help calls the value; null: the words */
  const char *help;     /* its lines there; null: not for users */
  enum ipoint_value kind;
  void *value;              /* what it is before is the default */
  int64_t least, most;      /* of counts and times, most 0: no limit */
  const char *const *words; /* ended by null */
  int (*read)(const char *text, void *value); /* 0: `text` is wrong */
  const char *wanted;   /* what the message about a wrong value says; null: as
                           its kind has it */
  const char *variable; /* of the environment, read before the options; null:
                           none */
};

struct ipoint_command {
  const char *name;          /* as it is called: `ipoint-calibrate clock` */
  const char *usage, *notes; /* --help: before and behind the options */
  enum ipoint_operands {
    IPOINT_NO_OPERANDS,
    IPOINT_OPERANDS,     /* before, between and behind options … */
    IPOINT_OPERANDS_LAST /* … or nothing behind the first one is an option */
  } operands;
  int has_version; /* 1: it has --version */
};

/* Reads the environment and the command line. The index of the first operand;
   or 0, when all was printed, and *code is the exit code. */
int ipoint_command_line(const struct ipoint_command *command, int argc,
                        char **argv, const struct ipoint_option *options,
                        size_t count, int *code);

/* Prints `text` and a newline: words to `width` columns, lines behind the first
   one from `indent` on; a newline in the text ends a line. The first line
   begins at `column`. */
void ipoint_print_filled(FILE *out, const char *text, int column, int indent,
                         int width);

/* The CPUs that this process may use, or none if the system doesn't say. */
cpu_set_t ipoint_usable_cpus(void);

#endif /* IPOINT_SUPPORT_COMMANDLINE_H */
