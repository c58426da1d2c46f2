/*===- port/rdpru.h - The cycles of one of AMD's processors ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* See ipoint/port.h for what a port must give. Chosen by name only
|* (IPOINT_PORT=rdpru): APERF counts the cycles of the CPU that it is read on,
|* at
|* whatever frequency that runs, and stands still while that sleeps. AMD64
|* Architecture Programmer's Manual, volume 3, RDPRU; volume 2, "Determining
|* Processor Effective Frequency".
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_RDPRU_H
#define IPOINT_PORT_RDPRU_H

#define IPOINT_PORT_NAME "aperf"

/* Threads and drain must share one CPU, and a second is told by the two
   counters below. */
#define IPOINT_PORT_OWN_CPU 1

/* rdpru, for assemblers that don't know it. Registers 0 and 1 are MPERF and
   APERF; the upper halves of rax and rdx are cleared. */
IPOINT_INLINE ipoint_word ipoint_port_rdpru(ipoint_word ipoint_register) {
  ipoint_word ipoint_low, ipoint_high;
  __asm__ __volatile__(".byte 0x0f, 0x01, 0xfd"
                       : "=a"(ipoint_low), "=d"(ipoint_high)
                       : "c"(ipoint_register));
  return ipoint_high << 32 | ipoint_low;
}

IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  return ipoint_port_rdpru(1);
}

/* Ticks of the TSC that passed while this CPU was awake. */
IPOINT_INLINE ipoint_word ipoint_port_awake(void) {
  return ipoint_port_rdpru(0);
}

/* Ticks of the same kind that passed, asleep or not. */
IPOINT_INLINE ipoint_word ipoint_port_always(void) {
  ipoint_word ipoint_low, ipoint_high;
  __asm__ __volatile__("rdtsc" : "=a"(ipoint_low), "=d"(ipoint_high));
  return ipoint_high << 32 | ipoint_low;
}

/* The record with the counter's low 40 bits in bits 1 to 40. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

/* The processor stores in program order; see ipoint/port/x86_64.h. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  *ipoint_cursor = ipoint_slot + 1;
}

#endif /* IPOINT_PORT_RDPRU_H */
