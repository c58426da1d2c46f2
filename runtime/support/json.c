/*===- json.c - Text in JSON ----------------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "support/json.h"

void ipoint_json_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if ((unsigned char)*text < 0x20)
      fprintf(out, "\\u%04x", *text);
    else
      fputc(*text, out);
  fputc('"', out);
}
