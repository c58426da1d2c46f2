/* A port whose counter is set by hand: HAND_BITS wide, 0: it does not count. */
#include <stdint.h>

#define IPOINT_PORT_INLINE static inline __attribute__((__always_inline__))

#ifndef HAND_BITS
#define HAND_BITS 16
#endif
typedef uint32_t ipoint_port_ticks;
typedef int ipoint_port_mask_state;

extern uint32_t now;
extern int masked;

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) { return now++ & 0xffff; }
IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) { return masked++; }
IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) { masked = state; }
#ifdef HAND_CORES
extern uint32_t core;
#define IPOINT_PORT_SHARED(clock) 1
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) { return core; }
#endif
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  *clock = IPOINT_CLOCK_TIMER;
  return HAND_BITS;
}
