/*===- warn.h - Messages of the tools -------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_WARN_H
#define IPOINT_SUPPORT_WARN_H

/* Prints the tool's name, a colon, and a line on stderr, made printable. */
void ipoint_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* IPOINT_SUPPORT_WARN_H */
