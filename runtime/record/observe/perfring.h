/*===- perfring.h - The rings in which the kernel leaves records ----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* perf_event_open(2): one event and one ring for each CPU, which all threads
|* and children of a process inherit.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_PERFRING_H
#define IPOINT_RECORD_OBSERVE_PERFRING_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The kernel's tracepoints of interrupts: how records name them, beginnings
   first. */
#define IPOINT_TRACEPOINTS 7
struct ipoint_tracepoints {
  unsigned count; /* of either */
  uint16_t begin[IPOINT_TRACEPOINTS], end[IPOINT_TRACEPOINTS];
};

/* What decoding the records of one CPU needs. */
struct ipoint_perf_cpu {
  uint32_t number;
  unsigned depth; /* interrupts that the CPU handles, one within another */
  const struct ipoint_tracepoints *interrupts;
};

/* The ring of one CPU. */
struct ipoint_perf_ring {
  struct ipoint_perf_cpu cpu;
  int event;      /* descriptor; -1: the CPU is not there */
  void *page;     /* struct perf_event_mmap_page, and the data behind it */
  uint64_t bytes; /* of data, a power of two */
};

/* Opens an event of a thread on one CPU: its descriptor, or -1 and errno. Where
   the kernel is too old for all `attributes`, those that it takes are left. */
typedef int ipoint_perf_opener(struct perf_event_attr *attributes, pid_t tid,
                               uint32_t cpu);

/* The system call. */
int ipoint_perf_event(struct perf_event_attr *attributes, pid_t tid,
                      uint32_t cpu);

/* Rings of all CPUs that are there, for the thread and what it will start; null
   and the reason in words, if there is one that can't be had. */
struct ipoint_perf_ring *ipoint_perf_rings(pid_t tid,
                                           struct perf_event_attr *attributes,
                                           ipoint_perf_opener *open,
                                           size_t *count, char *reason,
                                           size_t reason_size);
void ipoint_perf_close_rings(struct ipoint_perf_ring *rings, size_t count);

typedef void ipoint_perf_visitor(void *context,
                                 const struct perf_event_header *record);

/* Gives `visit` the records between two positions of a ring whose `data` has
   `bytes` bytes, a power of two; a position that is passed lies at its
   remainder. Records are whole, and lie at a multiple of eight bytes. */
void ipoint_perf_walk(const uint8_t *data, uint64_t bytes, uint64_t tail,
                      uint64_t head, ipoint_perf_visitor *visit, void *context);

/* The same with what has come into a ring since the last time, which the kernel
   may overwrite then. */
void ipoint_perf_drain(struct ipoint_perf_ring *ring,
                       ipoint_perf_visitor *visit, void *context);

/* How many records this one says that the kernel has lost; of others 0. */
uint64_t ipoint_perf_lost(const struct perf_event_header *record);

#endif /* IPOINT_RECORD_OBSERVE_PERFRING_H */
