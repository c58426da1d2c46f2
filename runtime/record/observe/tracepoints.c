/*===- tracepoints.c - Interrupts that the kernel handled -----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Tracepoints are known by numbers, which tracefs has. Where it is not mounted
|* it is opened without: no one else sees that.
\*===----------------------------------------------------------------------===*/

#include "record/observe/perf.h"

#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Beginning and end, below events/. The kernel has those of its processor's and
   its configuration's. That of irq_work, by which the kernel ends what it did
   for such records, can't be recorded. */
static const char *const names[IPOINT_TRACEPOINTS][2] = {
    {"irq/irq_handler_entry", "irq/irq_handler_exit"},
    {"irq/softirq_entry", "irq/softirq_exit"},
    {"irq_vectors/local_timer_entry", "irq_vectors/local_timer_exit"},
    {"irq_vectors/reschedule_entry", "irq_vectors/reschedule_exit"},
    {"irq_vectors/call_function_entry", "irq_vectors/call_function_exit"},
    {"irq_vectors/call_function_single_entry",
     "irq_vectors/call_function_single_exit"},
    {"ipi/ipi_entry", "ipi/ipi_exit"},
};

/* tracefs, mounted nowhere; -1 and errno. */
static int open_unmounted(void) {
#if defined(SYS_fsopen) && defined(SYS_fsconfig) && defined(SYS_fsmount)
  enum { CLOSE_ON_EXEC = 1, CREATE = 6 }; /* linux/mount.h, from 5.2 on */
  int folder = -1, context = (int)syscall(SYS_fsopen, "tracefs", CLOSE_ON_EXEC);
  if (context < 0)
    return -1;
  if (syscall(SYS_fsconfig, context, CREATE, NULL, NULL, 0) == 0)
    folder = (int)syscall(SYS_fsmount, context, CLOSE_ON_EXEC, 0);
  close(context);
  return folder;
#else
  errno = ENOENT;
  return -1;
#endif
}

static int open_tracefs(void) {
  static const char *const places[] = {"/sys/kernel/tracing",
                                       "/sys/kernel/debug/tracing"};
  size_t i;
  for (i = 0; i < sizeof places / sizeof *places; i++) {
    int folder = open(places[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && faccessat(folder, "events/irq", X_OK, 0) == 0)
      return folder;
    if (folder >= 0)
      close(folder);
  }
  return open_unmounted();
}

/* The number of a tracepoint; 0: there is none. */
static uint16_t number_of(int tracefs, const char *name) {
  char path[128], text[24];
  snprintf(path, sizeof path, "events/%s/id", name);
  ipoint_file_text(tracefs, path, text, sizeof text);
  return (uint16_t)strtoul(text, NULL, 10);
}

static void find_tracepoints(struct ipoint_tracepoints *found) {
  int tracefs = open_tracefs();
  size_t i;
  found->count = 0;
  for (i = 0; tracefs >= 0 && i < IPOINT_TRACEPOINTS; i++) {
    uint16_t begin = number_of(tracefs, names[i][0]);
    uint16_t end = number_of(tracefs, names[i][1]);
    if (!begin || !end)
      continue;
    found->begin[found->count] = begin;
    found->end[found->count++] = end;
  }
  if (tracefs >= 0)
    close(tracefs);
}

/* All that pass it on the CPU of `ring`, into that ring. -1 and errno. */
static int open_tracepoint(uint16_t number,
                           const struct ipoint_perf_ring *ring) {
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .type = PERF_TYPE_TRACEPOINT,
      .config = number,
      .sample_period = 1,
      .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW,
      .use_clockid = 1,
      .clockid = CLOCK_MONOTONIC_RAW};
  int event;
  event = ipoint_perf_event(&attributes, -1, ring->cpu.number);
  if (event >= 0 && ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, ring->event) != 0) {
    int why = errno;
    close(event);
    errno = why;
    return -1;
  }
  return event;
}

static int refuse(struct ipoint_perf *perf, const char *what) {
  snprintf(perf->no_interrupts, sizeof perf->no_interrupts, "%s: %s", what,
           strerror(errno));
  return -1;
}

int ipoint_perf_interrupts(struct ipoint_perf *perf) {
  struct ipoint_tracepoints *found = &perf->interrupts;
  size_t i, first = perf->other_count;
  unsigned k;
  int *grown;
  errno = 0;
  find_tracepoints(found);
  if (found->count == 0)
    return refuse(perf, "the kernel's tracepoints can't be read");
  grown = realloc(perf->others, (first + 2 * found->count * perf->ring_count) *
                                    sizeof *grown);
  if (!grown)
    return refuse(perf, "no memory");
  perf->others = grown;
  for (i = 0; i < perf->ring_count; i++) {
    /* Ends first: an interrupt that comes meanwhile must not begin only. */
    for (k = 0; k < 2 * found->count && perf->rings[i].event >= 0; k++) {
      uint16_t number =
          k < found->count ? found->end[k] : found->begin[k - found->count];
      int event = open_tracepoint(number, &perf->rings[i]);
      if (event < 0) {
        refuse(perf, "perf_event_open of a tracepoint");
        while (perf->other_count > first)
          close(perf->others[--perf->other_count]);
        found->count = 0;
        return -1;
      }
      perf->others[perf->other_count++] = event;
    }
    perf->rings[i].cpu.interrupts = found;
  }
  return 0;
}
