/*===- armv7ar.h - Cortex-A and Cortex-R of ARMv7: PMCCNTR ----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Privileged modes. Source: ARM Architecture Reference Manual ARMv7-A and
|* ARMv7-R (DDI 0406), chapter C12, "The Performance Monitors Extension".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_ARMV7AR_H
#define IPOINT_BARE_ARMV7AR_H

typedef uint32_t ipoint_port_ticks;
typedef uint32_t ipoint_port_mask_state;

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  ipoint_port_ticks ticks;
  __asm__ __volatile__("mrc p15, 0, %0, c9, c13, 0" : "=r"(ticks));
  return ticks;
}

/* IRQ alone: fast interrupts must have no probes. */
IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) {
  ipoint_port_mask_state state;
  __asm__ __volatile__("mrs %0, cpsr\n\tcpsid i" : "=r"(state) : : "memory");
  return state;
}

IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  __asm__ __volatile__("msr cpsr_c, %0" : : "r"(state) : "memory");
}

/* Within its cluster: the lowest field of MPIDR; the next one where the lowest
   counts the threads of a core (MT). */
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) {
  uint32_t affinity;
  __asm__ __volatile__("mrc p15, 0, %0, c0, c0, 5" : "=r"(affinity));
  return affinity >> (affinity >> 24 & 1 ? 8 : 0) & 0xffu;
}

#define IPOINT_PORT_BITS 32
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  uint32_t control;
  *clock = IPOINT_CLOCK_PMCCNTR;
  __asm__ __volatile__("mrc p15, 0, %0, c9, c12, 0" : "=r"(control)); /* PMCR */
  control = (control | 1u) & ~8u; /* E; D would count every 64th cycle */
  __asm__ __volatile__("mcr p15, 0, %0, c9, c12, 0" : : "r"(control));
  __asm__ __volatile__("mcr p15, 0, %0, c9, c12, 1" : : "r"(1u << 31));
  return ipoint_port_counts() ? IPOINT_PORT_BITS : 0;
}

#endif /* IPOINT_BARE_ARMV7AR_H */
