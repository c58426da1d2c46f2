/*===- riscv.h - RISC-V: the cycle counter --------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* rv32 and rv64, machine mode. Source: The RISC-V Instruction Set Manual,
|* volume I, "Zicntr", volume II, "mstatus", "mcountinhibit", "mhartid",
|* "mtime".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_RISCV_H
#define IPOINT_BARE_RISCV_H

/* On rv32 the low half alone: both together can't be read at once. */
typedef unsigned long ipoint_port_ticks;
typedef unsigned long ipoint_port_mask_state;

/* Assemblers know the registers' names whether or not the architecture that the
   compiler was given names the extension (Zicsr). */
#define IPOINT_PORT_CSR(text)                                                  \
  ".option push\n\t.option arch, +zicsr\n\t" text "\n\t.option pop"

/* -DIPOINT_MTIME=ADDRESS: mtime, the platform's timer, instead; it goes on
   while the core sleeps, and is coarse. */
#ifdef IPOINT_MTIME
typedef char ipoint_mtime_is_an_address[(IPOINT_MTIME) > 1 ? 1 : -1];
#endif

IPOINT_PORT_INLINE ipoint_port_ticks ipoint_port_counter(void) {
#ifdef IPOINT_MTIME
  return *(const volatile ipoint_port_ticks *)(IPOINT_MTIME);
#else
  ipoint_port_ticks ticks;
  __asm__ __volatile__(IPOINT_PORT_CSR("csrr %0, cycle") : "=r"(ticks));
  return ticks;
#endif
}

IPOINT_PORT_INLINE ipoint_port_mask_state ipoint_port_mask(void) {
  ipoint_port_mask_state state;
  __asm__ __volatile__(IPOINT_PORT_CSR("csrrci %0, mstatus, 8")
                       : "=r"(state)
                       :
                       : "memory");
  return state;
}

IPOINT_PORT_INLINE void ipoint_port_unmask(ipoint_port_mask_state state) {
  __asm__ __volatile__(IPOINT_PORT_CSR("csrs mstatus, %0")
                       :
                       : "r"(state & 8)
                       : "memory");
}

/* Which hart this is. */
IPOINT_PORT_INLINE uint32_t ipoint_port_core(void) {
  unsigned long hart;
  __asm__ __volatile__(IPOINT_PORT_CSR("csrr %0, mhartid") : "=r"(hart));
  return (uint32_t)hart;
}
#ifdef IPOINT_MTIME
#define IPOINT_PORT_SHARED(clock) 1
#endif

#ifndef IPOINT_MTIME
/* Lets the counter count (bit CY of mcountinhibit, 0x320, which cores before
   version 1.11 of the privileged architecture do not have). 0 if the core has
   none. What it does not have it traps: to the label, with interrupts held
   back. */
static inline int ipoint_port_open_cycle(void) {
  unsigned long status, vector, fails = 1;
  __asm__ __volatile__(
      IPOINT_PORT_CSR("csrrci %0, mstatus, 8\n\tla %1, 1f\n\t"
                      "csrrw %1, mtvec, %1\n\tcsrr zero, cycle\n\t"
                      "li %2, 0\n\tcsrci 0x320, 1\n\t"
                      ".balign 4\n1:\tcsrw mtvec, %1\n\tcsrw mstatus, %0")
      : "=&r"(status), "=&r"(vector), "+&r"(fails)
      :
      : "memory");
  return !fails;
}
#endif

#define IPOINT_PORT_BITS (sizeof(ipoint_port_ticks) == 4 ? 32 : 40)
static inline uint32_t ipoint_port_start(uint32_t *clock) {
#ifdef IPOINT_MTIME
  *clock = IPOINT_CLOCK_MTIME;
#else
  *clock = IPOINT_CLOCK_CYCLE;
  if (!ipoint_port_open_cycle())
    return 0;
#endif
  return ipoint_port_counts() ? IPOINT_PORT_BITS : 0;
}

#endif /* IPOINT_BARE_RISCV_H */
