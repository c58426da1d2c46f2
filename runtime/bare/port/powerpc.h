/*===- powerpc.h - PowerPC: the time base ---------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Supervisor mode. The time base often runs at a fraction of the core's clock.
|* Source: Power ISA, book II, chapter "Time Base".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_POWERPC_H
#define IPOINT_BARE_POWERPC_H

/* The low half; on 64-bit processors mftb gives all of it. */
typedef unsigned long ipoint_port_ticks;
typedef unsigned long ipoint_port_mask_state;

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  ipoint_port_ticks ticks;
  __asm__ __volatile__("mftb %0" : "=r"(ticks));
  return ticks;
}

/* MSR's bit EE. */
IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) {
  ipoint_port_mask_state state;
  __asm__ __volatile__("mfmsr %0" : "=r"(state));
  __asm__ __volatile__("mtmsr %0" : : "r"(state & ~0x8000ul) : "memory");
  return state;
}

IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  __asm__ __volatile__("mtmsr %0" : : "r"(state) : "memory");
}

/* PIR, as Book E has it. */
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) {
  uint32_t number;
  __asm__ __volatile__("mfspr %0, 286" : "=r"(number));
  return number;
}

#define IPOINT_PORT_BITS (sizeof(ipoint_port_ticks) == 4 ? 32 : 40)
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  *clock = IPOINT_CLOCK_TIMEBASE;
  return ipoint_port_counts() ? IPOINT_PORT_BITS : 0;
}

#endif /* IPOINT_BARE_POWERPC_H */
