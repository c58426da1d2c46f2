/*===- calibrate-grind.c - ipoint-calibrate grind -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/hostclocks.h"
#include "calibrate/cpus.h"
#include "calibrate/gaps.h"
#include "calibrate/grind.h"
#include "chart/chart.h"
#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SLICES 512
/* Of the series that periods come from: its slices are as long, and what is
   lost in one is an interruption from a tenth of that on. */
#define SERIES_SLICE_NS 20000
#define SERIES_LOSS 0.1
#define SERIES_NS 2000000000.0

struct options {
  struct ipoint_common common;
  uint64_t from, to, time; /* ns */
  uint64_t best;
  cpu_set_t cpus;
  const char *svg; /* null: none is wanted */
};

struct session {
  const struct options *options;
  int cpu;
  double tick_ns;
  struct ipoint_grind_speed speed, later;
  struct ipoint_slice slices[MOST_SLICES];
  size_t made, count;
  struct ipoint_gap *gaps; /* of the series: when, and ticks lost */
  size_t gap_count;
  uint64_t series; /* ticks */
};

/* All lengths by turns, so that what changes meanwhile changes all of them. */
static void run_slices(struct session *session) {
  uint64_t pass;
  size_t i;
  for (pass = 0; pass < session->options->best; pass++) {
    char line[64];
    snprintf(line, sizeof line, "slices, turn %llu of %llu",
             (unsigned long long)pass + 1,
             (unsigned long long)session->options->best);
    ipoint_progress(line);
    for (i = 0; i < session->count; i++) {
      struct ipoint_slice *slice = &session->slices[i];
      double ticks;
      if (slice->done >= slice->wanted)
        continue;
      ticks = (double)ipoint_grind_loads(slice->batches);
      if (!slice->done++ || ticks < slice->best)
        slice->best = ticks;
      slice->sum += ticks;
    }
  }
  ipoint_progress(NULL);
}

/* Short slices one behind the other; those that lose time are noted. */
static int run_series(struct session *session) {
  double length = SERIES_SLICE_NS / session->tick_ns;
  uint64_t batches =
      (uint64_t)(length / session->speed.load) / IPOINT_GRIND_BATCH;
  double time = (double)session->options->time / 4;
  uint64_t begin, now, ticks;
  size_t room = 1u << 18;
  length = (double)batches * IPOINT_GRIND_BATCH * session->speed.load;
  session->gaps = malloc(room * sizeof *session->gaps);
  if (!session->gaps || !batches)
    return session->gaps ? 0 : -1;
  memset(session->gaps, 0, room * sizeof *session->gaps);
  ticks = (uint64_t)((time < SERIES_NS ? time : SERIES_NS) / session->tick_ns);
  begin = now = ipoint_base_ticks();
  while (now - begin < ticks && session->gap_count < room) {
    double lost = (double)ipoint_grind_loads(batches) - length;
    if (lost > SERIES_LOSS * length) {
      session->gaps[session->gap_count].begin = now;
      session->gaps[session->gap_count++].length = (uint64_t)lost;
    }
    now = ipoint_base_ticks();
  }
  session->series = now - begin;
  return 0;
}

static int measure(struct session *session) {
  const struct options *options = session->options;
  struct ipoint_joint_reading begin, end;
  cpu_set_t before;
  double error, tick;
  int status;
  ipoint_cpus_visit(session->cpu, &before);
  ipoint_grind_loads(100000); /* the CPU comes to its full speed */
  begin = ipoint_read_jointly(ipoint_base_ticks);
  session->speed = ipoint_grind_speed();
  end = ipoint_read_jointly(ipoint_base_ticks);
  tick = 1e9 / ipoint_joint_rate(&begin, &end, 0, &error);
  session->made = ipoint_slices_make(
      session->slices, MOST_SLICES, (double)options->from / tick,
      (double)options->to / tick, session->speed.load);
  session->count =
      ipoint_slices_plan(session->slices, session->made, options->best,
                         (double)options->time / tick);
  session->tick_ns = tick;
  run_slices(session);
  status = run_series(session);
  session->later = ipoint_grind_speed();
  end = ipoint_read_jointly(ipoint_base_ticks);
  session->tick_ns = 1e9 / ipoint_joint_rate(&begin, &end, 0, &error);
  /* A CPU that became faster meanwhile was slowed down before. */
  ipoint_slices_rate(session->slices, session->count,
                     session->later.load < session->speed.load
                         ? session->later.load
                         : session->speed.load);
  ipoint_cpus_return(&before);
  if (status != 0)
    ipoint_warn("out of memory");
  return status;
}

