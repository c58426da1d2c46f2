/*===- text.c - Text for terminals and files ------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void ipoint_warn(const char *format, ...) {
  char line[8192], shown[2 * sizeof line];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  ipoint_printable(shown, sizeof shown, line);
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, shown);
}

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
