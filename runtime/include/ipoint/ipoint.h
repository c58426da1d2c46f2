/*===- ipoint.h - What a user's C may include -----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Safe in any C file, instrumented or not; includes nothing. Nobody needs it to
|* be measured: the instrumenter brings along what it inserts (ipoint/probe.h).
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IPOINT_H
#define IPOINT_IPOINT_H

/* Version of ipoint: 10000 * major + 100 * minor + patch. */
#define IPOINT_VERSION_NUMBER 100

#endif /* IPOINT_IPOINT_H */
