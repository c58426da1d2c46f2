/*===- printable.c - Text that a terminal only shows ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding: no libc.
\*===----------------------------------------------------------------------===*/

#include "support/text.h"

#include <stdint.h>

/* Separators of lines, and what changes the order of the characters behind. */
static int moves_others(uint32_t character) {
  return (character >= 0x2028 && character <= 0x202e) ||
         (character >= 0x2066 && character <= 0x2069) || character == 0x200e ||
         character == 0x200f || character == 0x061c;
}

/* Bytes of the character at `text`; 0 if it is not to be printed. */
static size_t length_at(const unsigned char *text) {
  static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};
  uint32_t character = *text;
  size_t length, i;
  if (character < 0x80)
    return character >= 0x20 && character != 0x7f;
  length = character >= 0xf0 ? 4 : character >= 0xe0 ? 3 : 2;
  if (character < 0xc0 || character > 0xf4)
    return 0;
  character &= 0x7fu >> length;
  for (i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    character = character << 6 | (text[i] & 0x3f);
  }
  return character < least[length] || character > 0x10ffff ||
                 (character >= 0xd800 && character <= 0xdfff) ||
                 moves_others(character)
             ? 0
             : length;
}

void ipoint_printable(char *out, size_t size, const char *text) {
  static const char digits[] = "0123456789ABCDEF";
  const unsigned char *at = (const unsigned char *)text;
  size_t used = 0, i;
  while (*at) {
    size_t length = length_at(at);
    if (size - used <= (length ? length : 4))
      break;
    for (i = 0; i < length; i++)
      out[used++] = (char)*at++;
    if (length)
      continue;
    out[used++] = '\\';
    out[used++] = 'x';
    out[used++] = digits[*at >> 4];
    out[used++] = digits[*at++ & 15];
  }
  out[used] = '\0';
}
