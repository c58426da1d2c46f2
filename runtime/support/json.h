/*===- json.h - Text in JSON ----------------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_JSON_H
#define IPOINT_SUPPORT_JSON_H

#include <stdio.h>

/* Writes `text` in quotes; bytes that are not ASCII stay. */
void ipoint_json_text(FILE *out, const char *text);

#endif /* IPOINT_SUPPORT_JSON_H */
