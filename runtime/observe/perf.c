/*===- perf.c - Context switches as the kernel tells them -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "observe/perf.h"

#include "ipoint/record.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Of data for each CPU, bytes: what any user may lock by default; and what is
 * better, as long as those of all CPUs are not more than ALL_BYTES. A switch
 * takes 32. */
#define RING_BYTES (UINT64_C(512) << 10)
#define RING_BYTES_MOST (UINT64_C(4) << 20)
#define ALL_BYTES (UINT64_C(64) << 20)

#ifndef PERF_FORMAT_LOST /* Linux 6.0 */
#define PERF_FORMAT_LOST (1u << 4)
#endif

/* What a record of ours looks like: sample_type below. */
struct switch_record {
  struct perf_event_header header;
  uint32_t pid, tid;
  uint64_t time;
};

/* A process or thread has begun. */
struct birth_record {
  struct perf_event_header header;
  uint32_t pid, parent_pid, tid, parent_tid;
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

struct lost_record {
  struct perf_event_header header;
  uint64_t id, lost;
};

static int perf_event(struct perf_event_attr *attributes, pid_t tid,
                      uint32_t cpu) {
  return (int)syscall(SYS_perf_event_open, attributes, tid, (int)cpu, -1,
                      PERF_FLAG_FD_CLOEXEC);
}

static int open_event(pid_t tid, uint32_t cpu) {
  struct perf_event_attr attributes;
  int event;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_DUMMY;
  attributes.context_switch = 1;
  attributes.task = 1;
  attributes.inherit = 1;
  attributes.sample_id_all = 1;
  attributes.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
  attributes.exclude_kernel = 1; /* or it would take privileges */
  attributes.exclude_hv = 1;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC_RAW;
  attributes.read_format = PERF_FORMAT_LOST;
  event = perf_event(&attributes, tid, cpu);
  if (event >= 0 || errno != EINVAL)
    return event;
  attributes.read_format = 0; /* an older kernel */
  return perf_event(&attributes, tid, cpu);
}

/* What was lost since the last record that did fit is in no record. Older
   kernels do not tell it. */
static uint64_t lost_by(int event) {
  uint64_t values[2] = {0, 0}; /* the count, which stays 0, and what was lost */
  return read(event, values, sizeof values) == (ssize_t)sizeof values
             ? values[1]
             : 0;
}

/* The largest ring that may be had: memory that is locked for these has limits
 * of its own. */
int ipoint_perf_map(struct ipoint_perf_ring *ring, uint64_t cpus) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint64_t bytes = RING_BYTES;
  while (bytes < RING_BYTES_MOST && 2 * bytes * cpus <= ALL_BYTES)
    bytes *= 2;
  for (ring->bytes = bytes; ring->bytes >= page; ring->bytes /= 2) {
    ring->page = mmap(NULL, page + ring->bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED, ring->event, 0);
    if (ring->page != MAP_FAILED)
      return 0;
  }
  ring->page = NULL;
  return -1;
}

void ipoint_perf_unmap(struct ipoint_perf_ring *ring) {
  if (ring->page)
    munmap(ring->page, (size_t)sysconf(_SC_PAGESIZE) + ring->bytes);
  ring->page = NULL;
}

void ipoint_perf_explain(char *reason, size_t size, int error, int mapping) {
  FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
  int paranoid = 0, known = file && fscanf(file, "%d", &paranoid) == 1;
  if (file)
    fclose(file);
  if (mapping)
    snprintf(reason, size,
             "no memory for the kernel's records: %s (kernel.perf_event_"
             "mlock_kb, ulimit -l)",
             strerror(error));
  else if ((error == EACCES || error == EPERM) && known)
    snprintf(reason, size,
             "perf_event_open is not permitted (kernel.perf_event_paranoid is "
             "%d)",
             paranoid);
  else
    snprintf(reason, size, "perf_event_open: %s", strerror(error));
}

/* Rings of all CPUs, for one thread. */
static int open_first(struct ipoint_perf *perf, pid_t tid) {
  long cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
  if (cpus < 1)
    cpus = 1;
  perf->rings = calloc((size_t)cpus, sizeof *perf->rings);
  if (!perf->rings) {
    ipoint_perf_explain(perf->reason, sizeof perf->reason, ENOMEM, 1);
    return -1;
  }
  for (cpu = 0; cpu < cpus; cpu++) {
    struct ipoint_perf_ring *ring = &perf->rings[perf->ring_count];
    ring->cpu.number = (uint32_t)cpu;
    ring->event = open_event(tid, ring->cpu.number);
    if (ring->event < 0 && errno == ENODEV)
      continue; /* it is switched off */
    perf->ring_count++;
    if (ring->event < 0 || ipoint_perf_map(ring, (uint64_t)cpus) != 0) {
      ipoint_perf_explain(perf->reason, sizeof perf->reason, errno,
                          ring->event >= 0);
      return -1;
    }
  }
  return 0;
}

