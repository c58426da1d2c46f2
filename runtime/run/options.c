/*===- options.c - ipoint-run's command line ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/options.h"

#include "consumer/output.h"
#include "run/environment.h"
#include "wire/session.h"
#include "support/commandline.h"
#include "support/warn.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MEND "; see ipoint-run --help"
#define NO_LIMIT "not a size; give bytes, such as 500M, or none"

/* A second: what machines can take. */
#define MOST_SAMPLES 100000

/* Of --until-stable without -n. */
#define MOST_RUNS 100

/* A window of 500 records takes some ten microseconds. */
#define WINDOW_RECORDS 500
#define WINDOW_MILLISECONDS 1
/* An eighth of the time, of which calls take half at most. */
#define OVERHEAD 1.125

/* A number from least to most, with nothing behind it. */
static int parse_number(const char *text, long least, long most, long *number) {
  char *end;
  errno = 0;
  *number = strtol(text, &end, 10);
  return *text && !*end && errno == 0 && *number >= least && *number <= most;
}

#define POLICIES                                                               \
  "give stream, overwrite or discard (what burst did, windows do: build with " \
  "IPOINT_TIMED=auto)"
#define OVERHEADS "give more than 1 and at most 100, such as 1.1"
#define WINDOWS "give RECORDS/MILLISECONDS, such as 500/1"

static const char *const policies[] = {"stream", "overwrite", "discard"};

const char *ipoint_policy_name(enum ipoint_policy policy) {
  return policies[policy];
}

/* RECORDS/MILLISECONDS */
static int parse_windows(const char *text, struct ipoint_options *options) {
  char records[24];
  const char *slash = strchr(text, '/');
  long number, milliseconds;
  if (!slash || slash - text >= (long)sizeof records)
    return 0;
  snprintf(records, sizeof records, "%.*s", (int)(slash - text), text);
  if (!parse_number(records, 1, INT32_MAX, &number) ||
      !parse_number(slash + 1, 1, INT32_MAX, &milliseconds))
    return 0;
  options->window_records = (uint32_t)number;
  options->window_ms = (uint32_t)milliseconds;
  return 1;
}

static int parse_overhead(const char *text, double *overhead) {
  char *end;
  errno = 0;
  *overhead = strtod(text, &end);
  return end != text && !*end && errno == 0 && *overhead > 1 &&
         *overhead <= 100;
}

static int parse_wish(const char *text, enum ipoint_wish *wish) {
  if (strcmp(text, "auto") == 0)
    *wish = IPOINT_AUTO;
  else if (strcmp(text, "no") == 0)
    *wish = IPOINT_NO;
  else if (strcmp(text, "yes") == 0)
    *wish = IPOINT_YES;
  else
    return 0;
  return 1;
}

static int parse_policy(const char *text, struct ipoint_options *options) {
  int i;
  for (i = 0; i < 3; i++)
    if (strcmp(text, policies[i]) == 0) {
      options->policy = (enum ipoint_policy)i;
      return 1;
    }
  return 0;
}

/* A number, with K, M, G or T behind it. */
static int parse_bytes(const char *text, uint64_t *bytes) {
  static const char units[] = "KMGT";
  const char *unit;
  char *end;
  unsigned shift = 0;
  errno = 0;
  *bytes = strtoull(text, &end, 10);
  if (errno || end == text || *text < '0' || *text > '9')
    return 0;
  unit = *end ? strchr(units, *end) : NULL;
  if (unit) {
    shift = 10 * (unsigned)(unit - units + 1);
    end++;
  }
  if (*end || *bytes > UINT64_MAX >> shift)
    return 0;
  *bytes <<= shift;
  return 1;
}

static int parse_limit(const char *text, struct ipoint_options *options) {
  if (strcmp(text, "none") == 0) {
    options->limit = UINT64_MAX;
    return 1;
  }
  return parse_bytes(text, &options->limit) && options->limit > 0;
}

/* Bytes, with K, M or G behind them, to the power of two of slots that is not
 * larger. */
static int parse_ring_size(const char *text, uint64_t *count) {
  uint64_t bytes;
  if (!parse_bytes(text, &bytes) ||
      bytes < IPOINT_RING_MIN_COUNT * sizeof(uint64_t) ||
      bytes > IPOINT_RING_SIZE_MAX)
    return 0;
  for (*count = IPOINT_RING_MIN_COUNT; *count * 2 * sizeof(uint64_t) <= bytes &&
                                       *count * 2 <= IPOINT_RING_COUNT_MAX;)
    *count *= 2;
  return 1;
}

static int parse_samples(const char *text, long *samples) {
  *samples = IPOINT_SAMPLES_AUTO;
  if (strcmp(text, "auto") == 0)
    return 1;
  *samples = IPOINT_SAMPLES_NONE;
  return strcmp(text, "none") == 0 ||
         parse_number(text, 1, MOST_SAMPLES, samples);
}

