/*===- plainsamples.c - Where a program that has no probes spends its time -===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/plainsamples.h"

#include "support/times.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

/* To find out what a sample costs: work that lasts some milliseconds, so often,
   with a sample each TRY_PERIOD ns and without. */
#define TRY_ROUNDS 5
#define TRY_STEPS 2000000u
#define TRY_PERIOD UINT64_C(100000)

/* With maps' build ids, but for kernels before 5.12. */
static int open_event(struct perf_event_attr *attributes, pid_t pid,
                      uint32_t cpu) {
  int event = ipoint_perf_event(attributes, pid, cpu);
#ifdef PERF_RECORD_MISC_MMAP_BUILD_ID
  if (event < 0 && errno == EINVAL && attributes->build_id) {
    attributes->build_id = 0;
    event = ipoint_perf_event(attributes, pid, cpu);
  }
#endif
  return event;
}

static struct perf_event_attr event_of(uint64_t period) {
  struct perf_event_attr attributes = ipoint_perf_file_event(period);
#ifdef PERF_RECORD_MISC_MMAP_BUILD_ID
  attributes.build_id = 1;
#endif
  return attributes;
}

/* How long the work lasts, ns. */
static uint64_t time_work(void) {
  uint64_t begin = ipoint_nanoseconds(CLOCK_MONOTONIC_RAW);
  volatile uint64_t sum = 0;
  unsigned i;
  for (i = 0; i < TRY_STEPS; i++)
    sum += i;
  return ipoint_nanoseconds(CLOCK_MONOTONIC_RAW) - begin;
}

static void count(void *context, const struct perf_event_header *record) {
  *(uint64_t *)context += record->type == PERF_RECORD_SAMPLE;
}

/* The time of the work with samples; `taken`: their number. */
static uint64_t time_sampled_work(struct ipoint_perf_ring *rings,
                                  size_t ring_count, uint64_t *taken) {
  uint64_t time;
  size_t i;
  for (i = 0; i < ring_count; i++)
    ioctl(rings[i].event, PERF_EVENT_IOC_ENABLE, 0);
  time = time_work();
  for (i = 0; i < ring_count; i++) {
    ioctl(rings[i].event, PERF_EVENT_IOC_DISABLE, 0);
    ipoint_perf_drain(&rings[i], count, taken);
  }
  return time;
}

/* Of each the best of some: whatever else comes between makes it longer. */
uint64_t ipoint_sampler_try(char *reason, size_t size) {
  struct perf_event_attr attributes = event_of(TRY_PERIOD);
  struct ipoint_perf_ring *rings;
  uint64_t plain = UINT64_MAX, sampled = UINT64_MAX, taken = 0;
  size_t ring_count;
  int i;
  attributes.enable_on_exec = 0;
  rings =
      ipoint_perf_rings(0, &attributes, open_event, &ring_count, reason, size);
  if (!rings)
    return 0;
  for (i = 0; i < TRY_ROUNDS; i++) {
    uint64_t time = time_work();
    plain = time < plain ? time : plain;
    time = time_sampled_work(rings, ring_count, &taken);
    sampled = time < sampled ? time : sampled;
  }
  ipoint_perf_close_rings(rings, ring_count);
  taken /= TRY_ROUNDS;
  return sampled > plain && taken ? (sampled - plain) / taken + 1 : 1;
}

int ipoint_sampler_begin(struct ipoint_sampler *sampler, pid_t pid, int file,
                         uint64_t period) {
  struct perf_event_attr attributes = event_of(period);
  memset(sampler, 0, sizeof *sampler);
  sampler->period = period;
  sampler->random = (uint64_t)pid * UINT64_C(0x9e3779b97f4a7c15) + 1;
  sampler->rings =
      ipoint_perf_rings(pid, &attributes, open_event, &sampler->ring_count,
                        sampler->reason, sizeof sampler->reason);
  if (!sampler->rings)
    return -1;
  ipoint_perf_file_begin(&sampler->out, file, &attributes);
  return 0;
}

int ipoint_sampler_begin_timer(struct ipoint_sampler *sampler,
                               const char *program, int shared, int file,
                               uint64_t period) {
  struct perf_event_attr attributes = ipoint_perf_file_event(period);
  memset(sampler, 0, sizeof *sampler);
  sampler->program = program;
  sampler->period = period;
  if (ipoint_timer_begin(&sampler->timer, shared, period) != 0) {
    snprintf(sampler->reason, sizeof sampler->reason,
             "no room for what the program has to say: %s", strerror(errno));
    return -1;
  }
  ipoint_perf_file_begin(&sampler->out, file, &attributes);
  return 0;
}

/* Counts a record, and writes it. */
static void take(void *context, const struct perf_event_header *record) {
  struct ipoint_sampler *sampler = context;
  sampler->samples += record->type == PERF_RECORD_SAMPLE;
  sampler->throttled += record->type == PERF_RECORD_THROTTLE;
  sampler->lost += ipoint_perf_lost(record);
  ipoint_perf_file_put(&sampler->out, record);
}

/* Nothing that the program does at regular times must fall into step with the
   samples: each period is drawn from nine to eleven tenths of the mean. A new
   one begins at once, so half of one is lost each time. */
static void draw_period(struct ipoint_sampler *sampler) {
  const uint64_t least = 20; /* samples between two draws: few are lost */
  size_t i;
  uint64_t period;
  if (sampler->samples - sampler->drawn < least)
    return;
  sampler->drawn = sampler->samples;
  sampler->random = sampler->random * UINT64_C(6364136223846793005) +
                    UINT64_C(1442695040888963407);
  period = sampler->period - sampler->period / 10 +
           (sampler->random >> 33) % (sampler->period / 5 + 1);
  for (i = 0; i < sampler->ring_count; i++)
    ioctl(sampler->rings[i].event, PERF_EVENT_IOC_PERIOD, &period);
}

void ipoint_sampler_poll(struct ipoint_sampler *sampler) {
  size_t i;
  if (sampler->program)
    ipoint_timer_poll(&sampler->timer, &sampler->out, sampler->program);
  for (i = 0; i < sampler->ring_count; i++)
    ipoint_perf_drain(&sampler->rings[i], take, sampler);
  ipoint_perf_file_flush(&sampler->out);
  draw_period(sampler);
}

static void finish_timer(struct ipoint_sampler *sampler) {
  struct ipoint_timer *timer = &sampler->timer;
  int error = ipoint_timer_error(timer);
  ipoint_timer_finish(timer, &sampler->out, sampler->program);
  if (error)
    snprintf(sampler->reason, sizeof sampler->reason,
             "the program has no timers: %s", strerror(error));
  sampler->samples = timer->samples;
  sampler->lost = timer->lost;
  /* The kernel's tick decides how often they come. */
  if (timer->samples)
    sampler->period = timer->time / timer->samples;
}

void ipoint_sampler_finish(struct ipoint_sampler *sampler) {
  if (!sampler->rings && !sampler->program)
    return;
  ipoint_sampler_poll(sampler);
  if (sampler->program)
    finish_timer(sampler);
  ipoint_perf_file_end(&sampler->out);
  ipoint_perf_close_rings(sampler->rings, sampler->ring_count);
  sampler->rings = NULL;
  sampler->ring_count = 0;
  sampler->program = NULL;
}
