/*===- options.c - ipoint-run's command line ------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/options.h"

#include "record/consumer/output.h"
#include "support/commandline.h"
#include "support/numbers.h"
#include "support/text.h"
#include "wire/session.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MEND "; see ipoint-run --help"
#define NO_RUNS "not a number of runs; give 1 or more"
#define MOST_RUNS 999999

/* A second: what machines can take. */
#define MOST_SAMPLES 100000

/* Of --until-stable without -n, and of --baseline. */
#define RUNS_UNTIL_STABLE 100
#define RUNS_OF_PAIRS 10

/* A window of 500 records takes some ten microseconds. */
#define WINDOW_RECORDS 500
#define WINDOW_MILLISECONDS 1
/* An eighth of the time, of which calls take half at most. */
#define OVERHEAD 1.125

static const char *const policies[] = {"stream", "overwrite", "discard", NULL},
                         *const wishes[] = {"auto", "no", "yes", NULL};

const char *ipoint_policy_name(enum ipoint_policy policy) {
  return policies[policy];
}

static int read_cpu(const char *text, void *cpu) {
  cpu_set_t usable = ipoint_usable_cpus();
  int64_t number;
  if (!ipoint_parse_number(text, 0, CPU_SETSIZE - 1, &number) ||
      !CPU_ISSET((int)number, &usable))
    return 0;
  *(int *)cpu = (int)number;
  return 1;
}

/* RECORDS/MILLISECONDS */
static int read_windows(const char *text, void *value) {
  struct ipoint_options *options = value;
  char records[24];
  const char *slash = strchr(text, '/');
  int64_t number, milliseconds;
  if (!slash || slash - text >= (long)sizeof records)
    return 0;
  snprintf(records, sizeof records, "%.*s", (int)(slash - text), text);
  if (!ipoint_parse_number(records, 1, INT32_MAX, &number) ||
      !ipoint_parse_number(slash + 1, 1, INT32_MAX, &milliseconds))
    return 0;
  options->window_records = (uint32_t)number;
  options->window_ms = (uint32_t)milliseconds;
  return 1;
}

static int read_overhead(const char *text, void *value) {
  double *overhead = value;
  char *end;
  errno = 0;
  *overhead = strtod(text, &end);
  return end != text && !*end && errno == 0 && *overhead > 1 &&
         *overhead <= 100;
}

static int read_limit(const char *text, void *value) {
  uint64_t *limit = value;
  *limit = UINT64_MAX;
  return strcmp(text, "none") == 0 ||
         (ipoint_parse_count(text, limit) == IPOINT_PARSED && *limit > 0);
}

/* Bytes, to the power of two of slots that is not larger. */
static int read_ring_size(const char *text, void *value) {
  uint64_t bytes, *count = value;
  if (ipoint_parse_count(text, &bytes) != IPOINT_PARSED ||
      bytes < IPOINT_RING_MIN_COUNT * sizeof(uint64_t) ||
      bytes > IPOINT_RING_SIZE_MAX)
    return 0;
  for (*count = IPOINT_RING_MIN_COUNT; *count * 2 * sizeof(uint64_t) <= bytes &&
                                       *count * 2 <= IPOINT_RING_COUNT_MAX;)
    *count *= 2;
  return 1;
}

static int read_samples(const char *text, void *value) {
  int64_t number = IPOINT_SAMPLES_AUTO;
  int good = 1;
  if (strcmp(text, "none") == 0)
    number = IPOINT_SAMPLES_NONE;
  else if (strcmp(text, "auto") != 0)
    good = ipoint_parse_number(text, 1, MOST_SAMPLES, &number);
  *(long *)value = (long)number;
  return good;
}

