/*===- calibrate.h - What the counter and probes take here ----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CALIBRATE_H
#define IPOINT_CALIBRATE_CALIBRATE_H

#include <stddef.h>
#include <stdint.h>

/* Probes that a loop runs, and of the untimed ones those between two timed. */
#define IPOINT_LOOP_PROBES 4096u
#define IPOINT_LOOP_BATCH 64u

/* Work between probes: multiplications each of which waits for the one before,
   or additions that don't, which leave no unit of the processor idle. */
enum ipoint_work { IPOINT_CHAIN, IPOINT_WIDE, IPOINT_WORKS };

struct ipoint_loops {
  void (*timed)(void);
  /* Batches of untimed probes, a timed one before each. */
  void (*untimed)(void);
  /* IPOINT_LOOP_BATCH times a piece of work and what the name says. */
  struct {
    void (*nothing)(void), (*untimed)(void), (*timed)(void);
  } among[IPOINT_WORKS];
};

/* loops.c, compiled for each way to read the counter that the port has, for
   probes that are calls, and for those in windows. */
extern const struct ipoint_loops ipoint_loops_0, ipoint_loops_1, ipoint_loops_2,
    ipoint_loops_3, ipoint_loops_called, ipoint_loops_window;

/* The forms of probes: the ways to read the counter in their order
   (docs/formats.md, settings), those that are calls, those in windows. */
enum ipoint_probe_form {
  IPOINT_PROBE_READING, /* and the next three */
  IPOINT_PROBE_CALLED = 4,
  IPOINT_PROBE_WINDOW,
  IPOINT_PROBE_FORMS
};

/* Null: not on this processor. */
const struct ipoint_loops *ipoint_probe_loops(enum ipoint_probe_form form);

/* A ring for the loops, with room for what one records. Null without memory;
   the caller frees it. */
struct ipoint_ring_header *ipoint_probe_ring(void);

/* Runs the loop into the emptied ring. Writes to `differences` those of the
   values of successive timed records (room for IPOINT_LOOP_PROBES) and returns
   how many there are. */
size_t ipoint_probe_differences(struct ipoint_ring_header *ring,
                                void (*loop)(void), uint64_t *differences);

/* Ticks of the port's counter in which the loop runs, into the emptied ring. */
uint64_t ipoint_probe_time(struct ipoint_ring_header *ring, void (*loop)(void));

/* One moment on several clocks. */
struct ipoint_moment {
  uint64_t ticks;      /* the port's counter */
  uint64_t raw_ns;     /* CLOCK_MONOTONIC_RAW: not steered */
  uint64_t epoch_ns;   /* since the Unix epoch */
  uint64_t steered_ns; /* CLOCK_MONOTONIC: steered towards true seconds */
  uint64_t width;      /* ticks between which raw_ns was read */
};

/* What one probe adds to the time between two reads. */
struct ipoint_overhead {
  uint64_t timed_mean, untimed_mean; /* thousandths of a tick */
  uint64_t timed_min;                /* ticks */
  uint64_t timed_spread; /* how far the usual mean of a round of measuring lies
                            above timed_mean, thousandths of a tick */
};

struct ipoint_calibration {
  uint64_t step; /* ticks */
  int waits;     /* 1 if a read waits for the next step */
  /* By form; zero for ways to read that the port has not. Probes that are
     calls, and those in windows, read in the usual way. */
  struct ipoint_overhead of[IPOINT_PROBE_FORMS];
};

/* The same moment as near as it gets: of several attempts, the one whose
 * readings lie closest. */
struct ipoint_moment ipoint_moment_now(void);

/* Takes some ten milliseconds. Uses the real probes on a private ring, on
   the program's CPU (-1: any): on a shared machine one is slower than another
   for seconds. */
struct ipoint_calibration ipoint_calibrate(int cpu);

/* Measures once more and keeps the least: what disturbed the first time is
   unlikely to have come again. */
void ipoint_calibrate_again(struct ipoint_calibration *found, int cpu);

#endif /* IPOINT_CALIBRATE_CALIBRATE_H */