static int read_environment(struct ipoint_options *options) {
  const char *size = getenv(IPOINT_ENV_RING_SIZE),
             *policy = getenv(IPOINT_ENV_POLICY),
             *windows = getenv(IPOINT_ENV_WINDOWS),
             *overhead = getenv(IPOINT_ENV_OVERHEAD),
             *switches = getenv(IPOINT_ENV_SWITCHES),
             *limit = getenv(IPOINT_ENV_LIMIT),
             *paused = getenv(IPOINT_ENV_PAUSED);
  if (!ipoint_read_umask(&options->mask))
    return 0;
  if (size && *size && !parse_ring_size(size, &options->ring_count)) {
    ipoint_warn("IPOINT_RING_SIZE=%s: not a size; give bytes from 512 to "
                "16G, such as 8M",
                size);
    return 0;
  }
  options->ring_count_chosen = size && *size;
  if (policy && *policy && !parse_policy(policy, options)) {
    ipoint_warn("IPOINT_POLICY=%s: no such policy; " POLICIES, policy);
    return 0;
  }
  if (windows && *windows && !parse_windows(windows, options)) {
    ipoint_warn("IPOINT_WINDOWS=%s: " WINDOWS, windows);
    return 0;
  }
  if (overhead && *overhead && !parse_overhead(overhead, &options->overhead)) {
    ipoint_warn("IPOINT_OVERHEAD=%s: " OVERHEADS, overhead);
    return 0;
  }
  if (switches && *switches && !parse_wish(switches, &options->switches)) {
    ipoint_warn("IPOINT_SWITCHES=%s: give yes, no or auto", switches);
    return 0;
  }
  if (limit && *limit && !parse_limit(limit, options)) {
    ipoint_warn("IPOINT_LIMIT=%s: " NO_LIMIT, limit);
    return 0;
  }
  if (paused && *paused && strcmp(paused, "0") != 0) {
    options->paused = 1;
    if (strcmp(paused, "1") != 0) {
      ipoint_warn("IPOINT_PAUSED=%s: neither 0 nor 1", paused);
      return 0;
    }
  }
  return 1;
}

