/*===- buildid.h - Which build a program is -------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_BUILDID_H
#define IPOINT_OBSERVE_BUILDID_H

/* Room for a build id of 64 bytes; those of GNU ld have 20, those of lld 8. */
#define IPOINT_BUILD_ID_SIZE 129

/* The GNU build id that the linker has put in the ELF file `program`, in
   hexadecimal digits; "" where it has none, or is another machine's. */
void ipoint_build_id(const char *program, char id[IPOINT_BUILD_ID_SIZE]);

#endif /* IPOINT_OBSERVE_BUILDID_H */
