/*===- loops.h - Probes in a row, of each kind ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_LOOPS_H
#define IPOINT_CALIBRATE_LOOPS_H

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

#endif /* IPOINT_CALIBRATE_LOOPS_H */
