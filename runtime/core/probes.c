/*===- probes.c - The probes as functions ---------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For what does not inline them: compilers without GNU extensions, and builds
|* that don't optimise for speed.
|* Freestanding: no libc.
\*===----------------------------------------------------------------------===*/

#define IPOINT_CALLED_PROBES
#include "core/slowpath.h"

#include "ipoint/record.h"

void ipoint_timed(unsigned id) {
  ipoint_port_timed_probe(((ipoint_word)id << IPOINT_ID_SHIFT) +
                          IPOINT_RECORD_TIMED);
}

void ipoint_untimed(unsigned id) { ipoint_untimed_value(id, 0); }

void ipoint_untimed_value(unsigned id, ipoint_word value) {
  ipoint_port_untimed_probe(ipoint_record_untimed(id, value));
}

void ipoint_timed_value(unsigned id, ipoint_word value) {
  ipoint_untimed_value(id, value);
  ipoint_timed(id);
}

ipoint_rounds ipoint_count_on(unsigned id, ipoint_sum number,
                              ipoint_rounds rounds, unsigned bits) {
  for (; rounds >= IPOINT_MOST_ROUNDS(bits); rounds -= IPOINT_MOST_ROUNDS(bits))
    ipoint_untimed_value(id, (IPOINT_MOST_ROUNDS(bits) << bits) + number);
  return rounds;
}
