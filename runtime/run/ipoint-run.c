/*===- ipoint-run.c - Runs a program and writes the trace of its ipoints --===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/cpus.h"
#include "ipoint/record.h"
#include "observe/machine.h"
#include "consumer/output.h"
#include "run/pairs.h"
#include "run/preload.h"
#include "run/record.h"
#include "run/summary.h"
#include "support/warn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* 0, or the exit code after saying what is wrong with the program's name. */
static int find_program(const char *name, char *path) {
  int code = ipoint_find_program(name, path);
  if (code == 127)
    ipoint_warn(
        "%s: there is no such program%s", name,
        strchr(name, '/') ? "" : " in PATH; give its path, such as ./program");
  else if (code)
    ipoint_warn("%s: can't be run: %s", name, strerror(errno));
  return code;
}

/* Says which of several runs failed. */
static void say_failed(const struct ipoint_options *options, unsigned number,
                       int status) {
  const char *after = options->baseline ? "; there is no comparing" : "";
  if (!options->numbered || status == 0)
    return;
  if (WIFSIGNALED(status))
    ipoint_warn("run %u of %u was ended by signal %d%s", number, options->runs,
                WTERMSIG(status), after);
  else
    ipoint_warn("run %u of %u ended with exit status %d%s", number,
                options->runs, WEXITSTATUS(status), after);
}

/* All runs; 0, or the exit code when one could not be done. */
static int do_runs(const struct ipoint_options *options, const char *program,
                   const struct ipoint_output *all, struct ipoint_pairs *pairs,
                   struct ipoint_recording *sum, struct ipoint_recording *last,
                   unsigned *done) {
  char number[16];
  off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR); /* each run reads the same */
  for (*done = 0; *done < options->runs;) {
    int code = 0, status = sum->run.status;
    if (pairs)
      code = ipoint_pairs_run_plain(pairs, *done + 1);
    if (code && pairs->run.ended && pairs->run.status)
      sum->run.status = pairs->run.status;
    if (code)
      return code;
    if (*done >= options->recorded) {
      ++*done;
      if ((code = ipoint_pairs_note(pairs, *done, NULL)) != 0)
        return code;
      continue;
    }
    if (input >= 0)
      lseek(STDIN_FILENO, input, SEEK_SET);
    snprintf(number, sizeof number, "run-%03u", *done + 1);
    code = ipoint_record(options, program, all, all ? number : options->output,
                         last);
    if (code)
      return code;
    ipoint_summary_add(sum, last);
    sum->run.status =
        status ? status : last->run.status; /* the first that failed */
    ++*done;
    say_failed(options, *done, last->run.status);
    if (last->run.abandoned || WIFSIGNALED(last->run.status))
      break;
    if (pairs && last->run.status)
      break;
    if (pairs && (code = ipoint_pairs_note(pairs, *done, &last->run)))
      return code;
    if (input >= 0)
      lseek(STDIN_FILENO, input, SEEK_SET);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct ipoint_options options;
  struct ipoint_recording sum, last;
  struct ipoint_pairs pairs;
  struct ipoint_output all; /* of numbered runs: the folder that holds theirs */
  char program[PATH_MAX];
  unsigned done;
  int code;
  if (ipoint_options_parse(&options, argc, argv, &code) != 0)
    return code;
  ipoint_run_prepare(options.mask);
  if (options.helper)
    return ipoint_record_helper(&options);
  code = find_program(options.command[0], program);
  if (!code)
    code = ipoint_cpus_begin(options.cpu, (pid_t)options.helper);
  if (code)
    return code;
  if (!ipoint_output_check(options.output) ||
      (options.numbered &&
       ipoint_output_make(&all, NULL, options.output, NULL) != 0))
    return 2;
  memset(&sum, 0, sizeof sum);
  memset(&pairs, 0, sizeof pairs);
  pairs.shared.file = pairs.slots.file = -1;
  done = 0;
  ipoint_preload_hooks(&options);
  if (options.baseline)
    code = ipoint_pairs_begin(&pairs, &options, &all, program);
  if (!code)
    code = do_runs(&options, program, options.numbered ? &all : NULL,
                   options.baseline ? &pairs : NULL, &sum, &last, &done);
  if (options.numbered && code && done == 0)
    ipoint_output_abandon(&all);
  else if (options.numbered)
    ipoint_output_close(&all);
  if (!code) {
    ipoint_summary_say(&options, &sum, program, done);
    ipoint_pairs_say(&pairs);
  }
  ipoint_pairs_end(&pairs);
  if (code && sum.run.status)
    ipoint_run_end_alike(sum.run.status);
  if (code)
    return code;
  if (last.run.abandoned)
    return 128 + last.run.abandoned;
  ipoint_run_end_alike(sum.run.status);
}
