/*===- calibrate-noise.c - ipoint-calibrate noise -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/hostclocks.h"
#include "calibrate/cpus.h"
#include "calibrate/gaps.h"
#include "core/slowpath.h"
#include "record/observe/interrupts.h"
#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
  struct ipoint_common common;
  uint64_t time; /* ns */
  cpu_set_t cpus;
  const char *config; /* null: none */
  int no_tracers;
};

struct watched {
  int cpu;
  struct ipoint_gaps found;
  uint64_t threshold; /* ticks; all gaps kept are as long */
  char *interrupts;   /* `KIND:COUNT ...`; null: not known */
};

struct session {
  const struct options *options;
  struct watched *watched;
  size_t count;
  double tick_ns;
  uint64_t low, high; /* ticks */
  double tolerance;
};

/* Entering the kernel and coming back takes longer, on any processor. */
#define SHORTEST_INTERRUPTION_NS 1000

/* Those shorter than the threshold are what reads differ by. */
static void keep_interruptions(struct watched *one, double tick_ns) {
  struct ipoint_gaps *found = &one->found;
  size_t i, kept = 0;
  one->threshold =
      ipoint_gap_threshold(found->count, found->usual,
                           (uint64_t)(SHORTEST_INTERRUPTION_NS / tick_ns));
  for (i = 0; i < found->gap_count; i++)
    if (found->gaps[i].length >= one->threshold)
      found->gaps[kept++] = found->gaps[i];
  found->gap_count = kept;
  if (kept) {
    struct ipoint_gap *less = realloc(found->gaps, kept * sizeof *less);
    found->gaps = less ? less : found->gaps;
  }
}

static char *interrupts_of(struct ipoint_interrupts *interrupts, int cpu) {
  uint8_t *used = calloc(interrupts->cpu_count, 1);
  char *text = NULL;
  ipoint_interrupts_end(interrupts);
  if (used && (size_t)cpu < interrupts->cpu_count &&
      interrupts->hard[0].kind_count) {
    used[cpu] = 1;
    text = ipoint_counts_difference(&interrupts->hard[0], &interrupts->hard[1],
                                    used);
  }
  free(used);
  return text;
}

static int watch(struct session *session, struct watched *one) {
  double ticks = (double)session->options->time / session->tick_ns;
  struct ipoint_interrupts interrupts = {0};
  cpu_set_t before;
  char line[64];
  int status;
  snprintf(line, sizeof line, "watching CPU %d", one->cpu);
  ipoint_progress(line);
  ipoint_cpus_visit(one->cpu, &before);
  ipoint_interrupts_begin(&interrupts);
  status = ipoint_gaps_watch(&one->found, (uint64_t)ticks);
  one->interrupts = interrupts_of(&interrupts, one->cpu);
  ipoint_interrupts_free(&interrupts);
  ipoint_cpus_return(&before);
  ipoint_progress(NULL);
  if (status == 0)
    keep_interruptions(one, session->tick_ns);
  return status;
}

static double measure_tick(void) {
  struct ipoint_joint_reading begin = ipoint_read_jointly(ipoint_read_port),
                              end;
  double error;
  usleep(100000);
  end = ipoint_read_jointly(ipoint_read_port);
  return 1e9 / ipoint_joint_rate(&begin, &end, 0, &error);
}

/* `high`: the shortest of what is an interruption anywhere. `low`: half of
   that, so that an undisturbed block, which takes at most `low`, has to become
   twice as long before it could be taken for interrupted. The tolerance: reads
   that lie in between come now and then; a block of `low` is as long as many
   reads, and is given twice as much. */
static void set_thresholds(struct session *session) {
  double between = 0, reads = 0, usual = 1;
  size_t i;
  session->high = UINT64_MAX;
  for (i = 0; i < session->count; i++)
    if (session->watched[i].threshold < session->high) {
      session->high = session->watched[i].threshold;
      usual = (double)session->watched[i].found.usual;
    }
  session->low = session->high / 2;
  for (i = 0; i < session->count; i++) {
    const uint64_t *count = session->watched[i].found.count;
    unsigned number;
    for (number = 0; number < IPOINT_GAP_CLASSES; number++) {
      uint64_t begin = ipoint_gap_class_begin(number);
      reads += (double)count[number];
      if (begin >= session->low && begin < session->high)
        between += (double)count[number];
    }
  }
  session->tolerance = 2 * between / reads * (double)session->low / usual;
  session->tolerance = fmin(fmax(session->tolerance, 1e-4), 0.01);
}

/* What it writes begins so. */
static const char first_line[] =
    "# Thresholds for ipoint-report --config, by ipoint-calibrate noise.\n";

static void say_config(const struct session *session, char *out, size_t size) {
  snprintf(out, size,
           "%s"
           "# Ticks of " IPOINT_PORT_NAME
           " at %.1f MHz; an undisturbed block may take %.0f ns at most.\n"
           "filter:\n"
           "  low: %llu\n"
           "  high: %llu\n"
           "  gap-tolerance: %.6f\n",
           first_line, 1e3 / session->tick_ns,
           (double)session->low * session->tick_ns,
           (unsigned long long)session->low, (unsigned long long)session->high,
           session->tolerance);
}

