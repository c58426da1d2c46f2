/*===- waveform.c - Values of signals over time, from files ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/waveform.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The next word of a VCD file; 0 at its end, or at what is no text. */
static int next_word(FILE *file, char *word, size_t size) {
  size_t length = 0;
  int c;
  while ((c = getc(file)) != EOF && c && c <= ' ')
    ;
  for (; c > ' '; c = getc(file))
    if (length + 1 < size)
      word[length++] = (char)c;
  word[length] = '\0';
  return length > 0;
}

static void pass_to_end(FILE *file) {
  char word[512];
  while (next_word(file, word, sizeof word) && strcmp(word, "$end") != 0)
    ;
}

static int add_signal(struct ipoint_waveform *wave, const char *name,
                      const char *code, unsigned bit) {
  if (wave->count == IPOINT_WAVEFORM_SIGNALS)
    return 0;
  snprintf(wave->signals[wave->count].name, IPOINT_WAVEFORM_NAME, "%.63s",
           name);
  snprintf(wave->signals[wave->count].code,
           sizeof wave->signals[wave->count].code, "%.15s", code);
  wave->signals[wave->count++].bit = bit;
  return 1;
}

/* `1 ns`, `10us` …; 0: it is none. */
static uint64_t rate_of(const char *scale) {
  static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
  char *unit;
  unsigned long number = strtoul(scale, &unit, 10);
  uint64_t rate = 1;
  size_t i;
  for (i = 0; i < sizeof units / sizeof *units; i++, rate *= 1000)
    if (strcmp(unit, units[i]) == 0)
      return number && rate % number == 0 ? rate / number : 0;
  return 0;
}

const char *ipoint_waveform_vcd(struct ipoint_waveform *wave, FILE *file) {
  char word[512], scale[64] = "", width[16], code[16];
  memset(wave, 0, sizeof *wave);
  wave->file = file;
  while (next_word(file, word, sizeof word)) {
    if (strcmp(word, "$timescale") == 0) {
      while (next_word(file, word, sizeof word) && strcmp(word, "$end") != 0)
        strncat(scale, word, sizeof scale - strlen(scale) - 1);
      wave->rate = rate_of(scale);
    } else if (strcmp(word, "$var") == 0) {
      unsigned bits, bit;
      next_word(file, word, sizeof word); /* its type */
      next_word(file, width, sizeof width);
      next_word(file, code, sizeof code);
      next_word(file, word, sizeof word);
      bits = (unsigned)strtoul(width, NULL, 10);
      for (bit = 0; bit < bits; bit++)
        if (!add_signal(wave, word, code, bit))
          return "has more than 64 signals; let the analyser's program write "
                 "the port's alone";
      pass_to_end(file);
    } else if (strcmp(word, "$enddefinitions") == 0) {
      pass_to_end(file);
      return !wave->rate    ? "has no time scale"
             : !wave->count ? "has no signals"
                            : NULL;
    } else if (*word == '$') {
      pass_to_end(file);
    } /* else what sigrok-cli writes before: `META samplerate: …` */
  }
  return "not a VCD file: it does not begin with definitions";
}

/* `text`, a value with its highest bit first, for the signal of this code. */
static void set_signal(struct ipoint_waveform *wave, const char *text,
                       size_t length, const char *code) {
  size_t i;
  for (i = 0; i < wave->count; i++) {
    uint64_t mask = UINT64_C(1) << i;
    if (strcmp(wave->signals[i].code, code) != 0)
      continue;
    /* What is not known or not driven reads as 0. */
    if (wave->signals[i].bit < length &&
        text[length - 1 - wave->signals[i].bit] == '1')
      wave->value |= mask;
    else
      wave->value &= ~mask;
  }
}

int ipoint_waveform_next_vcd(struct ipoint_waveform *wave) {
  char word[512], code[16];
  int some = 0;
  wave->now = wave->step; /* the time that was read last */
  while (next_word(wave->file, word, sizeof word)) {
    if (*word == '#') {
      wave->step = strtoull(word + 1, NULL, 10);
      if (some)
        return 1;
      wave->now = wave->step;
    } else if (*word == 'b' || *word == 'B') {
      if (next_word(wave->file, code, sizeof code))
        set_signal(wave, word + 1, strlen(word + 1), code);
      some = 1;
    } else if (*word == 'r' || *word == 'R') {
      next_word(wave->file, code, sizeof code);
    } else if (strcmp(word, "$comment") == 0) {
      pass_to_end(wave->file);
    } else if (*word != '$') {
      set_signal(wave, word, 1, word + 1);
      some = 1;
    }
  }
  return some;
}

/* The next field of a row, without quotes and blanks at its ends; null behind
   the last one. */
static char *next_field(char **row) {
  char *field = *row, *end;
  if (!field)
    return NULL;
  *row = strchr(field, ',');
  if (*row)
    *(*row)++ = '\0';
  field += strspn(field, " \t\"\r\n");
  end = field + strlen(field);
  while (end > field && strchr(" \t\"\r\n", end[-1]))
    *--end = '\0';
  return field;
}

/* Its times are nanoseconds here. */
#define CSV_RATE UINT64_C(1000000000)

/* sigrok's `; Samplerate: 24 MHz`, ns between two rows. */
static uint64_t step_of(const char *line) {
  const char *at = strstr(line, "amplerate:");
  char unit[8] = "";
  double rate;
  if (!at || sscanf(at + 10, "%lf %7s", &rate, unit) < 1 || rate <= 0)
    return 0;
  rate *= *unit == 'k' ? 1e3 : *unit == 'M' ? 1e6 : *unit == 'G' ? 1e9 : 1;
  return (uint64_t)llround((double)CSV_RATE / rate);
}

const char *ipoint_waveform_csv(struct ipoint_waveform *wave, FILE *file) {
  char line[4096], *row, *field;
  int is_time = 1;
  memset(wave, 0, sizeof *wave);
  wave->file = file;
  wave->rate = CSV_RATE;
  do {
    if (!fgets(line, sizeof line, file))
      return "not rows with commas between: it has no line with names";
    if (step_of(line))
      wave->step = step_of(line);
  } while (*line == ';' || *line == '\n' || *line == '\r' ||
           strncmp(line, "META ", 5) == 0);
  for (row = line; (field = next_field(&row)); is_time = 0) {
    if (is_time && strncasecmp(field, "time", 4) == 0)
      wave->step = 0;
    else if (is_time && !wave->step)
      return "neither a column of times nor a sample rate is there";
    else if (!add_signal(wave, field, "", 0))
      return "has more than 64 signals";
  }
  return wave->count ? NULL : "has no signals";
}

int ipoint_waveform_next_csv(struct ipoint_waveform *wave) {
  char line[4096], *row = line, *field;
  size_t i;
  if (!fgets(line, sizeof line, wave->file))
    return 0;
  if (wave->step)
    wave->now += wave->step;
  else if ((field = next_field(&row)))
    wave->now = (uint64_t)llround(strtod(field, NULL) * (double)CSV_RATE);
  for (i = 0; i < wave->count && (field = next_field(&row)); i++) {
    uint64_t mask = UINT64_C(1) << i;
    if (*field)
      wave->value = *field == '1' ? wave->value | mask : wave->value & ~mask;
  }
  return 1;
}
