/*===- calibrate-clock.c - ipoint-calibrate clock -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/cpus.h"
#include "calibrate/hostclocks.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* For each clock and count of reads; for each pair of CPUs at most, as both
   have to have their CPU at once: ns. */
#define COST_TIME 10000000u
#define ACROSS_TIME 200000000u
#define MOST_REPEATS 100
/* Figures whose repetitions lie within so much of their median repeat. */
#define REPEATS_WITHIN 0.05

struct options {
  struct ipoint_common common;
  struct ipoint_counts_list counts;
  uint64_t repeat;
};

/* Of one clock, by repetition. */
struct clock {
  const struct ipoint_host_clock *clock;
  int works;
  struct ipoint_joint_reading begin, end;
  struct ipoint_clock_steps steps[MOST_REPEATS];
  struct ipoint_across across;
  struct ipoint_spread costs[MOST_REPEATS][IPOINT_MOST_COUNTS]; /* base ticks */
};

struct session {
  const struct options *options;
  struct clock *clocks;
  struct ipoint_joint_reading begin, end; /* of the base counter */
  double base[MOST_REPEATS];              /* its own cost, ticks */
  double tick_ns;
  unsigned figures, repeated;
};

/* The usual difference of two readings of the base counter in a row. */
static double measure_base(void) {
  return ipoint_clock_cost(ipoint_base_cost, 1, 0, COST_TIME).median;
}

static void measure(struct session *session, size_t repeat) {
  const struct ipoint_counts_list *counts = &session->options->counts;
  size_t i, k;
  session->base[repeat] = measure_base();
  for (i = 0; i < ipoint_host_clock_count; i++) {
    struct clock *one = &session->clocks[i];
    char line[80];
    if (!one->works)
      continue;
    snprintf(line, sizeof line, "%zu of %llu: %s", repeat + 1,
             (unsigned long long)session->options->repeat, one->clock->name);
    ipoint_progress(line);
    one->steps[repeat] = ipoint_clock_steps(one->clock);
    for (k = 0; k < counts->count; k++)
      one->costs[repeat][k] =
          ipoint_clock_cost(one->clock->cost, counts->counts[k],
                            session->base[repeat], COST_TIME);
  }
}

static void measure_all(struct session *session) {
  cpu_set_t cpus = ipoint_usable_cpus();
  size_t i;
  for (i = 0; i < ipoint_host_clock_count; i++) {
    struct clock *one = &session->clocks[i];
    one->clock = &ipoint_host_clocks[i];
    one->works = ipoint_host_clock_works(one->clock);
    if (one->works)
      one->begin = ipoint_read_jointly(one->clock->read);
  }
  session->begin = ipoint_read_jointly(ipoint_base_ticks);
  for (i = 0; i < session->options->repeat; i++)
    measure(session, i);
  for (i = 0; i < ipoint_host_clock_count; i++)
    if (session->clocks[i].works &&
        session->clocks[i].clock->kind != IPOINT_CPU_CLOCK)
      session->clocks[i].across = ipoint_compare_cpus(
          session->clocks[i].clock->read, &cpus, ACROSS_TIME);
  for (i = 0; i < ipoint_host_clock_count; i++)
    if (session->clocks[i].works)
      session->clocks[i].end =
          ipoint_read_jointly(session->clocks[i].clock->read);
  session->end = ipoint_read_jointly(ipoint_base_ticks);
  ipoint_progress(NULL);
}

/* The median of a figure over the repetitions; *spread is by how much of it
   these lie apart. Counts it as one that repeats or not: `grain` is what it
   may differ by anyway. */
static double settle(struct session *session, double *values, double grain,
                     double *spread) {
  size_t n = session->options->repeat;
  struct ipoint_spread all = ipoint_spread_of(values, n);
  double width = all.maximum - all.minimum;
  *spread = all.median > 0 ? width / all.median : 0;
  session->figures++;
  session->repeated +=
      width <= grain || width <= REPEATS_WITHIN * fabs(all.median);
  return all.median;
}

static void add_rate(struct ipoint_answer *answer, const struct clock *one,
                     double step) {
  double error, rate = ipoint_joint_rate(&one->begin, &one->end, step, &error);
  int wall = one->clock->kind == IPOINT_CLOCK;
  if (one->clock->kind == IPOINT_CPU_CLOCK || isnan(step)) {
    IPOINT_CELLS(answer, NAN, NAN, NAN);
    return;
  }
  IPOINT_CELLS(answer, rate / 1e6, error * 1e6,
               wall ? (rate / 1e9 - 1) * 1e6 : NAN);
}

