/*===- ipoint-run.c - Runs a program and writes the trace of its ipoints --===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/machine.h"
#include "record/consumer/output.h"
#include "record/run/pairs.h"
#include "record/run/neighbours.h"
#include "record/run/recording.h"
#include "support/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
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

/* Runs of one call of ipoint-run. */
struct runs {
  struct ipoint_options *options;
  const char *program;
  struct ipoint_output all; /* of numbered runs: the folder that holds theirs */
  struct ipoint_pairs pairs;
  struct ipoint_recording sum, last;
  double *cpu, *real; /* seconds that each took; null: there was no memory */
  unsigned done;
  int is_stable;
  off_t input; /* where what each run reads begins; -1: not to be had again */
  time_t begin;
};

/* Says which of several runs failed. */
static void say_failed(const struct ipoint_options *options, const char *kind,
                       unsigned number, unsigned count, int status) {
  const char *after = options->baseline ? "; there is no comparing" : "";
  if (status == 0)
    return;
  if (WIFSIGNALED(status))
    ipoint_warn("%srun %u of %u was ended by signal %d%s", kind, number, count,
                WTERMSIG(status), after);
  else
    ipoint_warn("%srun %u of %u ended with exit status %d%s", kind, number,
                count, WEXITSTATUS(status), after);
}

static void rewind_input(const struct runs *runs) {
  if (runs->input >= 0)
    lseek(STDIN_FILENO, runs->input, SEEK_SET);
}

/* On a terminal, where it takes longer: how far it is. Null takes that away. */
static void show_progress(const struct runs *runs, const char *kind,
                          unsigned number, unsigned count) {
  if (count < 2 || !isatty(STDERR_FILENO) || time(NULL) - runs->begin < 2)
    return;
  fprintf(stderr, "\r\033[K");
  if (kind)
    fprintf(stderr, "%srun %u of %s%u ", kind, number,
            runs->options->stable.figure ? "at most " : "", count);
}

/* Runs of which nothing is noted; 0, or the exit code. */
static int warm_up(struct runs *runs) {
  const struct ipoint_options *options = runs->options;
  struct ipoint_run *run = &runs->last.run;
  unsigned i;
  for (i = 1; i <= options->warm_up; i++) {
    int error;
    show_progress(runs, "warm-up ", i, options->warm_up);
    rewind_input(runs);
    error = ipoint_run_start(run, runs->program, options->command, NULL,
                             &options->conditions, NULL, NULL);
    if (error) {
      ipoint_warn("%s: can't be run: %s", runs->program, strerror(error));
      return 126;
    }
    while (!ipoint_run_nap(run, 1000000000u, NULL))
      ;
    runs->sum.run.status = run->status;
    if (run->abandoned)
      return 128 + run->abandoned;
    say_failed(options, "warm-up ", i, options->warm_up, run->status);
    if (run->status)
      return 1;
  }
  rewind_input(runs);
  return 0;
}

/* One that is recorded, with the number done + 1; 0, or the exit code. */
static int record_run(struct runs *runs) {
  const struct ipoint_options *options = runs->options;
  char number[16];
  int code, status = runs->sum.run.status;
  rewind_input(runs);
  snprintf(number, sizeof number, "run-%03u", runs->done + 1);
  code = ipoint_record(
      options, runs->program, options->numbered ? &runs->all : NULL,
      options->numbered ? number : options->output, &runs->last);
  if (code)
    return code;
  ipoint_summary_add(&runs->sum, &runs->last);
  runs->sum.run.status =
      status ? status : runs->last.run.status; /* the first that failed */
  ipoint_run_seconds(&runs->last.run, &runs->cpu[runs->done],
                     &runs->real[runs->done]);
  runs->done++;
  if (options->numbered)
    say_failed(options, "", runs->done, options->runs, runs->last.run.status);
  return 0;
}

/* Whether the last run makes more of them needless; -1: an error, printed. */
static int are_enough(struct runs *runs) {
  char trace[PATH_MAX];
  if (!runs->options->stable.figure)
    return 0;
  snprintf(trace, sizeof trace, "%s/run-%03u", runs->options->output,
           runs->done);
  return ipoint_stable_note(&runs->options->stable, &runs->last.run, trace);
}

