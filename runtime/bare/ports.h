/*===- ports.h - What recording without an OS needs -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Picks the port, one file bare/port/NAME.h for each processor. A port of your
|* own is named with -DIPOINT_PORT='"my_port.h"'. A port gives
|*
|*  1. ipoint_port_ticks, an unsigned type, and
|*     ipoint_port_ticks ipoint_port_counter(void): the counter in ticks. It
|*     counts upwards, at one rate, and begins again at 0 once it has reached
|*     its width; from one count to the next is one tick;
|*  2. uint32_t ipoint_port_start(uint32_t *clock): makes it count, stores which
|*     it is (enum ipoint_dump_clock) and returns its width in bits, or 0 if it
|*     stands still. Of a counter that is wider than 40 bits, 40;
|*  3. ipoint_port_mask_state, a type, and
|*     ipoint_port_mask_state ipoint_port_mask(void),
|*     void ipoint_port_unmask(ipoint_port_mask_state): hold back the interrupts
|*     whose handlers have probes, and what it was like before;
|*  4. for IPOINT_CORES, uint32_t ipoint_port_core(void): the number of the core
|*     that runs this; and IPOINT_PORT_SHARED(clock), 1 where all cores read one
|*     counter. Without it: 0;
|*  5. if the width in bits is always the same, it may be IPOINT_PORT_BITS, for
|*     less code.
|*
|* docs/writing-a-port.md describes the functions.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_PORT_H
#define IPOINT_BARE_PORT_H

#ifdef IPOINT_PORT
#include IPOINT_PORT
#else

#include <stdint.h>

/* Of what a probe does, all. */
#define IPOINT_PORT_INLINE static inline __attribute__((__always_inline__))

/* 1 if the counter moves. For the ports here; defined behind them. */
static inline int ipoint_port_counts(void);

#if defined(IPOINT_MTIME) && !defined(__riscv)
#error "IPOINT_MTIME is for RISC-V alone"
#endif
#if defined(IPOINT_CNTVCT) && !defined(__aarch64__)
#error "IPOINT_CNTVCT is for AArch64 alone"
#endif

#if defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include "bare/port/cortex-m.h"
#elif defined(__arm__)
#include "bare/port/armv7ar.h"
#elif defined(__aarch64__)
#include "bare/port/armv8a.h"
#elif defined(__riscv)
#include "bare/port/riscv.h"
#elif defined(__PPC__) || defined(__powerpc__)
#include "bare/port/powerpc.h"
#else
#error                                                                         \
    "ipoint has no port to this processor; -DIPOINT_PORT names one (bare/ports.h)"
#endif

/* Counters of timers may be slower than the processor. */
static inline int ipoint_port_counts(void) {
  ipoint_port_ticks before = ipoint_port_counter();
  uint32_t i;
  for (i = 0; i < 10000; i++)
    if (ipoint_port_counter() != before)
      return 1;
  return 0;
}

#endif /* IPOINT_PORT */

#endif /* IPOINT_BARE_PORT_H */
