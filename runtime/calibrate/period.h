/*===- period.h - Regular events among others -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_PERIOD_H
#define IPOINT_CALIBRATE_PERIOD_H

#include <stddef.h>
#include <stdint.h>

/* Events that come at regular times, some of them missing. */
struct ipoint_period {
  double period; /* in the unit of the times */
  double error;  /* the true period lies within so much of it, 95 % */
  double chance; /* that events that come at any time look as regular */
  size_t events; /* that belong to it */
  double share;  /* of its cycles that have one */
};

/* Looks for one period among `n` times in ascending order, from `shortest` to
   an eighth of what they span. Sets `member[i]` to 1 for each that belongs to
   it, to 0 for the others. 1; 0 if nothing is regular enough: by chance once in
   a million, sixteen events, half of the cycles. -1 without memory.

   The period is where the times, as angles of it, point the same way most
   (Rayleigh's test; K. V. Mardia and P. E. Jupp, Directional Statistics, 2000,
   6.3), or a multiple of that, as every whole part of a period points the same
   way too: the one of which most cycles have an event. Then the line through
   those events that lie near the most frequent phase, by least squares,
   followed from event to event; its error by the slopes of eight parts. */
int ipoint_period_find(const double *times, size_t n, double shortest,
                       struct ipoint_period *found, unsigned char *member);

#endif /* IPOINT_CALIBRATE_PERIOD_H */
