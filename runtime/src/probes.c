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
#include "ring.h"
#undef ipoint_timed
#undef ipoint_untimed

IPOINT_API void ipoint_timed(unsigned id);
IPOINT_API void ipoint_untimed(unsigned id);

void ipoint_timed(unsigned id) { ipoint_inline_timed(id); }
void ipoint_untimed(unsigned id) { ipoint_inline_untimed(id); }
