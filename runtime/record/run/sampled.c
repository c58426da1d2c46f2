/*===- sampled.c - Runs of the plain program that are sampled -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/pairs.h"

#include "record/run/neighbours.h"
#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libipoint-sampler.so"

/* How often samples are written, ns: long before a ring is full. */
#define POLLED UINT64_C(20000000)

/* What samples may add to a run's time if their rate is not set: a
   thirtieth. Then a second has LEAST_RATE to MOST_RATE: more add little, as the
   runs differ more. */
#define COST_PART 30u
#define LEAST_RATE 200u
#define MOST_RATE 4000u
/* Where the program samples itself more are not to be had. */
#define TIMER_RATE 1000u

#define SECOND UINT64_C(1000000000)

/* To two digits. */
static uint64_t rate_for(uint64_t cost_ns) {
  uint64_t rate = SECOND / COST_PART / cost_ns, unit = 1;
  if (rate < LEAST_RATE)
    return LEAST_RATE;
  if (rate > MOST_RATE)
    return MOST_RATE;
  while (rate / unit >= 100)
    unit *= 10;
  return rate / unit * unit;
}

int ipoint_pairs_choose_sampler(struct ipoint_pairs *pairs) {
  long wanted = pairs->options->samples;
  char reason[sizeof pairs->sampler.reason];
  uint64_t cost;
  if (wanted == IPOINT_SAMPLES_NONE)
    return 1;
  cost = ipoint_sampler_try(reason, sizeof reason);
  pairs->rate = (uint64_t)wanted;
  if (cost) {
    pairs->how = IPOINT_BY_KERNEL;
    if (wanted == IPOINT_SAMPLES_AUTO)
      pairs->rate = rate_for(cost);
    return 1;
  }
  if (pairs->plain_is_static) {
    ipoint_warn("the plain program can't be sampled, as it is linked "
                "statically: %s",
                reason);
    return 1;
  }
  ipoint_warn("the plain program is sampled by a timer signal, not more often "
              "than the kernel's tick: %s",
              reason);
  pairs->how = IPOINT_BY_TIMER;
  if (wanted == IPOINT_SAMPLES_AUTO)
    pairs->rate = TIMER_RATE;
  return ipoint_shared_make(&pairs->slots, sizeof(struct ipoint_samples_page));
}

uint64_t ipoint_pairs_rate(const struct ipoint_pairs *pairs, unsigned number) {
  return number % 2 || pairs->rate < 2 ? pairs->rate : pairs->rate / 2;
}

static void begin_samples(void *context, pid_t pid) {
  struct ipoint_pairs *pairs = context;
  ipoint_sampler_begin(&pairs->sampler, pid, pairs->sample_file, pairs->period);
}

/* Starts the program with the library that takes its samples. 0, or the exit
   code after saying what is wrong. */
static int start_with_timer(struct ipoint_pairs *pairs) {
  char library[PATH_MAX], *before = strdup(getenv("LD_PRELOAD")), *list = NULL;
  int code = 2;
  if (before && ipoint_preload_find(LIBRARY, library) &&
      asprintf(&list, "%s:%s", before, library) >= 0 &&
      setenv("LD_PRELOAD", list, 1) == 0 &&
      setenv(IPOINT_ENV_SAMPLES, pairs->slots.path, 1) == 0) {
    if (ipoint_sampler_begin_timer(&pairs->sampler, pairs->plain,
                                   pairs->slots.file, pairs->sample_file,
                                   pairs->period) != 0)
      ipoint_warn("%s: %s", pairs->slots.path, pairs->sampler.reason);
    else
      code = ipoint_pairs_start_plain(pairs, NULL);
  }
  if (before)
    setenv("LD_PRELOAD", before, 1);
  unsetenv(IPOINT_ENV_SAMPLES);
  free(before);
  free(list);
  return code;
}

/* Into the file that is open. 0, or the exit code. */
static int run_into_file(struct ipoint_pairs *pairs, unsigned number) {
  int code;
  pairs->period = SECOND / ipoint_pairs_rate(pairs, number);
  code = pairs->how == IPOINT_BY_TIMER
             ? start_with_timer(pairs)
             : ipoint_pairs_start_plain(pairs, begin_samples);
  if (code)
    return code;
  while (!ipoint_run_nap(&pairs->run, POLLED, NULL))
    ipoint_sampler_poll(&pairs->sampler);
  ipoint_sampler_finish(&pairs->sampler);
  return ipoint_pairs_check_plain(pairs, number);
}

int ipoint_pairs_run_sampled(struct ipoint_pairs *pairs, unsigned number) {
  struct ipoint_run unsampled = pairs->run;
  char name[IPOINT_SAMPLES_ROOM];
  int code;
  snprintf(name, sizeof name, IPOINT_SAMPLES_NAME, number);
  pairs->sample_file = ipoint_file_replace(pairs->output->folder, name, O_RDWR);
  if (pairs->sample_file < 0) {
    ipoint_warn("%s/%s: %s", pairs->options->output, name, strerror(errno));
    return 2;
  }
  code = run_into_file(pairs, number);
  close(pairs->sample_file);
  pairs->of_sampled = pairs->page;
  pairs->sampled = pairs->run;
  pairs->run = code ? pairs->run : unsampled;
  if (pairs->sampler.out.error) {
    ipoint_warn("%s/%s: %s", pairs->options->output, name,
                strerror(pairs->sampler.out.error));
    code = 2;
  }
  if (!code && *pairs->sampler.reason) {
    ipoint_warn("the plain program can't be sampled: %s",
                pairs->sampler.reason);
    pairs->how = IPOINT_NOT_SAMPLED; /* nor the next run */
  }
  if (code || *pairs->sampler.reason)
    unlinkat(pairs->output->folder, name, 0);
  return code;
}
