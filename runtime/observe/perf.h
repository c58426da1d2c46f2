/*===- perf.h - Context switches as the kernel tells them -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   kernel ──perf_event_open(2)──> one ring per CPU ──decode──> switches
|*
|* A software event that counts nothing, with context-switch records: allowed
|* without privileges for one's own processes where perf_event_paranoid is 2 or
|* less. Threads and children inherit it. The recorded process holds no
|* descriptor and no memory of it.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_PERF_H
#define IPOINT_OBSERVE_PERF_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What a switch has in place of an id where the thread begins. */
#define IPOINT_PERF_THREAD 0u

/* One thread left a CPU, came back to one, or began. */
struct ipoint_switch {
  uint64_t time; /* ns of CLOCK_MONOTONIC_RAW, or what it is turned into */
  uint32_t pid, tid;
  uint32_t id;  /* IPOINT_ID_SWITCH_OUT, _PREEMPTED or _SWITCH_IN, or
                   IPOINT_PERF_THREAD */
  uint32_t cpu; /* the CPU's number */
};

typedef void ipoint_switch_sink(void *context, const struct ipoint_switch *one);

/* The ring of one CPU. */
struct ipoint_perf_ring {
  uint32_t cpu;
  int event;      /* descriptor; -1: the CPU is not there */
  void *page;     /* struct perf_event_mmap_page, and the data behind it */
  uint64_t bytes; /* of data, a power of two */
};

struct ipoint_perf {
  struct ipoint_perf_ring *rings;
  size_t ring_count;
  int *others; /* descriptors of further threads, which share the rings */
  size_t other_count;
  uint64_t lost;    /* records that did not fit into a ring */
  char reason[160]; /* why there are none; empty if there are */
};

/* Begins to watch the threads that `pid` has now, and all that they will start.
   0, or -1 and the reason in words. */
int ipoint_perf_open(struct ipoint_perf *perf, pid_t pid);

/* Gives `sink` what has come since the last call, the rings one after another.
 */
void ipoint_perf_read(struct ipoint_perf *perf, ipoint_switch_sink *sink,
                      void *context);

void ipoint_perf_close(struct ipoint_perf *perf);

/* Decodes the records between two positions of a ring whose `data` has `bytes`
   bytes, a power of two; a position that is passed lies at its remainder.
   Returns how many records the kernel says that it lost. */
uint64_t ipoint_perf_decode(const uint8_t *data, uint64_t bytes, uint64_t tail,
                            uint64_t head, uint32_t cpu,
                            ipoint_switch_sink *sink, void *context);

#endif /* IPOINT_OBSERVE_PERF_H */
