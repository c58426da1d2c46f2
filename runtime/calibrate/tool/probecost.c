/*===- probecost.c - What a probe costs, in an answer ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/calibrate.h"
#include "calibrate/hostclocks.h"
#include "core/slowpath.h"

#include <stdlib.h>

#define BATCHES 512

static const char *const forms[IPOINT_PROBE_FORMS] = {
    IPOINT_PORT_NAME,
#ifdef IPOINT_PORT_X86_64_H
    "rdtscp",         "ordered", "serialised",
#else
    "1",
    "ordered",
    "serialised",
#endif
    "called",         "window"};

static void add_row(struct ipoint_answer *answer, const char *form,
                    const char *kind, const char *place,
                    const struct ipoint_spread *spread, double mean) {
  ipoint_answer_text_cell(answer, form);
  ipoint_answer_text_cell(answer, kind);
  ipoint_answer_text_cell(answer, place);
  IPOINT_CELLS(answer, mean, spread->minimum, spread->median, spread->p99,
               spread->maximum);
}

static double mean_of(const double *values, size_t n, double most) {
  double sum = 0;
  size_t i, used = 0;
  for (i = 0; i < n; i++)
    if (values[i] <= most) {
      sum += values[i];
      used++;
    }
  return used ? sum / (double)used : 0;
}

/* Timed ones back to back, each for itself: the mean is the trace's own. */
static void add_timed(struct ipoint_answer *answer,
                      struct ipoint_ring_header *ring, const char *form,
                      const struct ipoint_loops *loops,
                      const struct ipoint_overhead *overhead, double *values) {
  uint64_t differences[IPOINT_LOOP_PROBES];
  struct ipoint_spread spread;
  size_t i, n;
  ipoint_probe_differences(ring, loops->timed, differences);
  n = ipoint_probe_differences(ring, loops->timed, differences);
  for (i = 0; i < n; i++)
    values[i] = (double)differences[i];
  spread = ipoint_spread_of(values, n);
  add_row(answer, form, "timed", "back to back", &spread,
          (double)overhead->timed_mean / 1000);
}

/* Untimed ones, by the batch between two timed ones, of which each takes
   `timed` ticks. */
static void add_untimed(struct ipoint_answer *answer,
                        struct ipoint_ring_header *ring, const char *form,
                        const struct ipoint_loops *loops,
                        const struct ipoint_overhead *overhead,
                        double *values) {
  uint64_t differences[IPOINT_LOOP_PROBES];
  double timed = (double)overhead->timed_mean / 1000;
  struct ipoint_spread spread;
  size_t n = 0, count, i, round;
  for (round = 0; round < 8; round++) {
    count = ipoint_probe_differences(ring, loops->untimed, differences);
    for (i = 0; i < count && n < IPOINT_LOOP_PROBES; i++)
      values[n++] = ((double)differences[i] - timed) / IPOINT_LOOP_BATCH;
  }
  spread = ipoint_spread_of(values, n);
  add_row(answer, form, "untimed", "back to back", &spread,
          (double)overhead->untimed_mean / 1000);
}

/* What probes add to work, by batches with and without them in turn. */
static void add_among(struct ipoint_answer *answer,
                      struct ipoint_ring_header *ring, const char *form,
                      const struct ipoint_loops *loops, enum ipoint_work work,
                      int timed, double *values) {
  static const char *const places[] = {"in a chain", "in wide code"};
  void (*with)(void) =
      timed ? loops->among[work].timed : loops->among[work].untimed;
  double alone[BATCHES];
  struct ipoint_spread spread;
  double base;
  size_t i;
  for (i = 0; i < BATCHES; i++) {
    alone[i] = (double)ipoint_probe_time(ring, loops->among[work].nothing);
    values[i] = (double)ipoint_probe_time(ring, with);
  }
  base = ipoint_spread_of(alone, BATCHES).median;
  for (i = 0; i < BATCHES; i++)
    values[i] = (values[i] - base) / IPOINT_LOOP_BATCH;
  spread = ipoint_spread_of(values, BATCHES);
  add_row(answer, form, timed ? "timed" : "untimed", places[work], &spread,
          mean_of(values, BATCHES, spread.p99));
}

static void add_all(struct ipoint_answer *answer,
                    struct ipoint_ring_header *ring, double *values) {
  struct ipoint_calibration found = ipoint_calibrate(-1);
  int form, work;
  ipoint_calibrate_again(&found, -1);
  for (form = 0; form < IPOINT_PROBE_FORMS; form++) {
    const struct ipoint_loops *loops =
        ipoint_probe_loops((enum ipoint_probe_form)form);
    const struct ipoint_overhead *overhead = &found.of[form];
    if (!loops)
      continue;
    add_timed(answer, ring, forms[form], loops, overhead, values);
    for (work = 0; work < IPOINT_WORKS; work++)
      add_among(answer, ring, forms[form], loops, (enum ipoint_work)work, 1,
                values);
    /* How the counter is read makes no difference to these. */
    if (form > IPOINT_PROBE_READING && form < IPOINT_PROBE_CALLED)
      continue;
    add_untimed(answer, ring, forms[form], loops, overhead, values);
    for (work = 0; work < IPOINT_WORKS; work++)
      add_among(answer, ring, forms[form], loops, (enum ipoint_work)work, 0,
                values);
  }
}

void ipoint_answer_probes(struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"probe", "probe"},           {"kind", "kind"},
      {"place", "place"},           {"mean_ticks", "mean"},
      {"minimum_ticks", "minimum"}, {"median_ticks", "median"},
      {"p99_ticks", "99 %"},        {"maximum_ticks", "maximum"},
  };
  struct ipoint_ring_header *ring = ipoint_probe_ring();
  double *values = calloc(IPOINT_LOOP_PROBES, sizeof *values);
  IPOINT_TABLE(answer, "probes",
               "What a probe costs, ticks of " IPOINT_PORT_NAME, columns);
  if (ring && values)
    add_all(answer, ring, values);
  free(ring);
  free(values);
  ipoint_answer_note(
      answer,
      "Probes back to back: timed ones each for itself, and the mean that a "
      "trace is corrected by; untimed ones and those among work by batches of "
      "%u. A chain is multiplications that wait for each other, wide code "
      "additions that don't: beside the one a probe is nearly free, beside the "
      "other it takes room.",
      IPOINT_LOOP_BATCH);
}
