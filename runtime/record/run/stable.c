/*===- stable.c - What repeated runs say; how many are enough -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/stable.h"

#include "calibrate/clockmath.h"
#include "record/run/neighbours.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cornish and Fisher's expansion of the quantile in powers of 1/degrees
   (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5), which
   converges from three degrees on. */
double ipoint_student(double degrees) {
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  const double g1 = (z3 + z) / 4, g2 = (5 * z5 + 16 * z3 + 3 * z) / 96,
               g3 = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  if (degrees < 2)
    return 12.7062;
  if (degrees < 3)
    return 4.30265;
  return z + g1 / degrees + g2 / (degrees * degrees) +
         g3 / (degrees * degrees * degrees);
}

struct ipoint_run_spread ipoint_run_spread_of(const double *values,
                                              size_t count) {
  struct ipoint_run_spread spread = {0};
  double squares = 0;
  size_t i;
  spread.half_width = INFINITY;
  if (count == 0)
    return spread;
  spread.least = spread.most = values[0];
  for (i = 0; i < count; i++) {
    double apart = values[i] - spread.mean; /* Welford's recurrence */
    spread.mean += apart / (double)(i + 1);
    squares += apart * (values[i] - spread.mean);
    spread.since_most++;
    if (values[i] < spread.least)
      spread.least = values[i];
    if (values[i] > spread.most || i == 0) {
      spread.most = values[i];
      spread.since_most = 0;
    }
  }
  if (count < 2)
    return spread;
  spread.deviation = sqrt(squares / (double)(count - 1));
  spread.half_width = ipoint_student((double)(count - 1)) * spread.deviation /
                      sqrt((double)count);
  return spread;
}

double ipoint_percentile(double *values, size_t count, double share) {
  size_t rank;
  if (count == 0)
    return 0;
  qsort(values, count, sizeof *values, ipoint_compare_doubles);
  rank = (size_t)ceil(share * (double)count);
  return values[rank == 0 ? 0 : rank - 1];
}

#define MEAN_OF_CALLS (-1.0)
#define LARGEST_OF_CALLS 2.0

/* Takes `.max` or `.p99` from the end of the function's name. 0: it is neither.
 */
static int parse_share(struct ipoint_stable *stable) {
  char *dot = strrchr(stable->function, '.'), *end;
  double percent;
  stable->share = MEAN_OF_CALLS;
  if (!dot)
    return 1;
  if (strcmp(dot, ".max") == 0) {
    stable->share = LARGEST_OF_CALLS;
  } else {
    percent = dot[1] == 'p' ? strtod(dot + 2, &end) : 0;
    if (!(percent > 0 && percent < 100) || *end)
      return 0;
    stable->share = percent / 100;
  }
  *dot = '\0';
  return *stable->function != '\0';
}

static int parse_goal(struct ipoint_stable *stable, const char *text) {
  char *end;
  double number = strtod(text, &end);
  if (stable->share == LARGEST_OF_CALLS) {
    if (*end || !(number >= 1 && number <= 1e6) || number != floor(number))
      return 0;
    stable->quiet_runs = (size_t)number;
    return 1;
  }
  stable->width = number / 100;
  return strcmp(end, "%") == 0 && number > 0 && number < 100;
}

int ipoint_stable_parse(const char *text, void *value) {
  struct ipoint_stable *stable = value;
  const char *colon = strrchr(text, ':');
  size_t length = colon ? (size_t)(colon - text) : 0;
  stable->share = MEAN_OF_CALLS;
  stable->figure = IPOINT_FIGURE_CPU;
  if (!colon)
    return parse_goal(stable, text);
  if (length == 0 || length >= sizeof stable->function)
    return 0;
  memcpy(stable->function, text, length);
  stable->function[length] = '\0';
  if (strcmp(stable->function, "real") == 0)
    stable->figure = IPOINT_FIGURE_REAL;
  else if (strcmp(stable->function, "cpu") != 0)
    stable->figure = IPOINT_FIGURE_CALLS;
  if (stable->figure == IPOINT_FIGURE_CALLS && !parse_share(stable))
    return 0;
  return parse_goal(stable, colon + 1);
}

/* Starts `ipoint-report export --to=observations` of the trace; its output, or
   null. */
static FILE *start_report(const char *function, const char *trace,
                          pid_t *child) {
  char *const arguments[] = {
      "ipoint-report",          "export",     "--to=observations",
      "--events=1000000000",    "--function", (char *)(uintptr_t)function,
      (char *)(uintptr_t)trace, NULL};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return NULL;
  *child = ipoint_report_start(arguments, ends[1]);
  close(ends[1]);
  if (*child > 0)
    return fdopen(ends[0], "r");
  close(ends[0]);
  return NULL;
}

/* The ticks in a row of that table, if it is of a whole call:
   …,inclusive,,END,TICKS,TIMED,UNTIMED. */
