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

#include "import/frames.h"

/* All zeros but for the port and the frames at first. */
struct ipoint_itm {
  unsigned port;                /* stimulus port that frames are written to */
  struct ipoint_frames *frames; /* that its bytes are given to */
  unsigned left;               /* bytes of a source packet that are to come … */
  int is_ours;                 /* … and whether it is the port's */
  int goes_on;                 /* 1: another byte of a packet follows */
  unsigned zeros;              /* the last bytes that were 0 */
  uint64_t overflows, unknown; /* packets */
};

/* Takes bytes of the packets; whichever they are. */
void ipoint_itm_take(struct ipoint_itm *itm, const uint8_t *bytes,
                     size_t count);

#endif /* IPOINT_IMPORT_ITM_H */
