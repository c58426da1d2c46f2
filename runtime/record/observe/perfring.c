/*===- perfring.c - The rings in which the kernel leaves records ----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/perfring.h"

#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of data for each CPU, bytes: what any user may lock by default; and what is
 * better, as long as those of all CPUs are not more than ALL_BYTES. A switch
 * takes 32. */
#define RING_BYTES (UINT64_C(512) << 10)
#define RING_BYTES_MOST (UINT64_C(4) << 20)
#define ALL_BYTES (UINT64_C(64) << 20)

struct lost_record {
  struct perf_event_header header;
  uint64_t id, lost;
};

int ipoint_perf_event(struct perf_event_attr *attributes, pid_t tid,
                      uint32_t cpu) {
  return (int)syscall(SYS_perf_event_open, attributes, tid, (int)cpu, -1,
                      PERF_FLAG_FD_CLOEXEC);
}

/* The largest ring that may be had: memory that is locked for these has a
 * separate limit. */
static int map_ring(struct ipoint_perf_ring *ring, uint64_t cpus) {
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

/* Why the kernel gives no records, in words: `error` is what it said, when the
   ring was mapped if `mapping`. */
static void explain(char *reason, size_t size, int error, int mapping) {
  char paranoid[16];
  int known = ipoint_file_text(AT_FDCWD, "/proc/sys/kernel/perf_event_paranoid",
                               paranoid, sizeof paranoid) > 0;
  if (mapping)
    snprintf(reason, size,
             "no memory for the kernel's records: %s (kernel.perf_event_"
             "mlock_kb, ulimit -l)",
             strerror(error));
  else if ((error == EACCES || error == EPERM) && known)
    snprintf(reason, size,
             "perf_event_open is not permitted (kernel.perf_event_paranoid is "
             "%.*s)",
             (int)strcspn(paranoid, "\n"), paranoid);
  else
    snprintf(reason, size, "perf_event_open: %s", strerror(error));
}

void ipoint_perf_close_rings(struct ipoint_perf_ring *rings, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    if (rings[i].page)
      munmap(rings[i].page, (size_t)sysconf(_SC_PAGESIZE) + rings[i].bytes);
    if (rings[i].event >= 0)
      close(rings[i].event);
  }
  free(rings);
}

struct ipoint_perf_ring *ipoint_perf_rings(pid_t tid,
                                           struct perf_event_attr *attributes,
                                           ipoint_perf_opener *open,
                                           size_t *count, char *reason,
                                           size_t reason_size) {
  long cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
  struct ipoint_perf_ring *rings;
  if (cpus < 1)
    cpus = 1;
  *count = 0;
  rings = calloc((size_t)cpus, sizeof *rings);
  if (!rings)
    explain(reason, reason_size, ENOMEM, 1);
  for (cpu = 0; rings && cpu < cpus; cpu++) {
    struct ipoint_perf_ring *ring = &rings[*count];
    ring->cpu.number = (uint32_t)cpu;
    ring->event = open(attributes, tid, ring->cpu.number);
    if (ring->event < 0 && errno == ENODEV)
      continue; /* it is switched off */
    ++*count;
    if (ring->event < 0 || map_ring(ring, (uint64_t)cpus) != 0) {
      explain(reason, reason_size, errno, ring->event >= 0);
      ipoint_perf_close_rings(rings, *count);
      *count = 0;
      return NULL;
    }
  }
  return rings;
}

/* Bytes of a ring whose `data` has `bytes` bytes, from position `at` on. */
static void copy_bytes(uint8_t *out, const uint8_t *data, uint64_t bytes,
                       uint64_t at, size_t size) {
  size_t offset = (size_t)(at & (bytes - 1)), first = (size_t)bytes - offset;
  if (first > size)
    first = size;
  memcpy(out, data + offset, first);
  memcpy(out + first, data, size - first);
}

void ipoint_perf_walk(const uint8_t *data, uint64_t bytes, uint64_t tail,
                      uint64_t head, ipoint_perf_visitor *visit,
                      void *context) {
  /* Stacks may be small (ulimit -s). */
  static __thread union {
    struct perf_event_header header;
    uint64_t aligned;
    uint8_t bytes[UINT16_MAX];
  } record;
  while (head - tail >= sizeof record.header) {
    copy_bytes(record.bytes, data, bytes, tail, sizeof record.header);
    if (record.header.size < sizeof record.header ||
        record.header.size > head - tail)
      break; /* not a record: what follows can't be found */
    copy_bytes(record.bytes, data, bytes, tail, record.header.size);
    tail += record.header.size;
    visit(context, &record.header);
  }
}

uint64_t ipoint_perf_lost(const struct perf_event_header *record) {
  return record->type == PERF_RECORD_LOST &&
                 record->size >= sizeof(struct lost_record)
             ? ((const struct lost_record *)(const void *)record)->lost
             : 0;
}

void ipoint_perf_drain(struct ipoint_perf_ring *ring,
                       ipoint_perf_visitor *visit, void *context) {
  struct perf_event_mmap_page *page = ring->page;
  uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  ipoint_perf_walk((const uint8_t *)page + sysconf(_SC_PAGESIZE), ring->bytes,
                   page->data_tail, head, visit, context);
  __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
}