/* One more thread that runs already; what can't be had is left out. */
static void open_other(struct ipoint_perf *perf, pid_t tid) {
  size_t i;
  int *grown = realloc(perf->others, (perf->other_count + perf->ring_count) *
                                         sizeof *perf->others);
  if (!grown)
    return;
  perf->others = grown;
  for (i = 0; i < perf->ring_count; i++) {
    int event = open_event(tid, perf->rings[i].cpu.number);
    if (event < 0)
      continue;
    ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, perf->rings[i].event);
    perf->others[perf->other_count++] = event;
  }
}

int ipoint_perf_open(struct ipoint_perf *perf, pid_t pid) {
  char name[64];
  struct dirent *entry;
  DIR *tasks;
  memset(perf, 0, sizeof *perf);
  if (open_first(perf, pid) != 0) {
    ipoint_perf_close(perf);
    return -1;
  }
  snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
  tasks = opendir(name);
  while (tasks && (entry = readdir(tasks))) {
    pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (tid > 0 && tid != pid)
      open_other(perf, tid);
  }
  if (tasks)
    closedir(tasks);
  return 0;
}

void ipoint_perf_copy(uint8_t *out, const uint8_t *data, uint64_t bytes,
                      uint64_t at, size_t size) {
  size_t offset = (size_t)(at & (bytes - 1)), first = (size_t)bytes - offset;
  if (first > size)
    first = size;
  memcpy(out, data + offset, first);
  memcpy(out + first, data, size - first);
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

uint64_t ipoint_perf_decode(const uint8_t *data, uint64_t bytes, uint64_t tail,
                            uint64_t head, struct ipoint_perf_cpu *cpu,
                            ipoint_switch_sink *sink, void *context) {
  uint64_t lost = 0;
  while (head - tail >= sizeof(struct perf_event_header)) {
    union {
      struct perf_event_header header;
      struct switch_record moved;
      struct birth_record birth;
      struct lost_record lost;
      struct tracepoint_record tracepoint;
      uint8_t bytes[sizeof(struct tracepoint_record)];
    } record;
    memset(&record, 0, sizeof record);
    ipoint_perf_copy(record.bytes, data, bytes, tail, sizeof record.header);
    if (record.header.size < sizeof record.header ||
        record.header.size > head - tail)
      break; /* not a record: what follows can't be found */
    ipoint_perf_copy(record.bytes, data, bytes, tail,
                     record.header.size < sizeof record ? record.header.size
                                                        : sizeof record);
    tail += record.header.size;
    if (record.header.type == PERF_RECORD_LOST) {
      lost += record.lost.lost;
      cpu->depth = 0; /* the end of an interrupt may be among them */
    }
    if (record.header.type == PERF_RECORD_SAMPLE &&
        record.header.size >= sizeof record.tracepoint)
      interrupted(&record.tracepoint, cpu, sink, context);
    if (record.header.type == PERF_RECORD_FORK &&
        record.header.size >= sizeof record.birth &&
        record.birth.pid == record.birth.parent_pid) {
      struct ipoint_switch one = {record.birth.time, record.birth.pid,
                                  record.birth.tid, IPOINT_PERF_THREAD,
                                  cpu->number};
      sink(context, &one);
    }
    /* A thread that is gone has no number any more. */
    if (record.header.type == PERF_RECORD_SWITCH &&
        record.header.size >= sizeof record.moved &&
        record.moved.tid != UINT32_MAX) {
      uint16_t how = record.header.misc;
      cpu->depth = 0; /* no CPU switches while it handles an interrupt */
      struct ipoint_switch one = {record.moved.time, record.moved.pid,
                                  record.moved.tid, IPOINT_ID_SWITCH_IN,
                                  cpu->number};
      if (how & PERF_RECORD_MISC_SWITCH_OUT)
        one.id = how & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT
                     ? IPOINT_ID_PREEMPTED
                     : IPOINT_ID_SWITCH_OUT;
      sink(context, &one);
    }
  }
  return lost;
}

void ipoint_perf_read(struct ipoint_perf *perf, ipoint_switch_sink *sink,
                      void *context) {
  size_t i;
  for (i = 0; i < perf->ring_count; i++) {
    struct ipoint_perf_ring *ring = &perf->rings[i];
    struct perf_event_mmap_page *page = ring->page;
    uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    perf->lost += ipoint_perf_decode(
        (const uint8_t *)page + sysconf(_SC_PAGESIZE), ring->bytes,
        page->data_tail, head, &ring->cpu, sink, context);
    __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  }
}

void ipoint_perf_close(struct ipoint_perf *perf) {
  uint64_t lost = 0;
  size_t i;
  for (i = 0; i < perf->other_count; i++) {
    lost += lost_by(perf->others[i]);
    close(perf->others[i]);
  }
  for (i = 0; i < perf->ring_count; i++) {
    struct ipoint_perf_ring *ring = &perf->rings[i];
    ipoint_perf_unmap(ring);
    if (ring->event >= 0) {
      lost += lost_by(ring->event);
      close(ring->event);
    }
  }
  if (lost > perf->lost)
    perf->lost = lost;
  free(perf->others);
  free(perf->rings);
  perf->others = NULL;
  perf->rings = NULL;
  perf->other_count = perf->ring_count = 0;
}
