/*===- commandline.c - What the tools read from their command lines -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "support/commandline.h"

#include "support/warn.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* How many letters of a, which has length letters, must be replaced, added or
   taken away to have b; UINT_MAX where one of them is too long. */
static unsigned letters_apart(const char *a, size_t length, const char *b) {
  unsigned row[32], above, left, i, j, count = (unsigned)strlen(b);
  if (length >= sizeof row / sizeof *row || count >= sizeof row / sizeof *row)
    return UINT_MAX;
  for (j = 0; j <= count; j++)
    row[j] = j;
  for (i = 1; i <= length; i++) {
    above = row[0];
    row[0] = i;
    for (j = 1; j <= count; j++) {
      unsigned least = above + (a[i - 1] != b[j - 1]);
      above = row[j];
      left = row[j - 1];
      if (above + 1 < least)
        least = above + 1;
      row[j] = left + 1 < least ? left + 1 : least;
    }
  }
  return row[count];
}

/* The option that word, which begins with --, is a slip of; null: none. */
static const char *meant_by(const char *word, const struct option *longs) {
  size_t length = strcspn(word + 2, "=");
  unsigned least = (unsigned)length / 3;
  const char *meant = NULL;
  for (; longs->name; longs++) {
    unsigned apart = letters_apart(word + 2, length, longs->name);
    if (apart <= least && (!meant || apart < least) &&
        longs->val != IPOINT_HIDDEN_OPTION) {
      least = apart;
      meant = longs->name;
    }
  }
  return meant;
}

void ipoint_complain_of_option(char **argv, int option,
                               const struct option *longs) {
  const char *word = argv[optind - 1], *meant = NULL;
  const char *tool = program_invocation_short_name;
  char letter[3] = {'-', (char)optopt, '\0'};
  if (optopt > 0 && optopt < 256 && strncmp(word, "--", 2) != 0 &&
      option == '?')
    word = letter;
  if (option == '?' && strncmp(word, "--", 2) == 0)
    meant = meant_by(word, longs);
  if (option == ':')
    ipoint_warn("%s: the option needs a value; see %s --help", word, tool);
  else if (meant)
    ipoint_warn("%s: no such option; did you mean --%s? See %s --help", word,
                meant, tool);
  else
    ipoint_warn("%s: no such option; see %s --help", word, tool);
}

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
  static const char units[] = "kmgKMG";
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
    unsigned power = 1 + (unsigned)(strchr(units, *text) - units) % 3;
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
