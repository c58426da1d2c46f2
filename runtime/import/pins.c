/*===- pins.c - Traces of ids that a logic analyser has taken down --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/ids.h"
#include "import/waveform.h"
#include "ipoint/record.h"
#include "support/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pins {
  struct ipoint_ids ids;
  struct ipoint_waveform wave;
  unsigned char bits[IPOINT_WAVEFORM_SIGNALS]; /* which signals */
  size_t count;                                /* of these */
  int begun;
  uint32_t level, id; /* of the last record: the alternating bit, and its id */
};

/* The signals of that name; null, or what is wrong. */
static const char *choose(struct pins *pins, const char *names) {
  const char *name = names;
  size_t i;
  for (i = 0; !names && i < pins->wave.count; i++)
    pins->bits[pins->count++] = (unsigned char)i;
  while (name && *name) {
    size_t length = strcspn(name, ","), before = pins->count;
    for (i = 0; i < pins->wave.count; i++)
      if (strlen(pins->wave.signals[i].name) == length &&
          strncmp(pins->wave.signals[i].name, name, length) == 0 &&
          pins->count < IPOINT_WAVEFORM_SIGNALS)
        pins->bits[pins->count++] = (unsigned char)i;
    if (pins->count == before)
      return "has no signal of a name in --bits";
    name += length + (name[length] == ',');
  }
  if (pins->count < 10 || pins->count > IPOINT_ID_BITS + 1)
    return "10 to 24 signals are needed: the bits of ids, and the one that "
           "alternates; give them with --bits";
  return NULL;
}

static void take_value(struct pins *pins, uint64_t time, uint64_t value) {
  uint32_t all = 0, id, level;
  size_t i;
  for (i = 0; i < pins->count; i++)
    all |= (uint32_t)(value >> pins->bits[i] & 1) << i;
  level = all >> (pins->count - 1);
  id = all & ((UINT32_C(1) << (pins->count - 1)) - 1);
  if (pins->begun && level == pins->level && id == pins->id)
    return; /* another signal of the file */
  if (!pins->begun && id == 0)
    return; /* before the first probe */
  if (!ipoint_ids_knows(&pins->ids, id))
    return;
  if (pins->begun && level == pins->level)
    ipoint_ids_lost(&pins->ids, 1);
  pins->begun = 1;
  pins->level = level;
  pins->id = id;
  ipoint_ids_add(&pins->ids, id, time);
}

static uint64_t common(uint64_t one, uint64_t other) {
  while (other) {
    uint64_t rest = one % other;
    one = other;
    other = rest;
  }
  return one;
}

/* All of the file; 0, or errno. */
static int take_all(struct pins *pins, int is_csv, uint64_t settle) {
  struct ipoint_waveform *wave = &pins->wave;
  struct ipoint_import *import = pins->ids.import;
  uint64_t value = 0, since = 0, least = settle * wave->rate / 1000000000;
  int some = 0, error = 0;
  while (!error && (is_csv ? ipoint_waveform_next_csv(wave)
                           : ipoint_waveform_next_vcd(wave))) {
    if (some && wave->value == value)
      continue;
    if (some && wave->now - since >= least)
      take_value(pins, since, value);
    /* Analysers sample at a fixed distance, of which all others are multiples.
     */
    if (some)
      import->resolution = common(import->resolution, wave->now - since);
    some = 1;
    value = wave->value;
    since = wave->now;
    if (pins->ids.records % 65536 == 65535)
      error = ipoint_import_flush(import);
  }
  if (some)
    take_value(pins, since, value);
  return error;
}

static void complain_of_pins(const struct pins *pins, const char *path) {
  if (pins->ids.strange)
    ipoint_warn("%s: %" PRIu64
                " values are no ipoint's; is the port shared with other pins, "
                "or is the order of --bits another one?",
                path, pins->ids.strange);
  if (pins->ids.missing)
    ipoint_warn("%s: %" PRIu64
                " times the bit that alternates stood still, so a record is "
                "missing; is the analyser too slow, or the port shared?",
                path, pins->ids.missing);
}

static int write_pins(struct pins *pins, const char *path, int is_csv,
                      uint64_t settle) {
  int code = ipoint_import_open(pins->ids.import), error;
  if (code)
    return code;
  error = take_all(pins, is_csv, settle);
  complain_of_pins(pins, path);
  return ipoint_ids_end(&pins->ids, path, error);
}

int ipoint_import_pins(struct ipoint_import *import, const char *path,
                       int is_csv, const char *bits, uint64_t settle) {
  static struct pins pins;
  FILE *file = fopen(path, "re");
  const char *why = file ? NULL : strerror(errno);
  int code = 2;
  if (!why)
    why = is_csv ? ipoint_waveform_csv(&pins.wave, file)
                 : ipoint_waveform_vcd(&pins.wave, file);
  if (!why)
    why = choose(&pins, bits);
  if (why) {
    ipoint_warn("%s: %s", path, why);
  } else if (ipoint_ids_begin(&pins.ids, import) == 0) {
    import->rate = pins.wave.rate;
    import->clock = "analyser";
    code = write_pins(&pins, path, is_csv, settle);
  }
  ipoint_import_free(import);
  if (file)
    fclose(file);
  return code;
}
