/*===- probes.c - The probes as functions ---------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* For compilers without GNU extensions, which call what others inline.
|* Freestanding: no libc.
|*
\*===----------------------------------------------------------------------===*/

/* The inline probes get other names here, so that the external ones can be
 * defined. */
#define ipoint_timed ipoint_inline_timed
#define ipoint_untimed ipoint_inline_untimed
#define ipoint_timed_value ipoint_inline_timed_value
#define ipoint_untimed_value ipoint_inline_untimed_value
#include "ring.h"
#undef ipoint_timed
#undef ipoint_untimed
#undef ipoint_timed_value
#undef ipoint_untimed_value

IPOINT_API void ipoint_timed(unsigned id);
IPOINT_API void ipoint_untimed(unsigned id);
IPOINT_API void ipoint_timed_value(unsigned id, ipoint_word value);
IPOINT_API void ipoint_untimed_value(unsigned id, ipoint_word value);

void ipoint_timed(unsigned id) { ipoint_inline_timed(id); }
void ipoint_untimed(unsigned id) { ipoint_inline_untimed(id); }
void ipoint_timed_value(unsigned id, ipoint_word value) {
  ipoint_inline_timed_value(id, value);
}
void ipoint_untimed_value(unsigned id, ipoint_word value) {
  ipoint_inline_untimed_value(id, value);
}
