/*===- armv8a.h - AArch64: PMCCNTR_EL0 ------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* EL1 and above. Source: Arm Architecture Reference Manual for A-profile (DDI
|* 0487), D24.5, "Performance Monitors registers".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_AARCH64_H
#define IPOINT_BARE_AARCH64_H

typedef uint64_t ipoint_port_ticks;
typedef uint64_t ipoint_port_mask_state;

/* -DIPOINT_CNTVCT: the virtual counter, where no PMU is available; it is
   coarse, and goes on while the core sleeps. */
IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  ipoint_port_ticks ticks;
#ifdef IPOINT_CNTVCT
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
#else
  __asm__ __volatile__("mrs %0, pmccntr_el0" : "=r"(ticks));
#endif
  return ticks;
}

/* IRQ alone: fast interrupts must have no probes. */
IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) {
  ipoint_port_mask_state state;
  __asm__ __volatile__("mrs %0, daif\n\tmsr daifset, #2"
                       : "=r"(state)
                       :
                       : "memory");
  return state;
}

IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  __asm__ __volatile__("msr daif, %0" : : "r"(state) : "memory");
}

/* Within its cluster: the lowest field of MPIDR_EL1; the next one where the
   lowest counts the threads of a core (MT). */
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) {
  uint64_t affinity;
  __asm__ __volatile__("mrs %0, mpidr_el1" : "=r"(affinity));
  return (uint32_t)(affinity >> (affinity >> 24 & 1 ? 8 : 0)) & 0xffu;
}
#ifdef IPOINT_CNTVCT
#define IPOINT_PORT_SHARED(clock) 1
#endif

#define IPOINT_PORT_BITS 40
static inline uint32_t ipoint_port_start(uint32_t *clock) {
#ifdef IPOINT_CNTVCT
  *clock = IPOINT_CLOCK_CNTVCT;
#else
  uint64_t control;
  *clock = IPOINT_CLOCK_PMCCNTR;
  __asm__ __volatile__("mrs %0, pmcr_el0" : "=r"(control));
  control |= 0x41;         /* E, and LC: all 64 bits */
  control &= ~UINT64_C(8); /* D would count every 64th cycle */
  __asm__ __volatile__("msr pmcr_el0, %0" : : "r"(control));
  __asm__ __volatile__("msr pmccfiltr_el0, %0" : : "r"(UINT64_C(0)));
  __asm__ __volatile__("msr pmcntenset_el0, %0\n\tisb"
                       :
                       : "r"(UINT64_C(1) << 31));
#endif
  return ipoint_port_counts() ? IPOINT_PORT_BITS : 0;
}

#endif /* IPOINT_BARE_AARCH64_H */
