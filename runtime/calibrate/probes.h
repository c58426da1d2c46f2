/*===- probes.h - Running the real probes, to measure them --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_PROBES_H
#define IPOINT_CALIBRATE_PROBES_H

#include "calibrate/loops.h"

#include <stddef.h>
#include <stdint.h>

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

#endif /* IPOINT_CALIBRATE_PROBES_H */
