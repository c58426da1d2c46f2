/*===- sleds.h - Places in code where a probe can be put ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Objects of IPOINT_PATCHED_PROBES have *sleds*: no-ops that a jump to a probe
|* can be written over (ipoint/port/x86_64.h). They are in no table: a section
|* of addresses would keep functions from being dropped by the linker. They are
|* found in the code, by their four bytes at a multiple of four, and by the mark
|* in front of what they lead to.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CORE_SLEDS_H
#define IPOINT_CORE_SLEDS_H

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include <stddef.h>

/* Offset of the first sled at or behind `from`, a multiple of 4, in a module's
   code of `size` bytes, which was loaded at a multiple of 4; `size` if there is
   none. It may be a no-op or a jump now. */
size_t ipoint_sled_find(const unsigned char *code, size_t size, size_t from);

/* Does this hold the four bytes of a no-op or a jump? */
int ipoint_sled_is(const unsigned char *sled);

/* Writes the jump (`on`), or the no-op. */
void ipoint_sled_set(unsigned char *sled, int on);

#endif /* IPOINT_CORE_SLEDS_H */
