/*===- sampler.c - Where a program that has no probes spends its time -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "observe/sampler.h"

#include "support/files.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef PERF_RECORD_MISC_MMAP_BUILD_ID /* Linux 5.12 */
#define WITHOUT_BUILD_IDS
#endif

/* What begins a file of perf's, with one event
   (tools/perf/Documentation/perf.data-file-format.txt, in Linux's sources). */
struct section {
  uint64_t offset, size;
};
struct file_header {
  char magic[8]; /* "PERFILE2" */
  uint64_t size, attribute_size;
  struct section attributes, data, event_types;
  uint64_t features[4];
};
struct file_attribute {
  struct perf_event_attr attributes;
  struct section ids;
};
struct file_begin {
  struct file_header header;
  struct file_attribute attribute;
};

static struct perf_event_attr attributes_of(uint64_t period) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_CPU_CLOCK;
  attributes.sample_period = period;
  attributes.sample_type =
      PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
  attributes.disabled = 1;
  attributes.enable_on_exec = 1;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.mmap = 1;
  attributes.mmap2 = 1;
  attributes.comm = 1;
  attributes.comm_exec = 1;
  attributes.task = 1;
  attributes.sample_id_all = 1;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC_RAW;
#ifndef WITHOUT_BUILD_IDS
  attributes.build_id = 1;
#endif
  return attributes;
}

static int open_event(struct perf_event_attr *attributes, pid_t pid,
                      uint32_t cpu) {
  return (int)syscall(SYS_perf_event_open, attributes, pid, (int)cpu, -1,
                      PERF_FLAG_FD_CLOEXEC);
}

/* The file tells which attributes there were. */
static int open_rings(struct ipoint_sampler *sampler, pid_t pid,
                      struct perf_event_attr *attributes) {
  long cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
  if (cpus < 1)
    cpus = 1;
  sampler->rings = calloc((size_t)cpus, sizeof *sampler->rings);
  if (!sampler->rings) {
    ipoint_perf_explain(sampler->reason, sizeof sampler->reason, ENOMEM, 1);
    return -1;
  }
  for (cpu = 0; cpu < cpus; cpu++) {
    struct ipoint_perf_ring *ring = &sampler->rings[sampler->ring_count];
    ring->cpu.number = (uint32_t)cpu;
    ring->event = open_event(attributes, pid, ring->cpu.number);
#ifndef WITHOUT_BUILD_IDS
    if (ring->event < 0 && errno == EINVAL && attributes->build_id) {
      attributes->build_id = 0; /* an older kernel */
      ring->event = open_event(attributes, pid, ring->cpu.number);
    }
#endif
    if (ring->event < 0 && errno == ENODEV)
      continue; /* it is switched off */
    sampler->ring_count++;
    if (ring->event < 0 || ipoint_perf_map(ring, (uint64_t)cpus) != 0) {
      ipoint_perf_explain(sampler->reason, sizeof sampler->reason, errno,
                          ring->event >= 0);
      return -1;
    }
  }
  return 0;
}

static void close_rings(struct ipoint_sampler *sampler) {
  size_t i;
  for (i = 0; i < sampler->ring_count; i++) {
    ipoint_perf_unmap(&sampler->rings[i]);
    if (sampler->rings[i].event >= 0)
      close(sampler->rings[i].event);
  }
  free(sampler->rings);
  sampler->rings = NULL;
  sampler->ring_count = 0;
}

static void put(struct ipoint_sampler *sampler, uint64_t at, const void *bytes,
                size_t size) {
  const uint8_t *from = bytes;
  while (size && !sampler->error) {
    ssize_t part = pwrite(sampler->file, from, size, (off_t)at);
    if (part < 0 && errno == EINTR)
      continue;
    if (part <= 0) {
      sampler->error = part < 0 ? errno : EIO;
      break;
    }
    from += part;
    at += (uint64_t)part;
    size -= (size_t)part;
  }
}

/* With the size of the data, which is 0 until all is there. */
static void put_begin(struct ipoint_sampler *sampler,
                      const struct perf_event_attr *attributes,
                      uint64_t data_size) {
  struct file_begin begin;
  memset(&begin, 0, sizeof begin);
  memcpy(begin.header.magic, "PERFILE2", sizeof begin.header.magic);
  begin.header.size = sizeof begin.header;
  begin.header.attribute_size = sizeof begin.attribute;
  begin.header.attributes.offset = sizeof begin.header;
  begin.header.attributes.size = sizeof begin.attribute;
  begin.header.data.offset = sizeof begin;
  begin.header.data.size = data_size;
  begin.attribute.attributes = *attributes;
  begin.attribute.ids.offset = sizeof begin;
  put(sampler, 0, &begin, sizeof begin);
}

int ipoint_sampler_begin(struct ipoint_sampler *sampler, pid_t pid, int file,
                         uint64_t period) {
  struct perf_event_attr attributes = attributes_of(period);
  memset(sampler, 0, sizeof *sampler);
  sampler->file = file;
  sampler->period = period;
  sampler->random = (uint64_t)pid * UINT64_C(0x9e3779b97f4a7c15) + 1;
  if (open_rings(sampler, pid, &attributes) != 0) {
    close_rings(sampler);
    return -1;
  }
  put_begin(sampler, &attributes, 0);
  return 0;
}

/* Counts the records from `tail` to `head`, and writes them. */
static void take(struct ipoint_sampler *sampler, const uint8_t *data,
                 uint64_t bytes, uint64_t tail, uint64_t head) {
  while (head - tail >= sizeof(struct perf_event_header) && !sampler->error) {
    union {
      struct perf_event_header header;
      uint64_t words[3]; /* of PERF_RECORD_LOST: header, id, count */
      uint8_t bytes[UINT16_MAX];
    } record;
    ipoint_perf_copy(record.bytes, data, bytes, tail, sizeof record.header);
    if (record.header.size < sizeof record.header ||
        record.header.size > head - tail)
      break; /* not a record: what follows can't be found */
    ipoint_perf_copy(record.bytes, data, bytes, tail, record.header.size);
    put(sampler, sizeof(struct file_begin) + sampler->written, record.bytes,
        record.header.size);
    sampler->written += record.header.size;
    tail += record.header.size;
    sampler->samples += record.header.type == PERF_RECORD_SAMPLE;
    sampler->throttled += record.header.type == PERF_RECORD_THROTTLE;
    if (record.header.type == PERF_RECORD_LOST)
      sampler->lost += record.words[2];
  }
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
  for (i = 0; i < sampler->ring_count; i++) {
    struct ipoint_perf_ring *ring = &sampler->rings[i];
    struct perf_event_mmap_page *page = ring->page;
    uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    take(sampler, (const uint8_t *)page + sysconf(_SC_PAGESIZE), ring->bytes,
         page->data_tail, head);
    __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  }
  draw_period(sampler);
}

void ipoint_sampler_finish(struct ipoint_sampler *sampler) {
  uint64_t size;
  if (!sampler->rings)
    return;
  ipoint_sampler_poll(sampler);
  size = sampler->written;
  put(sampler, offsetof(struct file_begin, header.data.size), &size,
      sizeof size);
  close_rings(sampler);
}
