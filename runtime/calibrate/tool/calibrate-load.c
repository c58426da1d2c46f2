/*===- calibrate-load.c - ipoint-calibrate load: what is left of each CPU -===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A soaker on each CPU takes what no other thread wants (SCHED_IDLE). For each
|* second its share of the CPU's time is reported, and the work done in it: the
|* two differ where hyper-threads or caches are shared, or a hypervisor takes
|* the CPU away unseen.
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "support/text.h"
#include "support/times.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_SECONDS (1u << 16)
/* Windows of 1 to 2^15 seconds. */
#define WINDOWS 16
/* Additions between two looks at the count, some microseconds. */
#define CHUNK 4096u
#define PAIR_MS 400
/* CPU time, seconds, below which a soaker's speed is not reported. */
#define LEAST_TIME 0.01
#define BAR 30

struct soaker {
  pthread_t thread;
  int cpu;
  clockid_t clock;          /* its CPU time */
  volatile uint64_t chunks; /* done */
  volatile int stop, begun;
  uint64_t time_before, chunks_before;
};

struct options {
  struct ipoint_common common;
  uint64_t seconds;
  int once, live;
  cpu_set_t cpus;
};

/* What was left of a CPU in a second. */
struct second {
  double time; /* share of it that the soaker had */
  double rate; /* chunks in a second of the soaker's own time; NAN: it had
                  too little */
};

struct session {
  const struct options *options;
  struct soaker *soakers;
  size_t count;
  struct second *seconds; /* by second and soaker */
  size_t done;
  /* Chunks in a second of CPU time, of one soaker and of each of two; 0:
     there is one CPU only; NAN: they had too little time. */
  double alone, together;
  size_t drawn; /* lines to be drawn over */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
  (void)signal;
  interrupted = 1;
}

static void *soak(void *context) {
  struct soaker *soaker = context;
  uint64_t number = 1;
  while (!soaker->stop) {
    unsigned i;
    for (i = 0; i < CHUNK; i++) {
      number += i;
      __asm__ __volatile__("" : "+r"(number));
    }
    soaker->chunks++;
    soaker->begun = 1;
  }
  return NULL;
}

static int start(struct soaker *soaker) {
  const struct sched_param none = {0};
  cpu_set_t one;
  int error;
  soaker->stop = soaker->begun = 0;
  error = pthread_create(&soaker->thread, NULL, soak, soaker);
  if (error) {
    ipoint_warn("a soaker can't be started: %s", strerror(error));
    return -1;
  }
  CPU_ZERO(&one);
  CPU_SET(soaker->cpu, &one);
  pthread_setaffinity_np(soaker->thread, sizeof one, &one);
  pthread_setschedparam(soaker->thread, SCHED_IDLE, &none);
  pthread_getcpuclockid(soaker->thread, &soaker->clock);
  return 0;
}

static void stop(struct soaker *soaker) {
  soaker->stop = 1;
  pthread_join(soaker->thread, NULL);
}

static void pause_ms(unsigned ms) {
  struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static void begin_second(struct soaker *soakers, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    soakers[i].time_before = ipoint_nanoseconds(soakers[i].clock);
    soakers[i].chunks_before = soakers[i].chunks;
  }
}

/* Since the last begin_second(). `length`, in ns, is what passed since. */
static struct second end_second(const struct soaker *soaker, uint64_t length) {
  uint64_t had = ipoint_nanoseconds(soaker->clock) - soaker->time_before;
  double chunks = (double)(soaker->chunks - soaker->chunks_before);
  struct second second;
  second.time = (double)had / (double)length;
  second.rate =
      (double)had < LEAST_TIME * 1e9 ? NAN : chunks * 1e9 / (double)had;
  return second;
}

/* What each of the first `count` soakers gets done in a second of its CPU time
   when all of these run at once. */
static double rate_of(struct soaker *soakers, size_t count) {
  double rates = 0;
  uint64_t from;
  size_t i, begun = 0;
  while (begun < count && start(&soakers[begun]) == 0)
    begun++;
  pause_ms(PAIR_MS / 4);
  from = ipoint_nanoseconds(CLOCK_MONOTONIC);
  begin_second(soakers, begun);
  pause_ms(PAIR_MS);
  for (i = 0; i < begun; i++)
    rates += end_second(&soakers[i], ipoint_nanoseconds(CLOCK_MONOTONIC) - from)
                 .rate;
  for (i = 0; i < begun; i++)
    stop(&soakers[i]);
  return begun == count ? rates / (double)count : NAN;
}