/* Whether `path` is a file with something in it that noise has not written. */
static int is_of_another_hand(const char *path) {
  char line[sizeof first_line];
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size == 0)
    return 0;
  return ipoint_file_text(AT_FDCWD, path, line, sizeof line) < 0 ||
         strcmp(line, first_line) != 0;
}

static int write_config(const char *path, const char *text) {
  struct ipoint_output_file output;
  int status = ipoint_output_file_open(&output, path);
  if (status == 0)
    status =
        ipoint_output_file_close(&output, fputs(text, output.stream) != EOF);
  if (status != 0)
    ipoint_warn("--config %s: %s", path, strerror(errno));
  return status;
}

static void add_cpus(struct session *session, struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"cpu", "CPU"},
      {"read_ns", "read ns"},
      {"threshold_ns", "from ns"},
      {"interruptions", "interruptions"},
      {"per_second", "a second"},
      {"share_percent", "of time %"},
      {"median_us", "median us"},
      {"p99_us", "99 % us"},
      {"largest_us", "largest us"},
  };
  size_t i, k;
  IPOINT_TABLE(answer, "cpus", "Interruptions", columns);
  for (i = 0; i < session->count; i++) {
    const struct watched *one = &session->watched[i];
    size_t n = one->found.gap_count;
    double *lengths = calloc(n ? n : 1, sizeof *lengths), sum = 0;
    double watched = (double)(one->found.end - one->found.begin);
    struct ipoint_spread spread;
    for (k = 0; lengths && k < n; k++)
      sum += lengths[k] = (double)one->found.gaps[k].length;
    spread = ipoint_spread_of(lengths, lengths ? n : 0);
    free(lengths);
    IPOINT_CELLS(answer, one->cpu, (double)one->found.usual * session->tick_ns,
                 (double)one->threshold * session->tick_ns, (double)n,
                 (double)n / (watched * session->tick_ns) * 1e9,
                 sum / watched * 100, spread.median * session->tick_ns / 1e3,
                 spread.p99 * session->tick_ns / 1e3,
                 spread.maximum * session->tick_ns / 1e3);
  }
}

static void add_periods(struct session *session, struct ipoint_answer *answer) {
  struct ipoint_source sources[IPOINT_MOST_SOURCES];
  size_t i, k, n, all = 0;
  ipoint_answer_sources_begin(answer);
  for (i = 0; i < session->count; i++) {
    const struct ipoint_gaps *found = &session->watched[i].found;
    n = ipoint_sources_find(found->gaps, found->gap_count,
                            found->end - found->begin, session->tick_ns,
                            sources);
    for (k = 0; k < n; k++)
      ipoint_answer_source(answer, session->watched[i].cpu, &sources[k]);
    all += n;
  }
  if (!all)
    ipoint_answer_note(answer, "None is regular: no period that chance would "
                               "not give once in a million.");
}

/* Classes by halves of a power of two, from the usual read on. */
static void add_lengths(struct session *session, struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"cpu", "CPU"},     {"from_ns", "from ns"},     {"to_ns", "to ns"},
      {"reads", "reads"}, {"per_second", "a second"},
  };
  size_t i;
  IPOINT_TABLE(answer, "lengths", "Between two reads", columns);
  for (i = 0; i < session->count; i++) {
    const struct ipoint_gaps *found = &session->watched[i].found;
    double seconds =
        (double)(found->end - found->begin) * session->tick_ns / 1e9;
    unsigned number;
    for (number = 0; number + 2 < IPOINT_GAP_CLASSES; number += 2) {
      uint64_t count = found->count[number] + found->count[number + 1];
      if (count)
        IPOINT_CELLS(answer, session->watched[i].cpu,
                     (double)ipoint_gap_class_begin(number) * session->tick_ns,
                     (double)ipoint_gap_class_begin(number + 2) *
                         session->tick_ns,
                     (double)count, (double)count / seconds);
    }
  }
}

static void add_interrupts(struct session *session,
                           struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"cpu", "CPU"},
      {"interrupt", "interrupt"},
      {"count", "count"},
      {"per_second", "a second"},
  };
  double seconds = (double)session->options->time / 1e9;
  size_t i;
  IPOINT_TABLE(answer, "interrupts",
               "What the kernel counted meanwhile (/proc/interrupts)", columns);
  for (i = 0; i < session->count; i++) {
    char *rest = session->watched[i].interrupts, *word;
    while (rest && (word = strsep(&rest, " ")) && *word) {
      char *colon = strrchr(word, ':'); /* KIND:COUNT */
      double count = strtod(colon + 1, NULL);
      *colon = '\0';
      IPOINT_CELLS(answer, session->watched[i].cpu);
      ipoint_answer_text_cell(answer, word);
      IPOINT_CELLS(answer, count, count / seconds);
    }
  }
}