static void add_speeds(const struct session *session,
                       struct ipoint_answer *answer) {
  const struct ipoint_grind_speed *speed = &session->speed;
  ipoint_answer_number(answer, "cpu_used", session->cpu, "");
  ipoint_answer_fact(answer, "counter", "%s, %.3f MHz", ipoint_base_name,
                     1e3 / session->tick_ns);
  ipoint_answer_number(answer, "core_mhz", 1e3 / session->tick_ns / speed->add,
                       "MHz, by additions of one cycle");
  ipoint_answer_number(answer, "cycles", 1 / speed->add,
                       "of the core in a tick of the counter");
  ipoint_answer_number(answer, "cycles_later", 1 / session->later.add,
                       "of them when all was done");
  ipoint_answer_number(answer, "load_cycles", speed->load / speed->add,
                       "cycles from a load to the next");
}

static void add_slices(const struct session *session,
                       struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"length_us", "us"},        {"loads", "loads"},
      {"repetitions", "runs"},    {"best_us", "best us"},
      {"rate_percent", "rate %"}, {"mean_rate_percent", "mean rate %"},
  };
  double us = session->tick_ns / 1e3;
  size_t i;
  IPOINT_TABLE(answer, "slices", "Rate by the length of a slice", columns);
  for (i = 0; i < session->count; i++) {
    const struct ipoint_slice *slice = &session->slices[i];
    IPOINT_CELLS(answer, slice->length * us,
                 (double)slice->batches * IPOINT_GRIND_BATCH,
                 (double)slice->done, slice->best * us,
                 slice->length / slice->best * 100,
                 slice->length * (double)slice->done / slice->sum * 100);
  }
}

static void add_knees(const struct session *session,
                      struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"below_us", "between us"},
      {"from_us", "and us"},
      {"loss_percent", "more lost behind it %"},
  };
  struct ipoint_knee knees[IPOINT_MOST_KNEES];
  size_t n = ipoint_knees_find(session->slices, session->count, knees), i;
  double us = session->tick_ns / 1e3;
  IPOINT_TABLE(answer, "knees", "Where regular interruptions begin", columns);
  for (i = 0; i < n; i++) {
    IPOINT_CELLS(answer, knees[i].below * us, knees[i].from * us,
                 knees[i].loss * 100);
  }
  if (!n)
    ipoint_answer_note(answer,
                       "No knee: there is no length from which on slices lose "
                       "clearly more than just before, and %.2f %% at least.",
                       IPOINT_LEAST_LOSS * 100);
}

static void add_periods(const struct session *session,
                        struct ipoint_answer *answer) {
  struct ipoint_source sources[IPOINT_MOST_SOURCES];
  size_t i, n = 0;
  if (session->series)
    n = ipoint_sources_find(session->gaps, session->gap_count, session->series,
                            session->tick_ns, sources);
  ipoint_answer_sources_begin(answer);
  for (i = 0; i < n; i++)
    ipoint_answer_source(answer, session->cpu, &sources[i]);
}

/* Rates by length, and where the knees are; drawn by `draw`, or nothing where
   there is no slice or no memory. */
static int draw_slices(const struct session *session, FILE *out,
                       int (*draw)(const struct ipoint_chart *, FILE *)) {
  double *numbers = calloc(3 * session->count + 1, sizeof *numbers);
  double *best = numbers + session->count, *mean = best + session->count;
  struct ipoint_knee knees[IPOINT_MOST_KNEES];
  struct ipoint_mark marks[IPOINT_MOST_KNEES];
  struct ipoint_series series[] = {
      {IPOINT_LINE, "best", numbers, best, session->count},
      {IPOINT_LINE, "mean", numbers, mean, session->count}};
  struct ipoint_chart chart = {.title = "Effective rate by length of slice",
                               .x_title = "length, s",
                               .y_title = "rate, %",
                               .x_log = 1,
                               .series = series,
                               .series_count = 2,
                               .marks = marks};
  double seconds = session->tick_ns / 1e9;
  size_t i;
  int status = -1;
  chart.mark_count = ipoint_knees_find(session->slices, session->count, knees);
  for (i = 0; numbers && i < session->count; i++) {
    const struct ipoint_slice *slice = &session->slices[i];
    numbers[i] = slice->length * seconds;
    best[i] = slice->length / slice->best * 100;
    mean[i] = slice->length * (double)slice->done / slice->sum * 100;
  }
  for (i = 0; i < chart.mark_count; i++) {
    marks[i].x = knees[i].below * seconds;
    marks[i].text = "knee";
  }
  if (numbers)
    status = draw(&chart, out);
  free(numbers);
  return status;
}

static int draw_svg(const struct ipoint_chart *chart, FILE *out) {
  return ipoint_chart_write_svg(chart, out, 800, 400);
}

static int draw_characters(const struct ipoint_chart *chart, FILE *out) {
  const char *set = nl_langinfo(CODESET);
  return ipoint_chart_print(chart, out, 80, 14, strcmp(set, "UTF-8") != 0);
}

static void add_chart(const struct session *session,
                      struct ipoint_answer *answer) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  int status = out ? draw_slices(session, out, draw_characters) : -1;
  if (out && fclose(out) == 0 && status == 0)
    ipoint_answer_lines(answer, text);
  free(text);
}

