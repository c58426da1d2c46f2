/*===- samples.h - What a program that samples itself leaves --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Where the kernel takes no samples, a library in the program takes
|* them (baseline/sampler.c), and ipoint-run makes perf's records of them. They
|* share a file: this page, and behind it the text of /proc/self/maps as the
|* program begins.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_SAMPLES_H
#define IPOINT_WIRE_SAMPLES_H

#include <stdint.h>

/* The file's path. */
#define IPOINT_ENV_SAMPLES "IPOINT_SAMPLES"

/* What ipoint-run has not read can be as many. */
#define IPOINT_SAMPLE_SLOTS 32768u

struct ipoint_sample_slot {
  uint64_t number;  /* how many slots were filled before, and 1; written last */
  uint64_t time;    /* ns of CLOCK_MONOTONIC_RAW */
  uint64_t address; /* of the instruction that comes next; of a fork's: the
                       parent process */
  uint64_t period;  /* ns of the thread's time that it stands for; 0: no sample,
                       but the process was forked */
  uint32_t pid, tid;
};

struct ipoint_samples_head {
  uint64_t period; /* ns that are wanted, mean */
  uint32_t taken;  /* 1: a process has begun; others keep away */
  uint32_t pid;    /* which */
  uint32_t error;  /* errno: why there are no samples */
  uint32_t unused;
  uint64_t begin;      /* ns, as its maps were read */
  uint64_t maps_bytes; /* of their text; 0: not there yet */
  uint64_t given;      /* slots that were given to threads */
  uint64_t read;       /* those that ipoint-run has read */
  uint64_t lost;       /* samples that found no slot */
};

struct ipoint_samples_page {
  struct ipoint_samples_head head;
  struct ipoint_sample_slot slots[IPOINT_SAMPLE_SLOTS];
};

#endif /* IPOINT_WIRE_SAMPLES_H */