/* All runs; 0, or the exit code when one could not be done. */
static int do_runs(struct runs *runs) {
  const struct ipoint_options *options = runs->options;
  struct ipoint_pairs *pairs = options->baseline ? &runs->pairs : NULL;
  const struct ipoint_run *last = &runs->last.run;
  while (runs->done < options->runs && !runs->is_stable) {
    int code = 0;
    show_progress(runs, "", runs->done + 1, options->runs);
    if (pairs)
      code = ipoint_pairs_run_plain(pairs, runs->done + 1);
    if (code && pairs->run.ended && pairs->run.status)
      runs->sum.run.status = pairs->run.status;
    if (code)
      return code;
    if (runs->done >= options->recorded) {
      if ((code = ipoint_pairs_note(pairs, ++runs->done, NULL)) != 0)
        return code;
      continue;
    }
    if ((code = record_run(runs)) != 0)
      return code;
    if (last->abandoned || WIFSIGNALED(last->status) || (pairs && last->status))
      break;
    if (pairs && (code = ipoint_pairs_note(pairs, runs->done, last)))
      return code;
    rewind_input(runs);
    if ((code = are_enough(runs)) < 0)
      return 2;
    runs->is_stable = code;
  }
  return 0;
}

/* What was asked for of the machine and the runs; 0, or the exit code. */
static int prepare(struct runs *runs) {
  struct ipoint_options *options = runs->options;
  int code = ipoint_conditions_choose(&options->conditions);
  runs->pairs.shared.file = runs->pairs.slots.file = -1;
  runs->input = lseek(STDIN_FILENO, 0, SEEK_CUR); /* each run reads the same */
  runs->begin = time(NULL);
  runs->cpu = calloc(options->runs, sizeof *runs->cpu);
  runs->real = calloc(options->runs, sizeof *runs->real);
  if (!code && (!runs->cpu || !runs->real)) {
    ipoint_warn("%s", strerror(errno));
    code = 2;
  }
  if (code)
    return code;
  ipoint_preload_hooks(options);
  if ((code = ipoint_load_begin(&options->load)) != 0)
    return code;
  if ((code = warm_up(runs)) != 0 || !options->baseline)
    return code;
  return ipoint_pairs_begin(&runs->pairs, &runs->all);
}

/* 2 where there is nothing to report on, else 0. */
static int say(const struct runs *runs) {
  const struct ipoint_options *options = runs->options;
  int code = ipoint_summary_say(options, &runs->sum, runs->program, runs->done)
                 ? 0
                 : 2;
  if (options->numbered)
    ipoint_summary_say_times(
        runs->cpu, runs->real,
        runs->done < options->recorded ? runs->done : options->recorded);
  ipoint_pairs_say(&runs->pairs);
  if (options->stable.figure)
    ipoint_stable_say(&options->stable, runs->is_stable);
  return code;
}

static void free_runs(struct runs *runs) {
  ipoint_load_end(&runs->options->load);
  ipoint_pairs_end(&runs->pairs);
  ipoint_stable_free(&runs->options->stable);
  free(runs->cpu);
  free(runs->real);
}

int main(int argc, char **argv) {
  static struct ipoint_options options;
  static struct runs runs; /* stacks may be small (ulimit -s) */
  static char program[PATH_MAX];
  int code;
  if (ipoint_options_parse(&options, argc, argv, &code) != 0)
    return code;
  ipoint_run_prepare(options.mask);
  if (options.helper)
    return ipoint_record_helper(&options);
  code = find_program(options.command[0], program);
  if (code)
    return code;
  runs.options = &options;
  runs.program = program;
  if (options.baseline &&
      (code = ipoint_pairs_check(&runs.pairs, &options, program)) != 0)
    return code;
  if (!ipoint_output_check(options.output) ||
      (options.numbered &&
       ipoint_output_make(&runs.all, NULL, options.output, NULL) != 0))
    return 2;
  runs.sum.replaced = runs.all.replaced;
  code = prepare(&runs);
  if (!code)
    code = do_runs(&runs);
  show_progress(&runs, NULL, 0, options.runs);
  if (options.numbered && code && runs.done == 0)
    ipoint_output_abandon(&runs.all);
  else if (options.numbered)
    ipoint_output_close(&runs.all);
  if (options.profile && code && runs.done != 0)
    ipoint_warn("what was recorded is in %s", options.output);
  if (!code) {
    int failed = options.profile ? ipoint_report_profile(&options) : 0;
    code = say(&runs);
    if (failed || runs.last.run.abandoned)
      code = failed;
  }
  free_runs(&runs);
  if (code && runs.sum.run.status)
    ipoint_run_end_alike(runs.sum.run.status);
  if (code)
    return code;
  if (runs.last.run.abandoned)
    return 128 + runs.last.run.abandoned;
  ipoint_run_end_alike(runs.sum.run.status);
}
