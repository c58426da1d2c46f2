/*===- answer.h - What a subcommand found, printed in any format --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_ANSWER_H
#define IPOINT_CALIBRATOR_ANSWER_H

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

/* One thing that holds for all: text, or a number (NAN: not known) with what
   follows it in text. */
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

/* The next cell of the last table, row by row. NAN: nothing is known. */
void ipoint_answer_text_cell(struct ipoint_answer *answer, const char *text);
void ipoint_answer_cell(struct ipoint_answer *answer, double number);

/* A sentence for the reader; in text it stands behind what was added before. */
void ipoint_answer_note(struct ipoint_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Lines for text alone, as they are. */
void ipoint_answer_lines(struct ipoint_answer *answer, const char *lines);

/* Prints and frees it. The exit code, 2 with a message if it can't be
   written. */
int ipoint_answer_finish(struct ipoint_answer *answer,
                         const struct ipoint_common *common);

/* `number` for people: three digits or more, thousands apart. */
void ipoint_show_number(char *out, size_t size, double number);

#endif /* IPOINT_CALIBRATOR_ANSWER_H */
