/*===- port/x86_64.h - The time stamp counter -----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* See ipoint/port.h for what a port must give. Included by ipoint/probe.h at
|* the top of instrumented C: no libc header, no name outside ipoint_ and
|* IPOINT_.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_X86_64_H
#define IPOINT_PORT_X86_64_H

#define IPOINT_PORT_NAME "tsc"

/* The whole counter, ticks since reset. Not serialising: work before it may
   still be under way, which is what keeps it cheap. */
IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  ipoint_word ipoint_low,
      ipoint_high; /* rdtsc clears the upper halves of both registers */
  __asm__ __volatile__("rdtsc" : "=a"(ipoint_low), "=d"(ipoint_high));
  return ipoint_high << 32 | ipoint_low;
}

/* A timed record of the ipoint whose id stands ready in bits 41 to 63: the
   counter's low 40 bits go to bits 1 to 40. Written out by halves, which takes
   one instruction less than masking the whole counter. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_id_bits) {
  ipoint_word ipoint_low, ipoint_high;
  __asm__ __volatile__("rdtsc" : "=a"(ipoint_low), "=d"(ipoint_high));
  return ((ipoint_high & 255u) << 33) + (ipoint_low << 1) +
         (ipoint_id_bits + 1u);
}

/* Stores *slot, then *cursor, in this order for whoever reads the memory, be it
   after a kill. The processor stores in program order; volatile keeps the
   compiler to it, and leaves the program's own memory accesses as free to move
   as they were. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  *ipoint_cursor = ipoint_slot + 1;
}

#endif /* IPOINT_PORT_X86_64_H */
