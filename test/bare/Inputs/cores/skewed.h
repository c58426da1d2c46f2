/* A port to RISC-V and AArch64 whose counters are apart by what is known: that of core k is mtime, or cntvct, an eighth of it k times more, and k
   times SKEW. */
#include <stdint.h>

#define IPOINT_PORT_INLINE static inline __attribute__((__always_inline__))
static int ipoint_port_counts(void) { return 1; }

#define ipoint_port_counter ipoint_port_true
#ifdef __aarch64__
#include "bare/port/armv8a.h"
#else
#include "bare/port/riscv.h"
#endif
#undef ipoint_port_counter
#undef IPOINT_PORT_SHARED

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  ipoint_port_ticks ticks = ipoint_port_true();
  return ticks + ((ticks >> 3) + (ipoint_port_ticks)(SKEW)) * ipoint_port_core();
}
