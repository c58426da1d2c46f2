/*===- clock.c - CLOCK_MONOTONIC as a counter -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What ipoint/port/posix.h reads. Empty with other ports.
\*===----------------------------------------------------------------------===*/

#include "agent/clock.h"

#ifdef IPOINT_PORT_POSIX_H

#include <errno.h>
#include <stdint.h>
#include <time.h>

/* The program may define a clock_gettime() that has probes: those get
   the time of the one that called. Volatile: libc declares that the function
   calls nothing of ours. */
static __thread volatile uint64_t last;
static __thread volatile int inside;

ipoint_word ipoint_agent_clock(void) {
  struct timespec now;
  int saved = errno;
  if (inside)
    return last;
  inside = 1;
  if (clock_gettime(CLOCK_MONOTONIC, &now) == 0)
    last = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  inside = 0;
  errno = saved;
  return last;
}

int ipoint_clock_leave(void) {
  int before = inside;
  inside = 0;
  return before;
}

void ipoint_clock_return(int before) { inside = before; }

#else
typedef int ipoint_no_host_clock;
#endif
