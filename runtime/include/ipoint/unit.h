/*===- unit.h - First words of unit records ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* By its first word a record among those of units (docs/formats.md) is known.
|* The instrumenter writes it, and readers of objects and memory look for it:
|* so here is nothing else. It precedes all headers of a program. C and C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_UNIT_H
#define IPOINT_UNIT_H

#define IPOINT_UNIT_FORMAT 1u
/* Of a unit's counts, where the target has no tables of threads. "ippc" */
#define IPOINT_COUNTED_MAGIC 0x63707069u

#endif /* IPOINT_UNIT_H */