/* 0; -1 when what is wrong was printed. */
static int write_svg(const struct session *session, const char *path) {
  struct ipoint_output_file output;
  int status = ipoint_output_file_open(&output, path);
  if (status == 0)
    status = ipoint_output_file_close(
        &output, draw_slices(session, output.stream, draw_svg) == 0);
  if (status != 0)
    ipoint_warn("%s: %s", path, errno ? strerror(errno) : "can't be drawn");
  return status;
}

static void explain(const struct session *session,
                    struct ipoint_answer *answer) {
  const struct ipoint_slice *last = &session->slices[session->count - 1];
  size_t full = 0;
  while (full < session->count &&
         session->slices[full].wanted == session->options->best)
    full++;
  ipoint_answer_note(
      answer,
      "Rate: by the fastest run of each length, of what the CPU does "
      "undisturbed. A slice that is shorter than the time between two "
      "regular interruptions can do without; a longer one can't. "
      "Periods are from a series of slices of 20 us, so an interruption "
      "is known from 2 us on, and its begin to 20 us.");
  if (full < session->count)
    ipoint_answer_note(answer,
                       "To end in time, slices from %.0f us on were run less "
                       "than %llu times, the longest %llu times (--time).",
                       session->slices[full].length * session->tick_ns / 1e3,
                       (unsigned long long)session->options->best,
                       (unsigned long long)last->wanted);
  if (session->count < session->made)
    ipoint_answer_note(answer,
                       "Slices of more than %.0f us were left out "
                       "(--time).",
                       last->length * session->tick_ns / 1e3);
}

static int report(const struct session *session,
                  const struct ipoint_subcommand *self) {
  struct ipoint_answer *answer = ipoint_answer_new(self->name);
  int code;
  ipoint_host_describe(answer);
  add_speeds(session, answer);
  add_slices(session, answer);
  add_chart(session, answer);
  add_knees(session, answer);
  add_periods(session, answer);
  explain(session, answer);
  code = ipoint_answer_finish(answer, &session->options->common);
  if (code == 0 && session->options->svg &&
      write_svg(session, session->options->svg) != 0)
    code = 2;
  return code;
}

static int first_of(const cpu_set_t *cpus) {
  int cpu = 0;
  while (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, cpus))
    cpu++;
  return cpu < CPU_SETSIZE ? cpu : -1;
}

static int run(const struct ipoint_subcommand *self, int argc, char **argv) {
  struct options options = {.from = 1000,
                            .to = 2000000000,
                            .time = 30000000000,
                            .best = 100,
                            .cpus = ipoint_usable_cpus()};
  const int64_t hour = INT64_C(3600000000000);
  const struct ipoint_option table[] = {
      {"from", 0, "TIME", "the shortest slice (default: 1us)", IPOINT_TIME,
       .value = &options.from, 1000, 60000000000},
      {"to", 0, "TIME",
       "the longest one; each is a tenth longer than the one before (default: "
       "2s)",
       IPOINT_TIME, .value = &options.to, 1000, 60000000000},
      {"best", 0, "N", "run each N times, and take the fastest (default: 100)",
       IPOINT_COUNT, .value = &options.best, 1, 1000000},
      {"time", 0, "TIME",
       "of all of it, at most: long slices are run less often, and the longest "
       "not at all where that is not enough (default: 30s)",
       IPOINT_TIME, .value = &options.time, 10000000, 24 * hour},
      {"cpus", 0, "CPU",
       "on this one (default: the first that this process may use)",
       IPOINT_CPUS, .value = &options.cpus},
      {"svg", 0, "FILE", "also draw it as SVG", IPOINT_NAME,
       .value = &options.svg}};
  struct session *session;
  int code;
  code = ipoint_arguments_read(self, argc, argv, &options.common, table,
                               sizeof table / sizeof *table);
  if (code >= 0)
    return code;
  if (options.from > options.to) {
    ipoint_warn("--from is more than --to");
    return 2;
  }
  session = calloc(1, sizeof *session);
  if (!session) {
    ipoint_warn("out of memory");
    return 2;
  }
  session->options = &options;
  session->cpu = first_of(&options.cpus);
  code = measure(session) == 0 ? report(session, self) : 2;
  free(session->gaps);
  free(session);
  return code;
}

static const char *const tables[] = {"slices", "knees", "periods", NULL};

const struct ipoint_subcommand ipoint_subcommand_grind = {
    "grind",
    "how fast the CPU gets on, by length of slice",
    "How fast the CPU gets on, by the length of a slice of work: where regular "
    "interruptions begin to cost time, and their period.\n",
    "All of the default's slices 100 times are --time 40000s.\n"
    "\n"
    "Examples:\n"
    "  ipoint-calibrate grind --time 2s --to 50ms\n"
    "  ipoint-calibrate grind --time 1s --to 20ms --format csv\n",
    tables,
    run};