static int read_row(const char *row, double *ticks) {
  const char *at = strstr(row, ",inclusive,");
  unsigned long long end, number;
  while (at && strstr(at + 1, ",inclusive,"))
    at = strstr(at + 1, ",inclusive,"); /* a name may have it, too */
  if (!at || sscanf(at, ",inclusive,,%llu,%llu", &end, &number) != 2)
    return 0;
  *ticks = (double)number;
  return 1;
}

/* All times of calls of the function; null, when why was printed. The caller
   frees them. */
static double *read_calls(const char *function, const char *trace,
                          size_t *count) {
  pid_t child;
  FILE *rows = start_report(function, trace, &child);
  double *times = NULL, ticks;
  char *row = NULL;
  size_t length = 0, room = 0;
  int succeeded = 0;
  *count = 0;
  while (rows && getline(&row, &length, rows) > 0) {
    if (*row == '#' || !read_row(row, &ticks))
      continue;
    if (*count == room) {
      double *more = realloc(times, (room = 2 * room + 64) * sizeof *times);
      if (!more)
        break;
      times = more;
    }
    times[(*count)++] = ticks;
  }
  free(row);
  if (rows) {
    fclose(rows);
    succeeded = ipoint_report_end(child);
  }
  if (succeeded && *count > 0)
    return times;
  if (succeeded)
    ipoint_warn("--until-stable: no call of %s has a time in %s; are "
                "functions timed?",
                function, trace);
  else
    ipoint_warn("--until-stable: ipoint-report can't read %s", trace);
  free(times);
  return NULL;
}

/* 0 when it was printed why it isn't known. */
static int value_of(const struct ipoint_stable *stable,
                    const struct ipoint_run *run, const char *trace,
                    double *value) {
  double *times, cpu, real;
  size_t count;
  ipoint_run_seconds(run, &cpu, &real);
  *value = stable->figure == IPOINT_FIGURE_REAL ? real : cpu;
  if (stable->figure != IPOINT_FIGURE_CALLS)
    return 1;
  times = read_calls(stable->function, trace, &count);
  if (!times)
    return 0;
  if (stable->share == MEAN_OF_CALLS)
    *value = ipoint_run_spread_of(times, count).mean;
  else
    *value =
        ipoint_percentile(times, count, stable->share < 1 ? stable->share : 1);
  free(times);
  return 1;
}

int ipoint_stable_note(struct ipoint_stable *stable,
                       const struct ipoint_run *run, const char *trace) {
  struct ipoint_run_spread spread;
  double value, *more;
  int holds;
  if (!value_of(stable, run, trace, &value))
    return -1;
  more = realloc(stable->values, (stable->count + 1) * sizeof *more);
  if (!more) {
    ipoint_warn("%s", strerror(errno));
    return -1;
  }
  stable->values = more;
  more[stable->count++] = value;
  spread = ipoint_run_spread_of(more, stable->count);
  if (stable->quiet_runs)
    return spread.since_most >= stable->quiet_runs;
  holds = stable->count >= IPOINT_STABLE_LEAST &&
          spread.half_width <= stable->width * spread.mean;
  stable->held = holds ? stable->held + 1 : 0;
  return stable->held >= IPOINT_STABLE_HELD;
}

/* What the values are, in words. */
static const char *name_of(const struct ipoint_stable *stable,
                           char text[sizeof stable->function + 48]) {
  size_t room = sizeof stable->function + 48;
  if (stable->figure == IPOINT_FIGURE_CPU)
    return "CPU time";
  if (stable->figure == IPOINT_FIGURE_REAL)
    return "elapsed time";
  if (stable->share == MEAN_OF_CALLS)
    snprintf(text, room, "mean inclusive time of %s", stable->function);
  else if (stable->share == LARGEST_OF_CALLS)
    snprintf(text, room, "high-water mark of %s", stable->function);
  else
    snprintf(text, room, "p%g of the inclusive time of %s", 100 * stable->share,
             stable->function);
  return text;
}

void ipoint_stable_say(const struct ipoint_stable *stable, int is_stable) {
  struct ipoint_run_spread spread =
      ipoint_run_spread_of(stable->values, stable->count);
  char text[sizeof stable->function + 48];
  const char *unit = stable->figure == IPOINT_FIGURE_CALLS ? "raw ticks" : "s",
             *name = name_of(stable, text);
  if (stable->count == 0)
    return;
  if (stable->quiet_runs) {
    ipoint_warn("%s%s: %.0f %s, none larger in the last %zu of %zu runs; if "
                "runs are alike, the next exceeds it with a chance of at most "
                "1/%zu",
                is_stable ? "" : "not stable: ", name, spread.most, unit,
                spread.since_most, stable->count, stable->count + 1);
    return;
  }
  ipoint_warn("%s%s: %.6g %s +- %.2g %% (95 %%) in %zu runs",
              is_stable ? "" : "not stable: ", name, spread.mean, unit,
              100 * spread.half_width / spread.mean, stable->count);
}

void ipoint_stable_free(struct ipoint_stable *stable) {
  free(stable->values);
  stable->values = NULL;
  stable->count = 0;
}