static void add_across(struct ipoint_answer *answer, const struct clock *one,
                       double unit_ns) {
  const struct ipoint_across *across = &one->across;
  if (!across->pairs)
    ipoint_answer_text_cell(answer, "-");
  else if (!across->backward)
    ipoint_answer_text_cell(answer, "yes");
  else
    ipoint_answer_text_cell(answer, "no");
  IPOINT_CELLS(answer, across->pairs ? (double)across->most * unit_ns : NAN,
               across->pairs && across->turn != UINT64_MAX
                   ? (double)across->turn * unit_ns
                   : NAN);
}

/* How long a unit of the clock is. */
static double unit_of(const struct clock *one, double step) {
  double error;
  if (one->clock->kind == IPOINT_CLOCK || one->clock->kind == IPOINT_CPU_CLOCK)
    return 1;
  return 1e9 / ipoint_joint_rate(&one->begin, &one->end, step, &error);
}

static void add_clock(struct session *session, struct ipoint_answer *answer,
                      const struct clock *one) {
  double steps[MOST_REPEATS], jitters[MOST_REPEATS], spread, step, jitter, unit;
  size_t i, n = session->options->repeat, waits = 0, backward = 0;
  for (i = 0; i < n; i++) {
    steps[i] = one->steps[i].step;
    jitters[i] = one->steps[i].jitter;
    waits += one->steps[i].waits == 1;
    backward += one->steps[i].backward;
  }
  step = settle(session, steps, 0, &spread);
  jitter = ipoint_spread_of(jitters, n).median;
  unit = unit_of(one, step);
  ipoint_answer_text_cell(answer, one->clock->name);
  IPOINT_CELLS(answer, step * unit);
  ipoint_answer_text_cell(answer, one->steps[0].waits < 0 ? "-"
                                  : 2 * waits > n         ? "yes"
                                                          : "no");
  add_rate(answer, one, step);
  IPOINT_CELLS(answer, (double)backward);
  add_across(answer, one, unit);
  /* What one reading is off by: where in a step it fell, and what pairs of
     reads with nothing in between differ by. */
  IPOINT_CELLS(answer, (step + jitter) * unit, (step + jitter) * unit * 100);
}

static void add_clocks(struct session *session, struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"clock", "clock"},
      {"step_ns", "step ns"},
      {"waits", "waits"},
      {"rate_mhz", "MHz"},
      {"rate_error_ppm", "± ppm"},
      {"off_ppm", "off ppm"},
      {"backward", "back"},
      {"same_on_all_cpus", "all CPUs"},
      {"most_behind_ns", "behind ns"},
      {"turn_ns", "seen from ns"},
      {"shortest_ns", "least ns"},
      {"one_percent_ns", "1 % from ns"},
  };
  size_t i;
  IPOINT_TABLE(answer, "clocks", "Clocks", columns);
  for (i = 0; i < ipoint_host_clock_count; i++)
    if (session->clocks[i].works)
      add_clock(session, answer, &session->clocks[i]);
}

static void add_cost(struct session *session, struct ipoint_answer *answer,
                     const struct clock *one, size_t k) {
  double values[4][MOST_REPEATS], spread, median;
  size_t i, n = session->options->repeat;
  for (i = 0; i < n; i++) {
    const struct ipoint_spread *cost = &one->costs[i][k];
    values[0][i] = cost->minimum * session->tick_ns;
    values[1][i] = cost->median * session->tick_ns;
    values[2][i] = cost->p99 * session->tick_ns;
    values[3][i] = cost->maximum * session->tick_ns;
  }
  median = settle(session, values[1], session->tick_ns, &spread);
  ipoint_answer_text_cell(answer, one->clock->name);
  IPOINT_CELLS(answer, (double)session->options->counts.counts[k],
               ipoint_spread_of(values[0], n).median, median,
               ipoint_spread_of(values[2], n).median,
               ipoint_spread_of(values[3], n).maximum, spread * 100);
}

static void add_costs(struct session *session, struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"clock", "clock"},
      {"reads", "reads"},
      {"minimum_ns", "minimum"},
      {"median_ns", "median"},
      {"p99_ns", "99 %"},
      {"maximum_ns", "maximum"},
      {"spread_percent", "spread %"},
  };
  size_t i, k;
  IPOINT_TABLE(answer, "costs", "What a read costs, ns", columns);
  for (i = 0; i < ipoint_host_clock_count; i++)
    for (k = 0; session->clocks[i].works && k < session->options->counts.count;
         k++)
      add_cost(session, answer, &session->clocks[i], k);
}

