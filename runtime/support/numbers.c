/*===- numbers.c - Numbers, sizes and times as users write them -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The digits that `*text` begins with, and goes behind. */
static enum ipoint_parsed parse_digits(const char **text, uint64_t *number) {
  const char *at = *text;
  *number = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    uint64_t digit = (uint64_t)(*at - '0');
    if (*number > (UINT64_MAX - digit) / 10)
      return IPOINT_TOO_LARGE;
    *number = *number * 10 + digit;
  }
  if (at == *text)
    return IPOINT_NO_NUMBER;
  *text = at;
  return IPOINT_PARSED;
}

enum ipoint_parsed ipoint_parse_count(const char *text, uint64_t *count) {
  static const char units[] = "kmgtKMGT";
  enum ipoint_parsed parsed = parse_digits(&text, count);
  /* A word that is no number is none, however large. */
  if (parsed == IPOINT_TOO_LARGE)
    return text[strspn(text, "0123456789")] != '\0' &&
                   !strchr(units, text[strspn(text, "0123456789")])
               ? IPOINT_NO_NUMBER
               : IPOINT_TOO_LARGE;
  if (parsed != IPOINT_PARSED)
    return parsed;
  if (text[strspn(text, units)])
    return IPOINT_NO_NUMBER;
  for (; *text; text++) {
    unsigned power = 1 + (unsigned)(strchr(units, *text) - units) % 4;
    if (*count > UINT64_MAX >> 10 * power)
      return IPOINT_TOO_LARGE;
    *count <<= 10 * power;
  }
  return IPOINT_PARSED;
}

enum ipoint_parsed ipoint_parse_time(const char *text, uint64_t *nanoseconds) {
  static const struct {
    const char *name;
    uint64_t nanoseconds;
  } units[] = {{"s", 1000000000},
               {"ms", 1000000},
               {"us", 1000},
               {"ns", 1},
               {"", 1000000000}};
  uint64_t whole, place = 1, part = 0;
  size_t i;
  enum ipoint_parsed parsed = parse_digits(&text, &whole);
  if (parsed != IPOINT_PARSED)
    return parsed;
  if (*text == '.') {
    const char *digit = ++text;
    text += strspn(text, "0123456789");
    if (text == digit)
      return IPOINT_NO_NUMBER;
    /* What lies below a nanosecond is nothing. */
    for (; digit < text && place < 1000000000; digit++, place *= 10)
      part = part * 10 + (uint64_t)(*digit - '0');
  }
  for (i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(text, units[i].name) == 0) {
      uint64_t unit = units[i].nanoseconds;
      if (whole > (UINT64_MAX - unit) / unit)
        return IPOINT_TOO_LARGE;
      *nanoseconds = whole * unit + (part * unit + place / 2) / place;
      return IPOINT_PARSED;
    }
  return IPOINT_NO_NUMBER;
}

int ipoint_parse_number(const char *text, int64_t least, int64_t most,
                        int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(text, &end, 10);
  return *text && !*end && errno == 0 && *number >= least && *number <= most;
}
