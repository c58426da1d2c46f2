/*===- port/riscv64.h - The time register of RISC-V ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* See ipoint/port.h for what a port must give.
|*
|* `time` counts at a fixed rate, often 1 to 10 MHz, the same for all harts. It
|* is
|* coarser than `cycle`, but Linux 6.6 and later let no program read that
|* (SIGILL)
|* unless the system was set to, and `cycle` is each hart's own and stands still
|* while it sleeps: no clock for threads. The RISC-V Instruction Set Manual,
|* volume
|* I, "Zicntr".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_RISCV64_H
#define IPOINT_PORT_RISCV64_H

#define IPOINT_PORT_NAME "time"

IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  ipoint_word ipoint_ticks;
  __asm__ __volatile__("rdtime %0" : "=r"(ipoint_ticks));
  return ipoint_ticks;
}

/* The record with the counter's low 40 bits in bits 1 to 40. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

/* Stores before the fence are seen before those behind it. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  __asm__ __volatile__("fence w, w");
  *ipoint_cursor = ipoint_slot + 1;
}

#endif /* IPOINT_PORT_RISCV64_H */
