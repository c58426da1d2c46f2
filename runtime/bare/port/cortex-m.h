/*===- cortex-m.h - Cortex-M: DWT's cycle counter, or SysTick -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* ARMv6-M to ARMv8-M. Counters are memory: the program may choose one of its
|* own, a timer of the chip, before it starts recording.
|*
|* Sources: Armv7-M Architecture Reference Manual (DDI 0403), B3.3 SysTick, C1.6
|* DEMCR, C1.8 DWT; CoreSight Architecture Specification (IHI 0029), B2.2.5
|* LAR.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_CORTEX_M_H
#define IPOINT_BARE_CORTEX_M_H

typedef uint32_t ipoint_port_ticks;
typedef uint32_t ipoint_port_mask_state;

#ifndef DWT
#define DWT ((volatile uint32_t *)0xE0001000u)
#endif
#define DWT_CYCCNT 1
#define DWT_LAR (0xfb0u / sizeof(uint32_t))

IPOINT_PORT_INLINE void ipoint_port_start_dwt(uint32_t *clock) {
  volatile uint32_t *demcr = (volatile uint32_t *)0xE000EDFCu;
#ifdef IPOINT_DWT
  __asm__("" : "+r"(demcr)); /* less code than from a rounder number on */
#endif
  *demcr |= 1u << 24; /* TRCENA */
  /* Behind the lock of a Cortex-M7, say, writes have no effect; where there is
     none, this has not. */
  DWT[DWT_LAR] = 0xC5ACCE55u;
  DWT[0] |= 1u; /* CYCCNTENA */
  *clock = IPOINT_CLOCK_DWT;
}

#ifdef IPOINT_DWT

/* No other counter: less code, and a probe takes less. */
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#error "IPOINT_DWT: this processor has no cycle counter"
#endif

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  return DWT[DWT_CYCCNT];
}

#define IPOINT_PORT_BITS 32
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  uint32_t before;
  ipoint_port_start_dwt(clock);
  before = ipoint_port_counter();
  return ipoint_port_counter() != before ? IPOINT_PORT_BITS : 0;
}

#else

static struct {
  const volatile uint32_t *address; /* null: none was chosen */
  uint32_t inverted;
  uint32_t bits;
} ipoint_port_timer;

void ipoint_bare_use_timer(const volatile uint32_t *address, uint32_t inverted,
                           uint32_t bits) {
  ipoint_port_timer.address = address;
  ipoint_port_timer.inverted = inverted;
  ipoint_port_timer.bits = bits;
}

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
  return *ipoint_port_timer.address ^ ipoint_port_timer.inverted;
}

/* On several cores each makes its counter count. */
#if defined(IPOINT_CORES) && IPOINT_CORES > 1
#define IS_OF_CORE(address) ((uintptr_t)(address) >> 28 == 0xEu)
#else
#define IS_OF_CORE(address) 0
#endif

/* Parts without a DWT, and emulators, read 0 for ever. SysTick is taken only
   where it is not in use. */
static inline uint32_t ipoint_port_start(uint32_t *clock) {
  volatile uint32_t *systick = (volatile uint32_t *)0xE000E010u;
  if (!ipoint_port_timer.address || IS_OF_CORE(ipoint_port_timer.address)) {
#if !defined(__ARM_ARCH_6M__) && !defined(__ARM_ARCH_8M_BASE__)
    ipoint_port_start_dwt(clock);
    ipoint_bare_use_timer(&DWT[DWT_CYCCNT], 0, 32);
    if (!ipoint_port_counts())
#endif
    {
      if (!(systick[0] & 1u)) {
        systick[1] = 0xffffffu;
        systick[2] = 0;
        systick[0] = 5u; /* the processor's clock, no interrupt */
      }
      if (systick[1] == 0xffffffu) {
        *clock = IPOINT_CLOCK_SYSTICK;
        ipoint_bare_use_timer(&systick[2], 0xffffffu, 24);
      }
    }
  }
  return ipoint_port_counts() ? ipoint_port_timer.bits : 0;
}

#endif

IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) {
  ipoint_port_mask_state state;
  __asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(state) : : "memory");
  return state;
}

IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  __asm__ __volatile__("msr primask, %0" : : "r"(state) : "memory");
}

/* -DIPOINT_CORE_ADDRESS=ADDRESS: the word in which a core reads its number, as
   SIO's CPUID of the RP2040 and the RP2350 at 0xd0000000. */
#ifdef IPOINT_CORE_ADDRESS
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) {
  return *(const volatile uint32_t *)(IPOINT_CORE_ADDRESS);
}
#elif defined(IPOINT_CORES) && IPOINT_CORES > 1
#error "IPOINT_CORES: give -DIPOINT_CORE_ADDRESS, where a core reads its number"
#endif
/* A timer of the chip; each core has its DWT, and its SysTick. */
#define IPOINT_PORT_SHARED(clock) ((clock) == IPOINT_CLOCK_TIMER)

#endif /* IPOINT_BARE_CORTEX_M_H */