/* One option; 1 to go on, 0 when it was wrong. */
static int take_option(struct ipoint_options *options, int option) {
  cpu_set_t allowed;
  long number;
  switch (option) {
  case 'o':
    options->output = optarg;
    options->keeps_trace = 1;
    if (*optarg)
      return 1;
    ipoint_warn("-o: the folder's name is empty" MEND);
    return 0;
  case 'f':
    options->profile = optarg;
    if (*optarg)
      return 1;
    ipoint_warn("--profile: the file's name is empty" MEND);
    return 0;
  case 'n':
    options->numbered = 1;
    if (parse_number(optarg, 1, 999999, &number)) {
      options->runs = (unsigned)number;
      return 1;
    }
    ipoint_warn("-n %s: not a number of runs; give 1 or more", optarg);
    return 0;
  case 'p':
    if (parse_number(optarg, 0, CPU_SETSIZE - 1, &number) &&
        sched_getaffinity(0, sizeof allowed, &allowed) == 0 &&
        CPU_ISSET((int)number, &allowed)) {
      options->conditions.cpu = (int)number;
      return 1;
    }
    ipoint_warn(
        "--pin %s: no such CPU for this process; `taskset -cp $$` lists them",
        optarg);
    return 0;
  case 'P':
    if (parse_policy(optarg, options))
      return 1;
    ipoint_warn("--policy %s: no such policy; " POLICIES, optarg);
    return 0;
  case 'w':
    if (parse_windows(optarg, options))
      return 1;
    ipoint_warn("--windows %s: " WINDOWS, optarg);
    return 0;
  case 'O':
    if (parse_overhead(optarg, &options->overhead))
      return 1;
    ipoint_warn("--overhead %s: " OVERHEADS, optarg);
    return 0;
  case 's':
    if (parse_wish(optarg, &options->switches))
      return 1;
    ipoint_warn("--switches %s: give yes, no or auto", optarg);
    return 0;
  case 'L':
    if (parse_limit(optarg, options))
      return 1;
    ipoint_warn("--limit %s: " NO_LIMIT, optarg);
    return 0;
  case 'B':
    options->baseline = optarg;
    return 1;
  case 'R':
    if (parse_number(optarg, 1, 999999, &number)) {
      options->recorded = (unsigned)number;
      return 1;
    }
    ipoint_warn("--recorded %s: not a number of runs; give 1 or more", optarg);
    return 0;
  case 'S':
    if (parse_samples(optarg, &options->samples))
      return 1;
    ipoint_warn("--samples %s: give a number from 1 to %d, auto or none",
                optarg, MOST_SAMPLES);
    return 0;
  case 'U':
    if (ipoint_stable_parse(&options->stable, optarg))
      return 1;
    ipoint_warn("--until-stable %s: give a width, such as 2%%, real:2%%, "
                "FUNCTION:2%% or FUNCTION.p99:5%%, or runs: FUNCTION.max:20",
                optarg);
    return 0;
  case 'W':
    if (parse_number(optarg, 0, 999999, &number)) {
      options->warm_up = (unsigned)number;
      return 1;
    }
    ipoint_warn("--warm-up %s: not a number of runs", optarg);
    return 0;
  case 'i':
    if (parse_number(optarg, -40, 39, &number)) {
      options->conditions.nice = (int)number;
      return 1;
    }
    ipoint_warn("--nice %s: give a number from -40 to 39", optarg);
    return 0;
  case 'r':
    if (parse_number(optarg, 1, 99, &number)) {
      options->conditions.realtime = (int)number;
      return 1;
    }
    ipoint_warn("--realtime %s: give a priority from 1 to 99", optarg);
    return 0;
  case 'q':
    options->conditions.quiet = 1;
    return 1;
  case 'A':
    options->conditions.fixed_addresses = 1;
    return 1;
  case 'l':
    if (ipoint_load_parse(&options->load, optarg))
      return 1;
    ipoint_warn("--load %s: give cpu, cache, memory or io, and how many: "
                "memory:2 (at most %d)",
                optarg, IPOINT_MOST_LOADS);
    return 0;
  case 'I':
    options->interrupts = 1;
    return 1;
  case 'b':
    options->paused = 1;
    return 1;
  case 'F':
    options->follow_forks = 1;
    return 1;
  case 'N':
    options->preload = 0;
    return 1;
  case IPOINT_HIDDEN_OPTION:
    return parse_number(optarg, 1, INT32_MAX, &options->helper);
  default:
    return 0;
  }
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

int ipoint_options_parse(struct ipoint_options *options, int argc, char **argv,
                         int *status) {
  static const struct option longs[] = {
      {"output", required_argument, NULL, 'o'},
      {"profile", required_argument, NULL, 'f'},
      {"runs", required_argument, NULL, 'n'},
      {"baseline", required_argument, NULL, 'B'},
      {"recorded", required_argument, NULL, 'R'},
      {"samples", required_argument, NULL, 'S'},
      {"pin", required_argument, NULL, 'p'},
      {"until-stable", required_argument, NULL, 'U'},
      {"warm-up", required_argument, NULL, 'W'},
      {"nice", required_argument, NULL, 'i'},
      {"realtime", required_argument, NULL, 'r'},
      {"quiet", no_argument, NULL, 'q'},
      {"fixed-addresses", no_argument, NULL, 'A'},
      {"load", required_argument, NULL, 'l'},
      {"policy", required_argument, NULL, 'P'},
      {"windows", required_argument, NULL, 'w'},
      {"overhead", required_argument, NULL, 'O'},
      {"switches", required_argument, NULL, 's'},
      {"interrupts", no_argument, NULL, 'I'},
      {"limit", required_argument, NULL, 'L'},
      {"paused", no_argument, NULL, 'b'},
      {"follow-forks", no_argument, NULL, 'F'},
      {"no-preload", no_argument, NULL, 'N'},
      {"helper", required_argument, NULL, IPOINT_HIDDEN_OPTION},
      {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'v'},
      {NULL, 0, NULL, 0}};
  int option;
  memset(options, 0, sizeof *options);
  options->output = "ipoint-trace";
  options->window_records = WINDOW_RECORDS;
  options->window_ms = WINDOW_MILLISECONDS;
  options->overhead = OVERHEAD;
  options->runs = 1;
  options->conditions.cpu = -1;
  options->preload = 1;
  options->samples = IPOINT_SAMPLES_AUTO;
  options->ring_count = IPOINT_RING_SIZE_DEFAULT / sizeof(uint64_t);
  *status = 2;
  ipoint_warn_of_unknown_variables();
  if (!read_environment(options))
    return -1;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "+:o:n:", longs, NULL)) != -1) {
    if (option == 'h' || option == 'v') {
      fputs(option == 'h' ? ipoint_run_help : "ipoint-run " IPOINT_VERSION "\n",
            stdout);
      *status = fflush(stdout) == 0 ? 0 : 2;
      return -1;
    }
    if (option == '?' || option == ':') {
      ipoint_complain_of_option(argv, option, longs);
      return -1;
    }
    if (!take_option(options, option))
      return -1;
  }
  if ((options->baseline || options->stable.figure) && !options->numbered) {
    options->numbered = 1;
    options->runs = options->stable.figure ? MOST_RUNS : 10;
  }
  if (options->profile && !options->keeps_trace && !choose_trace(options))
    return -1;
  if (options->recorded && !options->baseline) {
    ipoint_warn("--recorded is for runs of the plain program beside them: give "
                "--baseline" MEND);
    return -1;
  }
  if (options->recorded && options->stable.figure) {
    ipoint_warn(
        "--until-stable judges recorded runs: leave --recorded out" MEND);
    return -1;
  }
  if (!options->recorded || options->recorded > options->runs)
    options->recorded = options->runs;
  if (options->follow_forks && !options->preload) {
    ipoint_warn("--follow-forks needs what --no-preload forbids" MEND);
    return -1;
  }
  options->command = argv + optind;
  if (!options->helper && !*options->command) {
    ipoint_warn("no program to run" MEND);
    return -1;
  }
  return 0;
}
