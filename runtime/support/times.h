/*===- times.h - Times of the system's clocks as numbers ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_TIMES_H
#define IPOINT_SUPPORT_TIMES_H

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

/* What the clock shows, ns; 0 where there is no such clock. */
static inline uint64_t ipoint_nanoseconds(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t ipoint_microseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

#endif /* IPOINT_SUPPORT_TIMES_H */
