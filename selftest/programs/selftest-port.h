/*===- selftest-port.h - A counter that advances when it is read, and by WAIT() ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include <stdint.h>

#define IPOINT_PORT_INLINE static inline __attribute__((__always_inline__))

typedef uint32_t ipoint_port_ticks;
typedef int ipoint_port_mask_state;

extern unsigned long selftest_clock;

/* So a timed probe takes seven ticks, which the report has to subtract. */
IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  return (uint32_t)(selftest_clock += 7);
}
IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) { return 0; }
IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  (void)state;
}
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  *clock = IPOINT_CLOCK_TIMER;
  return 32;
}
