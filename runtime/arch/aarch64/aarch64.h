/*===- port/aarch64.h - The virtual counter of AArch64 -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* See ipoint/port.h for what a port must give.
|*
|* CNTVCT_EL0 counts at a fixed rate of some 10 MHz to 1 GHz (1 GHz from Armv8.6
|* on), the same for all processors. Linux lets programs read it; its own
|* clock_gettime() does. Arm Architecture Reference Manual for A-profile
|* (DDI 0487), "The Generic Timer in AArch64 state".
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_AARCH64_H
#define IPOINT_PORT_AARCH64_H

#define IPOINT_PORT_NAME "cntvct"

/* Reads of it are in program order, but other work before one may still be
   under way, and what comes behind one may have begun; -DIPOINT_COUNTER_ORDERED
   waits for what comes before, -DIPOINT_COUNTER_SERIALISED for both. */
#if defined(IPOINT_COUNTER_SERIALISED)
#define IPOINT_PORT_READING 3
#define IPOINT_PORT_READ "isb\n\tmrs %0, cntvct_el0\n\tisb"
#elif defined(IPOINT_COUNTER_ORDERED)
#define IPOINT_PORT_READING 2
#define IPOINT_PORT_READ "isb\n\tmrs %0, cntvct_el0"
#else
#define IPOINT_PORT_READ "mrs %0, cntvct_el0"
#endif

IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  ipoint_word ipoint_ticks;
  __asm__ __volatile__(IPOINT_PORT_READ : "=r"(ipoint_ticks));
  return ipoint_ticks;
}

/* The record with the counter's low 40 bits in bits 1 to 40. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

/* A store-release of the cursor: no reader sees it before the record. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  __asm__ __volatile__("stlr %1, %0"
                       : "=Q"(*ipoint_cursor)
                       : "r"(ipoint_slot + 1));
}

#endif /* IPOINT_PORT_AARCH64_H */
