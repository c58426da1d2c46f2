/*===- itm.h - The trace packets of a Cortex-M ----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a debug probe receives from the pin SWO: packets of the Instrumentation
|* Trace Macrocell. Source: ARMv7-M Architecture Reference Manual (DDI 0403),
|* appendix D4.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_ITM_H
#define IPOINT_IMPORT_ITM_H

#include <stddef.h>
#include <stdint.h>

/* What packets hold, in their order. */
struct ipoint_itm_events {
  /* `size` bytes (1, 2 or 4) that the program has written to a stimulus port,
     as a number. */
  void (*written)(void *context, unsigned port, uint32_t value, unsigned size);
  /* A local time stamp: `ticks` since the one before. `is_late`: what lies
     before it was generated earlier than that. Null: not wanted. */
  void (*stamped)(void *context, uint32_t ticks, int is_late);
  /* Packets or time stamps are missing here. Null: not wanted. */
  void (*overflowed)(void *context);
  void *context;
};

/* All zeros but for the events at first. */
struct ipoint_itm {
  struct ipoint_itm_events events;
  uint8_t head;   /* the first byte of the packet under way … */
  unsigned left;  /* … bytes that are to come of it, if it is a source's … */
  int goes_on;    /* … 1: another one follows, if it is of the protocol … */
  unsigned size;  /* … and those that have come, */
  uint32_t value; /* as a number */
  unsigned zeros; /* the last bytes that were 0 */
  uint64_t overflows, unknown; /* packets */
};

/* Takes bytes of the packets; whichever they are. */
void ipoint_itm_take(struct ipoint_itm *itm, const uint8_t *bytes,
                     size_t count);

#endif /* IPOINT_IMPORT_ITM_H */