/* Shares of the last 2^n seconds in which CPU number k was left. */
struct window {
  double mean, least;
};

static int has_window(const struct session *session, size_t n) {
  return n < WINDOWS && (size_t)1 << n <= session->done;
}

static struct window window_of(const struct session *session, size_t k,
                               size_t n) {
  struct window window = {0, INFINITY};
  size_t i, length = (size_t)1 << n;
  for (i = session->done - length; i < session->done; i++) {
    double left = session->seconds[i * session->count + k].time;
    window.mean += left / (double)length;
    window.least = fmin(window.least, left);
  }
  return window;
}

static void print_bar(const struct session *session, double left) {
  int length = (int)lround(fmin(left, 1) * BAR);
  printf("%5.1f %% left  |%.*s%*s|%s\n", 100 * left, length,
         "##############################", BAR - length, "",
         session->options->live ? "\033[K" : "");
}

/* The second that has passed, and with --live, in place of what stood there,
   the last 2^n seconds of all CPUs. */
static void print_bars(struct session *session) {
  size_t k, n;
  if (session->drawn)
    printf("\033[%zuA", session->drawn);
  for (k = 0; k < session->count; k++) {
    printf("%6zu s  CPU %-3d ", session->done, session->soakers[k].cpu);
    print_bar(session, window_of(session, k, 0).mean);
  }
  if (session->options->live) {
    for (n = 1; has_window(session, n); n++) {
      double sum = 0;
      for (k = 0; k < session->count; k++)
        sum += window_of(session, k, n).mean;
      printf("  last %5zu s    ", (size_t)1 << n);
      print_bar(session, sum / (double)session->count);
    }
    session->drawn = session->count + n - 1;
  }
  fflush(stdout);
}

static int measure(struct session *session) {
  const struct options *options = session->options;
  uint64_t wanted = options->once      ? 1
                    : options->seconds ? options->seconds
                                       : MOST_SECONDS;
  uint64_t from, now;
  size_t i, begun = 0;
  if (session->count > 1 && !options->once) {
    ipoint_progress("one soaker, then two beside each other");
    session->alone = rate_of(session->soakers, 1);
    session->together = rate_of(session->soakers, 2);
    ipoint_progress(NULL);
  }
  while (begun < session->count && start(&session->soakers[begun]) == 0)
    begun++;
  pause_ms(20);
  while (begun == session->count && session->done < wanted && !interrupted) {
    from = ipoint_nanoseconds(CLOCK_MONOTONIC);
    begin_second(session->soakers, session->count);
    pause_ms(1000);
    now = ipoint_nanoseconds(CLOCK_MONOTONIC);
    if (interrupted && now - from < 500000000)
      break;
    for (i = 0; i < session->count; i++)
      session->seconds[session->done * session->count + i] =
          end_second(&session->soakers[i], now - from);
    session->done++;
    if (options->common.format == IPOINT_TEXT && !options->once)
      print_bars(session);
  }
  for (i = 0; i < begun; i++)
    stop(&session->soakers[i]);
  return begun == session->count ? 0 : -1;
}

static double best_rate(const struct session *session) {
  double best = NAN;
  size_t i;
  for (i = 0; i < session->done * session->count; i++)
    best = fmax(best, session->seconds[i].rate);
  return best;
}

static void add_seconds(const struct session *session,
                        struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"second", "second"},
      {"cpu", "CPU"},
      {"time_left_percent", "time left %"},
      {"work_percent", "work %"}};
  double best = best_rate(session);
  size_t i, k;
  IPOINT_TABLE(answer, "seconds", "Left of each CPU", columns);
  for (i = 0; i < session->done; i++)
    for (k = 0; k < session->count; k++) {
      const struct second *second = &session->seconds[i * session->count + k];
      IPOINT_CELLS(answer, (double)i + 1, session->soakers[k].cpu,
                   100 * second->time, 100 * second->rate / best);
    }
}