static int report(struct session *session,
                  const struct ipoint_subcommand *self) {
  const struct options *options = session->options;
  struct ipoint_answer *answer = ipoint_answer_new(self->name);
  char config[512];
  set_thresholds(session);
  say_config(session, config, sizeof config);
  ipoint_host_describe(answer);
  ipoint_answer_fact(answer, "counter", "%s, %.3f MHz", IPOINT_PORT_NAME,
                     1e3 / session->tick_ns);
  ipoint_answer_number(answer, "time", (double)options->time / 1e9,
                       "s on each CPU");
  add_cpus(session, answer);
  add_periods(session, answer);
  add_interrupts(session, answer);
  add_lengths(session, answer);
  if (!options->no_tracers)
    ipoint_answer_tracers(answer, options->time);
  else
    ipoint_answer_note(answer, "The kernel's tracers osnoise and hwlat were "
                               "not asked (--tracers=yes).");
  ipoint_answer_note(
      answer, "An interruption is what lasts from where the fewest lengths "
              "between two reads lie on; what is shorter, reads differ by. A "
              "regular one comes in the cycles of its period, once in each; by "
              "chance is how likely irregular ones look so.");
  ipoint_answer_note(answer,
                     "For a report by threshold: low %llu, high %llu ticks. An "
                     "undisturbed block may take %.0f ns at most; of longer "
                     "ones the rule excludes nothing.",
                     (unsigned long long)session->low,
                     (unsigned long long)session->high,
                     (double)session->low * session->tick_ns);
  ipoint_answer_number(answer, "low", (double)session->low, "ticks");
  ipoint_answer_number(answer, "high", (double)session->high, "ticks");
  ipoint_answer_lines(answer, config);
  if (!options->config || write_config(options->config, config) == 0)
    return ipoint_answer_finish(answer, &options->common);
  ipoint_answer_free(answer);
  return 2;
}

static int watch_all(struct session *session) {
  const cpu_set_t *cpus = &session->options->cpus;
  int cpu;
  session->watched = calloc((size_t)CPU_COUNT(cpus), sizeof *session->watched);
  if (!session->watched)
    return -1;
  session->tick_ns = measure_tick();
  for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, cpus)) {
      session->watched[session->count].cpu = cpu;
      if (watch(session, &session->watched[session->count++]) != 0)
        return -1;
    }
  return 0;
}

static int run(const struct ipoint_subcommand *self, int argc, char **argv) {
  struct options options = {
      .time = 2000000000, .cpus = ipoint_usable_cpus(), .no_tracers = 1};
  static const char *const answers[] = {"yes", "no", NULL};
  const struct ipoint_option table[] = {
      {"time", 0, "TIME",
       "watch each CPU for TIME, such as 500ms (default: 2s)", IPOINT_TIME,
       .value = &options.time, 10000000, INT64_C(3600000000000)},
      {"cpus", 0, "LIST",
       "watch these, such as 0,2-3 (default: all that this process may use)",
       IPOINT_CPUS, .value = &options.cpus},
      {"config", 0, "FILE",
       "write the thresholds into FILE, for ipoint-report --config",
       IPOINT_NAME, .value = &options.config},
      {"tracers",
       .help = "ask the kernel's tracers osnoise and hwlat too, each for TIME; "
               "takes root, and a kernel that has them (default: no)",
       .kind = IPOINT_WORD, .value = &options.no_tracers, .words = answers,
       .wanted = "give yes or no"}};
  struct session session = {.options = &options};
  size_t i;
  int code;
  code = ipoint_arguments_read(self, argc, argv, &options.common, table,
                               sizeof table / sizeof *table);
  if (code >= 0)
    return code;
  if (options.config && is_of_another_hand(options.config)) {
    ipoint_warn("--config %s: is there already and was not written by "
                "ipoint-calibrate noise; name a new file",
                options.config);
    return 2;
  }
  if (watch_all(&session) == 0)
    code = report(&session, self);
  else {
    ipoint_warn("out of memory");
    code = 2;
  }
  for (i = 0; i < session.count; i++) {
    free(session.watched[i].found.gaps);
    free(session.watched[i].interrupts);
  }
  free(session.watched);
  return code;
}

static const char *const tables[] = {"cpus", "periods", "lengths", "interrupts",
                                     NULL};

const struct ipoint_subcommand ipoint_subcommand_noise = {
    "noise",
    "what interrupts a program, and thresholds to exclude it",
    "What interrupts a program on each CPU: how often, for how long, how "
    "regularly, and the thresholds by which a report can exclude it.\n",
    "Examples:\n"
    "  ipoint-calibrate noise\n"
    "  ipoint-calibrate noise --time 500ms --cpus 0 --config noise.yaml\n"
    "  ipoint-calibrate noise --format json\n",
    tables,
    run};