static const struct ipoint_command command = {
    .name = "ipoint-run",
    .usage = "Usage: ipoint-run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
             "Run a program that was built with ipoint-cc, and write a trace "
             "of its ipoints.\n",
    .notes =
        "Environment: IPOINT_RING_SIZE is the memory for the records of one "
        "thread in bytes, with K, M or G (default 8M). IPOINT_POLICY, "
        "IPOINT_SWITCHES, IPOINT_LIMIT and IPOINT_PAUSED=1 are the defaults of "
        "--policy, --switches, --limit and --paused. IPOINT_UMASK is the mask "
        "of the modes of a trace's files, octal (default 077: none but you may "
        "read them).\n"
        "\n"
        "Standard input, output and error are the program's, and so is the "
        "exit status; 2 if the call was wrong, 126 if PROGRAM can't be run, "
        "127 if it isn't there.\n"
        "\n"
        "Examples:\n"
        "  ipoint-run -o out/trace -- ./server --once\n"
        "  ipoint-run -n 10 --pin 1 -- ./filter <input >output\n"
        "  ipoint-run -n 10 --baseline plain/filter -- ./filter input\n"
        "  ipoint-run --quiet --warm-up 2 --until-stable crc16:2% -- "
        "./handler\n"
        "  ipoint-run --load memory:1 -- ./handler\n"
        "  ipoint-run --live -- ./handler\n"
        "  ipoint-run --policy overwrite -- ./daemon\n"
        "  ipoint-run --windows 2000/10 -- ./simulation\n",
    .operands = IPOINT_OPERANDS_LAST,
    .has_version = 1};

