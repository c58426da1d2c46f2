/*===- text.h - Text for terminals and files ------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_TEXT_H
#define IPOINT_SUPPORT_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Writes `text` to `out`, which has room for `size` > 0 bytes, the 0 at the end
   included. Every byte of a control character (C0, C1, DEL), of what turns the
   direction of a line, and of what is no UTF-8 becomes \xNN; what has no room
   is left out, whole characters at a time. Names of files, programs and threads
   may hold anything: all that is printed passes here. */
void ipoint_printable(char *out, size_t size, const char *text);

/* Prints the tool's name, a colon, and a line on stderr, made printable. */
void ipoint_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes `text` in quotes; bytes that are not ASCII stay. */
void ipoint_json_text(FILE *out, const char *text);

#endif /* IPOINT_SUPPORT_TEXT_H */
