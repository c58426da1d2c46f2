/*===- sampler.c - Where a program that has no probes spends its time -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "observe/sampler.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

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

int ipoint_sampler_begin(struct ipoint_sampler *sampler, pid_t pid, int file,
                         uint64_t period) {
  struct perf_event_attr attributes = ipoint_perf_file_event(period);
#ifdef PERF_RECORD_MISC_MMAP_BUILD_ID
  attributes.build_id = 1;
#endif
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

/* Counts a record, and writes it. */
static void take(void *context, const struct perf_event_header *record) {
  struct ipoint_sampler *sampler = context;
  sampler->samples += record->type == PERF_RECORD_SAMPLE;
  sampler->throttled += record->type == PERF_RECORD_THROTTLE;
  sampler->lost += ipoint_perf_lost(record);
  ipoint_perf_file_put(&sampler->out, record);
}

/* Nothing that the program does at regular times must fall into step with the
   samples: each period is drawn from nine to eleven tenths of the mean. */
static void draw_period(struct ipoint_sampler *sampler) {
  size_t i;
  uint64_t period;
  sampler->random = sampler->random * UINT64_C(6364136223846793005) +
                    UINT64_C(1442695040888963407);
  period = sampler->period - sampler->period / 10 +
           (sampler->random >> 33) % (sampler->period / 5 + 1);
  for (i = 0; i < sampler->ring_count; i++)
    ioctl(sampler->rings[i].event, PERF_EVENT_IOC_PERIOD, &period);
}

void ipoint_sampler_poll(struct ipoint_sampler *sampler) {
  size_t i;
  for (i = 0; i < sampler->ring_count; i++)
    ipoint_perf_drain(&sampler->rings[i], take, sampler);
  ipoint_perf_file_flush(&sampler->out);
  draw_period(sampler);
}

void ipoint_sampler_finish(struct ipoint_sampler *sampler) {
  if (!sampler->rings)
    return;
  ipoint_sampler_poll(sampler);
  ipoint_perf_file_end(&sampler->out);
  ipoint_perf_close_rings(sampler->rings, sampler->ring_count);
  sampler->rings = NULL;
  sampler->ring_count = 0;
}