static int read_command_line(struct ipoint_options *o, int argc, char **argv,
                             int *status) {
  const struct ipoint_option table[] = {
      {"output", 'o', "DIR",
       "write the trace into DIR, replacing a trace that is there\n"
       "(default: ipoint-trace)",
       IPOINT_NAME, .value = &o->output},
      {"profile", 0, "FILE",
       "write what the runs add up to into FILE, which all reports read "
       "(ipoint-report profile); without -o and --baseline no trace stays",
       IPOINT_NAME, .value = &o->profile},
      {"live", 0, NULL,
       "meanwhile show on standard error, once a second, what runs and how "
       "long it takes (ipoint-report live)",
       IPOINT_FLAG, .value = &o->live},
      {"label", 0, "KEY=VALUE",
       "note this in the trace, such as board=7 or firmware=2.1: sums over "
       "many runs are shown by it; may be repeated",
       IPOINT_OTHER, .value = &o->labels, .read = ipoint_label_read,
       .wanted = IPOINT_LABEL_WANTED},
      {"runs", 'n', "RUNS",
       "run the program RUNS times; traces go to DIR/run-001 ...",
       IPOINT_NUMBER, .value = &o->runs, 1, MOST_RUNS, .wanted = NO_RUNS},
      {"baseline", 0, "PLAIN",
       "run PLAIN, the same program without ipoints, before each run, and "
       "write how long main took in both to DIR/baseline (10 runs, if -n "
       "doesn't say how many)",
       IPOINT_NAME, .value = &o->baseline},
      {"recorded", 0, "RUNS",
       "record the first RUNS runs only, and run PLAIN alone in the others, "
       "where traces would be too large (default: all)",
       IPOINT_NUMBER, .value = &o->recorded, 1, MOST_RUNS, .wanted = NO_RUNS},
      {"samples", 0, "RATE",
       "run PLAIN once more each time, and sample where it spends its time, "
       "RATE times a second of the CPU's time, half that in every second run; "
       "auto: as many as cost a thirtieth of the time (default); none: don't",
       IPOINT_OTHER, .value = &o->samples, .read = read_samples,
       .wanted = "give a number from 1 to 100000, auto or none"},
      {"until-stable", 0, "WHAT",
       "run until it is known well enough, at most -n times (default 100): 2% "
       "for the mean CPU time of a run, real:2% for elapsed time, FUNCTION:2% "
       "or FUNCTION.p99:5% for the time of a function, or FUNCTION.max:20 for "
       "no new high-water mark in 20 runs",
       IPOINT_OTHER, .value = &o->stable, .read = ipoint_stable_parse,
       .wanted = "give a width, such as 2%, real:2%, FUNCTION:2% or "
                 "FUNCTION.p99:5%, or runs: FUNCTION.max:20"},
      {"warm-up", 0, "RUNS", "run it RUNS times before, unrecorded",
       IPOINT_NUMBER, .value = &o->warm_up, 0, MOST_RUNS,
       .wanted = "not a number of runs"},
      {"pin", 0, "CPU",
       "run the program on this CPU only, and write the trace from others",
       IPOINT_OTHER, .value = &o->conditions.cpu, .read = read_cpu,
       .wanted = "no such CPU for this process; `taskset -cp $$` lists them"},
      {"nice", 0, "N",
       "add N to its niceness, or take -N from it (needs privileges)",
       IPOINT_NUMBER, .value = &o->conditions.nice, -40, 39},
      {"realtime", 0, "PRIORITY",
       "run it under SCHED_FIFO, 1 to 99 (needs privileges)", IPOINT_NUMBER,
       .value = &o->conditions.realtime, 1, 99,
       .wanted = "give a priority from 1 to 99"},
      {"quiet", 0, NULL,
       "do what the process itself can do for times that repeat: one CPU, a "
       "higher priority, memory locked; says what is not allowed",
       IPOINT_FLAG, .value = &o->conditions.quiet},
      {"fixed-addresses", 0, NULL, "without address space layout randomisation",
       IPOINT_FLAG, .value = &o->conditions.fixed_addresses},
      {"load", 0, "KIND[:N]",
       "meanwhile keep N processes (default: one for each CPU) at work on the "
       "cpu, cache, memory or io: they slow it down in ways that its CPU time "
       "does not show",
       IPOINT_OTHER, .value = &o->load, .read = ipoint_load_parse,
       .wanted = "give cpu, cache, memory or io, and how many: memory:2 (at "
                 "most 256)"},
      {"policy", 0, NULL,
       "stream: keep every record, written while the program runs (default)\n"
       "overwrite: keep each thread's newest records, written at the end\n"
       "discard: keep each thread's oldest records; then its recording ends",
       IPOINT_WORD, .value = &o->policy, .words = policies,
       .variable = IPOINT_ENV_POLICY,
       .wanted = "no such policy; give stream, overwrite or discard (what "
                 "burst did, windows do: build with IPOINT_TIMED=auto)"},
      {"windows", 0, "RECORDS/MILLISECONDS",
       "in builds with IPOINT_TIMED=auto each thread times all ipoints for so "
       "many records, at random moments so far apart on average (default "
       "500/1)",
       IPOINT_OTHER, .value = o, .read = read_windows,
       .variable = IPOINT_ENV_WINDOWS,
       .wanted = "give RECORDS/MILLISECONDS, such as 500/1"},
      {"overhead", 0, "TIMES",
       "in such builds a thread may take TIMES as long for its windows and "
       "timed calls (default 1.125)",
       IPOINT_OTHER, .value = &o->overhead, .read = read_overhead,
       .variable = IPOINT_ENV_OVERHEAD,
       .wanted = "give more than 1 and at most 100, such as 1.1"},
      {"switches", 0, NULL,
       "record when threads were off CPU: yes, no or auto (default: where the "
       "kernel allows it, in silence where it doesn't)",
       IPOINT_WORD, .value = &o->switches, .words = wishes,
       .variable = IPOINT_ENV_SWITCHES, .wanted = "give yes, no or auto"},
      {"interrupts", 0, NULL,
       "record the interrupts that the kernel handles meanwhile (needs "
       "privileges; says why where it can't)",
       IPOINT_FLAG, .value = &o->interrupts},
      {"paused", 0, NULL,
       "record nothing until the program calls ipoint_start()", IPOINT_FLAG,
       .value = &o->paused, .variable = IPOINT_ENV_PAUSED,
       .wanted = "neither 0 nor 1"},
      {"no-preload", 0, NULL,
       "load no library of ipoint's into the program, for those that must be "
       "the first (AddressSanitizer)",
       IPOINT_FLAG, .value = &o->no_preload},
      {"limit", 0, "SIZE",
       "end the recording, not the program, when the trace has SIZE bytes, "
       "with K, M, G or T, or none (default: a quarter of the free space, at "
       "most 16G)",
       IPOINT_OTHER, .value = &o->limit, .read = read_limit,
       .variable = IPOINT_ENV_LIMIT,
       .wanted = "not a size; give bytes, such as 500M, or none"},
      {.kind = IPOINT_OTHER,
       .value = &o->ring_count,
       .read = read_ring_size,
       .variable = IPOINT_ENV_RING_SIZE,
       .wanted = "not a size; give bytes from 512 to 16G, such as 8M"},
      {"helper", .kind = IPOINT_NUMBER, .value = &o->helper, .least = 1,
       .most = INT32_MAX, .wanted = "no number of a process"}};
  return ipoint_command_line(&command, argc, argv, table,
                             sizeof table / sizeof *table, status);
}