static void add_windows(const struct session *session,
                        struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"last_seconds", "last s"},
      {"cpu", "CPU"},
      {"time_left_percent", "time left %"},
      {"least_percent", "least second %"}};
  size_t n, k;
  IPOINT_TABLE(answer, "windows", "Left over the last seconds", columns);
  for (n = 0; has_window(session, n); n++)
    for (k = 0; k < session->count; k++) {
      struct window window = window_of(session, k, n);
      IPOINT_CELLS(answer, (double)((size_t)1 << n), session->soakers[k].cpu,
                   100 * window.mean, 100 * window.least);
    }
}

static void add_pairs(const struct session *session,
                      struct ipoint_answer *answer) {
  static const struct ipoint_column columns[] = {
      {"cpu_a", "CPU"},
      {"cpu_b", "and CPU"},
      {"efficiency_percent", "work of two, of twice one's %"}};
  IPOINT_TABLE(answer, "pairs", "Two soakers beside each other", columns);
  if (session->alone == 0)
    return;
  IPOINT_CELLS(answer, session->soakers[0].cpu, session->soakers[1].cpu,
               100 * session->together / session->alone);
  ipoint_answer_note(answer,
                     "Work: additions that a soaker got done in its own CPU "
                     "time, of the best second; - where it had less than 10 "
                     "ms. Two that share a core (hyper-threads) get done "
                     "clearly less than 100 %% each.");
}

static int report(const struct session *session,
                  const struct ipoint_subcommand *self) {
  struct ipoint_answer *answer = ipoint_answer_new(self->name);
  ipoint_host_describe(answer);
  add_seconds(session, answer);
  add_windows(session, answer);
  add_pairs(session, answer);
  return ipoint_answer_finish(answer, &session->options->common);
}

static int soak_all(const struct options *options,
                    const struct ipoint_subcommand *self) {
  struct session session = {.options = options};
  int cpu, code = 2;
  size_t rows = options->seconds ? options->seconds : MOST_SECONDS;
  session.soakers =
      calloc((size_t)CPU_COUNT(&options->cpus), sizeof *session.soakers);
  session.seconds =
      calloc(rows * (size_t)CPU_COUNT(&options->cpus), sizeof *session.seconds);
  for (cpu = 0; session.soakers && cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &options->cpus))
      session.soakers[session.count++].cpu = cpu;
  if (!session.soakers || !session.seconds)
    ipoint_warn("out of memory");
  else if (measure(&session) == 0)
    code = report(&session, self);
  free(session.soakers);
  free(session.seconds);
  return code;
}

static int run(const struct ipoint_subcommand *self, int argc, char **argv) {
  struct options options = {.seconds = 16, .cpus = ipoint_usable_cpus()};
  const struct sigaction action = {.sa_handler = interrupt};
  const struct ipoint_option table[] = {
      {"seconds", 0, "N", "seconds to run (default: 16; 0: until Ctrl-C)",
       IPOINT_COUNT, .value = &options.seconds, 0, MOST_SECONDS},
      {"once", 0, NULL, "one second, without the second line of soakers",
       IPOINT_FLAG, .value = &options.once},
      {"live", 0, NULL,
       "on a terminal: bars in place, of the last 2^n seconds too", IPOINT_FLAG,
       .value = &options.live},
      {"cpus", 0, "LIST", "on these (default: all that this process may use)",
       IPOINT_CPUS, .value = &options.cpus}};
  int code;
  code = ipoint_arguments_read(self, argc, argv, &options.common, table,
                               sizeof table / sizeof *table);
  if (code >= 0)
    return code;
  if (options.live && !isatty(STDOUT_FILENO)) {
    ipoint_warn("--live needs a terminal");
    return 2;
  }
  if (CPU_COUNT(&options.cpus) == 0) {
    ipoint_warn("the system doesn't say which CPUs there are: give --cpus");
    return 2;
  }
  sigaction(SIGINT, &action, NULL); /* keeps what is there */
  return soak_all(&options, self);
}

static const char *const tables[] = {"seconds", "windows", "pairs", NULL};

const struct ipoint_subcommand ipoint_subcommand_load = {
    "load",
    "what is left of each CPU, by soakers",
    "What is left of each CPU, second by second and over the last 2^n seconds, "
    "by soakers of the lowest priority; and what two of them get done beside "
    "each other.\n",
    "Examples:\n"
    "  ipoint-calibrate load --once\n"
    "  ipoint-calibrate load --seconds 3 --format csv\n",
    tables,
    run};
