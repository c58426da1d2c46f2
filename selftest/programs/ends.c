/*===- ends.c - Standard streams, an exit status, a kill ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#define _POSIX_C_SOURCE 200809L
#include "selftest.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long lines;

static void copy_line(const char *line) {
  lines++;
  fputs(line, stdout);
  fprintf(stderr, "line %lu\n", lines);
}

void selftest_work(void) {
  char line[80];
  while (fgets(line, sizeof line, stdin))
    copy_line(line);
  if (getenv("SELFTEST_KILL")) {
    selftest_facts();
    fflush(stdout);
    kill(getpid(), SIGKILL);
  }
}

void selftest_facts(void) {
  selftest_fact("calls", "copy_line", "-", lines);
  if (!getenv("SELFTEST_KILL"))
    exit(7);
}