/* The trace lies beside the profile. What plain runs took is in no profile. */
static int choose_trace(struct ipoint_options *options) {
  static char trace[PATH_MAX];
  if (snprintf(trace, sizeof trace, "%s.trace", options->profile) >=
      (int)sizeof trace) {
    ipoint_warn("--profile %s: the name is too long", options->profile);
    return 0;
  }
  if (access(trace, F_OK) == 0) {
    ipoint_warn("--profile %s: %s is there already; move it, or give -o",
                options->profile, trace);
    return 0;
  }
  options->output = trace;
  options->keeps_trace = options->baseline != NULL;
  return 1;
}

/* What follows from the options together. 0, when what is wrong was printed. */
static int complete(struct ipoint_options *options) {
  options->ring_count_chosen = options->ring_count != 0;
  if (!options->ring_count)
    options->ring_count = IPOINT_RING_SIZE_DEFAULT / sizeof(uint64_t);
  options->keeps_trace = options->output != NULL;
  options->numbered =
      options->runs || options->baseline || options->stable.figure;
  if (!options->runs)
    options->runs = options->stable.figure ? RUNS_UNTIL_STABLE
                    : options->baseline    ? RUNS_OF_PAIRS
                                           : 1;
  if (!options->output)
    options->output = "ipoint-trace";
  if (options->profile && !options->keeps_trace && !choose_trace(options))
    return 0;
  if (options->recorded && !options->baseline)
    ipoint_warn("--recorded is for runs of the plain program beside them: give "
                "--baseline" MEND);
  else if (options->recorded && options->stable.figure)
    ipoint_warn(
        "--until-stable judges recorded runs: leave --recorded out" MEND);
  else if (options->live && options->numbered)
    ipoint_warn("--live shows one run: leave -n, --baseline and --until-stable "
                "out" MEND);
  else if (!options->helper && !*options->command)
    ipoint_warn("no program to run" MEND);
  else {
    if (!options->recorded || options->recorded > options->runs)
      options->recorded = options->runs;
    return 1;
  }
  return 0;
}

extern char **environ;

/* instrumenter/database/Output.cpp has the same. */
static const char known[] =
    " IPOINT_BASELINE IPOINT_CONFIG IPOINT_COUNTER IPOINT_DB IPOINT_STORE "
    "IPOINT_PATHS "
    "IPOINT_INSIDE_CC IPOINT_LEVEL IPOINT_LIMIT IPOINT_OVERHEAD IPOINT_PAUSED "
    "IPOINT_POLICY IPOINT_PRELOADED IPOINT_PROFILE IPOINT_RING_SIZE IPOINT_RUN "
    "IPOINT_RUNTIME IPOINT_SAMPLES IPOINT_SESSION IPOINT_STRICT "
    "IPOINT_SWITCHES IPOINT_TAIL_CALLS IPOINT_TIMED IPOINT_TRACE_DIR "
    "IPOINT_TWIN IPOINT_UMASK IPOINT_WINDOWS ";

static int is_known(const char *name, size_t length) {
  const char *at = known;
  while ((at = strstr(at + 1, "IPOINT_")))
    if (strncmp(at, name, length) == 0 && at[length] == ' ')
      return 1;
  return 0;
}

static void warn_of_unknown_variables(void) {
  char **variable;
  for (variable = environ; *variable; variable++) {
    size_t length = strcspn(*variable, "=");
    if (strncmp(*variable, "IPOINT_", strlen("IPOINT_")) == 0 &&
        !is_known(*variable, length))
      ipoint_warn("warning: %.*s: no tool reads such a variable", (int)length,
                  *variable);
  }
}

int ipoint_options_parse(struct ipoint_options *options, int argc, char **argv,
                         int *status) {
  int first;
  memset(options, 0, sizeof *options);
  options->window_records = WINDOW_RECORDS;
  options->window_ms = WINDOW_MILLISECONDS;
  options->overhead = OVERHEAD;
  options->conditions.cpu = -1;
  options->samples = IPOINT_SAMPLES_AUTO;
  *status = 2;
  warn_of_unknown_variables();
  if (!ipoint_read_umask(&options->mask))
    return -1;
  first = read_command_line(options, argc, argv, status);
  options->command = argv + first;
  return first > 0 && complete(options) ? 0 : -1;
}