static void add_refused(const struct session *session,
                        struct ipoint_answer *answer) {
  char names[256] = "";
  size_t i;
  for (i = 0; i < ipoint_host_clock_count; i++)
    if (!session->clocks[i].works)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
               *names ? ", " : "", session->clocks[i].clock->name);
  if (*names)
    ipoint_answer_note(answer,
                       "Not to be read here, as the processor, its hypervisor "
                       "or the kernel doesn't let programs: %s.",
                       names);
}

static void explain(const struct session *session,
                    struct ipoint_answer *answer) {
  ipoint_answer_note(
      answer,
      "Clocks: step is the least advance; waits, whether a read waits for it. "
      "MHz, ± and off: the rate by CLOCK_MONOTONIC_RAW, how far that is "
      "certain, and by how much a clock of nanoseconds runs fast. back: pairs "
      "of reads of which the second was less. all CPUs: two CPUs read it by "
      "turns, and none read less than the other before; seen from ns: the "
      "least difference that is found. least: a shorter time can't be "
      "distinguished from none (step, and 99th percentile less minimum of "
      "pairs of reads); of a hundred times that, one measurement is right to "
      "1 %%.");
  ipoint_answer_note(answer,
                     "Costs are by %s, whose own %.0f ticks are removed. Reads "
                     "in a row overlap where the processor lets them, so their "
                     "mean can be less than one alone. spread: by how much "
                     "the medians of the repetitions differ.",
                     ipoint_base_name, session->base[0]);
  ipoint_answer_note(answer,
                     "Repeated %llu times: of %u figures %u came out within 5 "
                     "%% of their median, or within one step.",
                     (unsigned long long)session->options->repeat,
                     session->figures, session->repeated);
}

static int report(struct session *session,
                  const struct ipoint_subcommand *self) {
  struct ipoint_answer *answer = ipoint_answer_new(self->name);
  double error, rate;
  rate = ipoint_joint_rate(&session->begin, &session->end, 1, &error);
  session->tick_ns = 1e9 / rate;
  ipoint_host_describe(answer);
  ipoint_answer_fact(answer, "base", "%s, %.6f MHz ± %.2g ppm",
                     ipoint_base_name, rate / 1e6, error * 1e6);
  add_clocks(session, answer);
  add_costs(session, answer);
  ipoint_answer_probes(answer);
  add_refused(session, answer);
  explain(session, answer);
  return ipoint_answer_finish(answer, &session->options->common);
}

static int run(const struct ipoint_subcommand *self, int argc, char **argv) {
  struct options options = {{IPOINT_TEXT, NULL}, {{1, 16, 256, 4096}, 4}, 3};
  const struct ipoint_option table[] = {
      {"counts", 0, "N,...",
       "time N reads in a row; k, m and g behind a count are factors of 1024 "
       "(default: 1,16,256,4k)",
       IPOINT_COUNTS, .value = &options.counts, 1, INT64_C(1) << 32},
      {"repeat", 0, "N", "measure all of it so often (default: 3)",
       IPOINT_COUNT, .value = &options.repeat, 1, MOST_REPEATS}};
  struct session session = {.options = &options};
  int code = ipoint_arguments_read(self, argc, argv, &options.common, table,
                                   sizeof table / sizeof *table);
  if (code >= 0)
    return code;
  session.clocks = calloc(ipoint_host_clock_count, sizeof *session.clocks);
  if (!session.clocks) {
    ipoint_warn("out of memory");
    return 2;
  }
  measure_all(&session);
  code = report(&session, self);
  free(session.clocks);
  return code;
}

static const char *const tables[] = {"clocks", "costs", "probes", NULL};

const struct ipoint_subcommand ipoint_subcommand_clock = {
    "clock",
    "what every clock resolves and costs, and what a probe costs",
    "What every clock of this machine resolves and costs, and what a probe "
    "costs.\n",
    "Takes some 2 seconds for each repetition.\n"
    "\n"
    "Examples:\n"
    "  ipoint-calibrate clock\n"
    "  ipoint-calibrate clock --counts 1,1k,64K --repeat 10\n"
    "  ipoint-calibrate clock --format csv --table costs\n",
    tables,
    run};
