/*===- perf.c - Context switches as the kernel reports them ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/perf.h"

#include "ipoint/record.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#ifndef PERF_FORMAT_LOST /* Linux 6.0 */
#define PERF_FORMAT_LOST (1u << 4)
#endif

/* What a record of ours looks like: sample_type below. */
struct switch_record {
  struct perf_event_header header;
  uint32_t pid, tid;
  uint64_t time;
};

/* A tracepoint was passed. */
struct tracepoint_record {
  struct perf_event_header header;
  uint32_t pid, tid;
  uint64_t time;
  uint32_t size; /* of what the tracepoint says, which begins with: */
  uint16_t type;
};

static struct perf_event_attr attributes_of_switches(void) {
  return (struct perf_event_attr){
      .size = sizeof(struct perf_event_attr),
      .type = PERF_TYPE_SOFTWARE,
      .config = PERF_COUNT_SW_DUMMY,
      .context_switch = 1,
      .inherit = 1,
      .sample_id_all = 1,
      .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
      .exclude_kernel = 1, /* or it would take privileges */
      .exclude_hv = 1,
      .use_clockid = 1,
      .clockid = CLOCK_MONOTONIC_RAW,
      .read_format = PERF_FORMAT_LOST};
}

/* The attributes are then as the kernel takes them. */
static int open_event(struct perf_event_attr *attributes, pid_t tid,
                      uint32_t cpu) {
  int event = ipoint_perf_event(attributes, tid, cpu);
  if (event >= 0 || errno != EINVAL || !attributes->read_format)
    return event;
  attributes->read_format = 0; /* an older kernel */
  return ipoint_perf_event(attributes, tid, cpu);
}

/* What was lost since the last record that did fit is in no record. Older
   kernels do not count it. */
static uint64_t lost_by(int event) {
  uint64_t values[2] = {0, 0}; /* the count, which stays 0, and what was lost */
  return read(event, values, sizeof values) == (ssize_t)sizeof values
             ? values[1]
             : 0;
}

/* One more thread that runs already; what can't be had is left out. */
static void open_other(struct ipoint_perf *perf,
                       struct perf_event_attr *attributes, pid_t tid) {
  size_t i;
  int *grown = realloc(perf->others, (perf->other_count + perf->ring_count) *
                                         sizeof *perf->others);
  if (!grown)
    return;
  perf->others = grown;
  for (i = 0; i < perf->ring_count; i++) {
    int event = open_event(attributes, tid, perf->rings[i].cpu.number);
    if (event < 0)
      continue;
    ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, perf->rings[i].event);
    perf->others[perf->other_count++] = event;
  }
}

int ipoint_perf_open(struct ipoint_perf *perf, pid_t pid) {
  struct perf_event_attr attributes = attributes_of_switches();
  char name[64];
  struct dirent *entry;
  DIR *tasks;
  memset(perf, 0, sizeof *perf);
  perf->rings =
      ipoint_perf_rings(pid, &attributes, open_event, &perf->ring_count,
                        perf->reason, sizeof perf->reason);
  if (!perf->rings)
    return -1;
  snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
  tasks = opendir(name);
  while (tasks && (entry = readdir(tasks))) {
    pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (tid > 0 && tid != pid)
      open_other(perf, &attributes, tid);
  }
  if (tasks)
    closedir(tasks);
  return 0;
}

static int is_one_of(uint16_t type, const uint16_t *types, unsigned count) {
  unsigned i;
  for (i = 0; i < count; i++)
    if (types[i] == type)
      return 1;
  return 0;
}

/* An interrupt begins or ends on this CPU. */
static void interrupted(const struct tracepoint_record *record,
                        struct ipoint_perf_cpu *cpu, ipoint_switch_sink *sink,
                        void *context) {
  const struct ipoint_tracepoints *known = cpu->interrupts;
  struct ipoint_switch one = {record->time, record->pid, record->tid, 0,
                              cpu->number};
  if (known && is_one_of(record->type, known->begin, known->count)) {
    if (cpu->depth++ == 0)
      one.id = IPOINT_ID_INTERRUPT;
  } else if (known && cpu->depth &&
             is_one_of(record->type, known->end, known->count)) {
    if (--cpu->depth == 0)
      one.id = IPOINT_ID_INTERRUPT_END;
  }
  if (one.id)
    sink(context, &one);
}

/* What is made of the records of one CPU. */
struct decoding {
  struct ipoint_perf_cpu *cpu;
  ipoint_switch_sink *sink;
  void *context;
  uint64_t lost;
};

static void decode(void *context, const struct perf_event_header *header) {
  struct decoding *to = context;
  union {
    const struct perf_event_header *header;
    const struct switch_record *moved;
    const struct tracepoint_record *tracepoint;
  } record = {header};
  uint64_t lost = ipoint_perf_lost(header);
  if (lost)
    to->cpu->depth = 0; /* the end of an interrupt may be among them */
  to->lost += lost;
  if (header->type == PERF_RECORD_SAMPLE &&
      header->size >= sizeof *record.tracepoint)
    interrupted(record.tracepoint, to->cpu, to->sink, to->context);
  /* A thread that is gone has no number any more. */
  if (header->type == PERF_RECORD_SWITCH &&
      header->size >= sizeof *record.moved && record.moved->tid != UINT32_MAX) {
    uint16_t how = header->misc;
    to->cpu->depth = 0; /* no CPU switches while it handles an interrupt */
    struct ipoint_switch one = {record.moved->time, record.moved->pid,
                                record.moved->tid, IPOINT_ID_SWITCH_IN,
                                to->cpu->number};
    if (how & PERF_RECORD_MISC_SWITCH_OUT)
      one.id = how & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ? IPOINT_ID_PREEMPTED
                                                         : IPOINT_ID_SWITCH_OUT;
    to->sink(to->context, &one);
  }
}

uint64_t ipoint_perf_decode(const uint8_t *data, uint64_t bytes, uint64_t tail,
                            uint64_t head, struct ipoint_perf_cpu *cpu,
                            ipoint_switch_sink *sink, void *context) {
  struct decoding to = {cpu, sink, context, 0};
  ipoint_perf_walk(data, bytes, tail, head, decode, &to);
  return to.lost;
}

void ipoint_perf_read(struct ipoint_perf *perf, ipoint_switch_sink *sink,
                      void *context) {
  size_t i;
  for (i = 0; i < perf->ring_count; i++) {
    struct decoding to = {&perf->rings[i].cpu, sink, context, 0};
    ipoint_perf_drain(&perf->rings[i], decode, &to);
    perf->lost += to.lost;
  }
}

void ipoint_perf_close(struct ipoint_perf *perf) {
  uint64_t lost = 0;
  size_t i;
  for (i = 0; i < perf->other_count; i++) {
    lost += lost_by(perf->others[i]);
    close(perf->others[i]);
  }
  for (i = 0; i < perf->ring_count; i++)
    lost += lost_by(perf->rings[i].event);
  if (lost > perf->lost)
    perf->lost = lost;
  free(perf->others);
  ipoint_perf_close_rings(perf->rings, perf->ring_count);
  perf->others = NULL;
  perf->rings = NULL;
  perf->other_count = perf->ring_count = 0;
}
