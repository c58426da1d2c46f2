/*===- stream.c - Traces of what comes in frames --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/elf.h"
#include "import/frames.h"
#include "import/import.h"
#include "import/itm.h"
#include "import/source.h"
#include "import/streamrecords.h"
#include "ipoint/record.h"
#include "support/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PIECE_WORDS (IPOINT_FRAME_PIECE / 4)
#define FIXED_WORDS (IPOINT_DUMP_FIXED / 4)
#define CORE_WORDS (sizeof(struct ipoint_dump_core) / 4)

struct stream {
  const char *source, *output, *elf;
  const struct ipoint_import *begin;
  struct ipoint_frames frames;
  struct ipoint_import import; /* the trace of the recording that comes now */
  unsigned started, kept;      /* recordings */
  int open;                    /* 1: its trace is */
  struct ipoint_stream_records records;
  /* The header and what probes cost; of several cores what is known of the
     first, too. */
  uint32_t fixed[FIXED_WORDS + CORE_WORDS];
  uint32_t *units; /* as far as they have come … */
  size_t unit_words;
  uint8_t *have; /* … by pieces of the description … */
  uint32_t pieces, known;
  time_t described; /* when metadata were written last */
  int error;        /* errno, or -1: was printed */
};

/* Whether all cores are known to read one counter. */
static int is_shared(const struct stream *stream) {
  struct ipoint_dump_core core;
  memcpy(&core, stream->fixed + FIXED_WORDS, sizeof core);
  return stream->pieces && stream->have[0] && core.shared;
}

static void begin_trace(struct stream *stream, uint32_t cores) {
  struct ipoint_import *import = &stream->import;
  *import = *stream->begin;
  import->about.rings = calloc(cores, sizeof *import->about.rings);
  import->about.ring_count = import->about.rings ? cores : 0;
  if (stream->started++)
    snprintf(import->path, sizeof import->path, "%s-%u", stream->output,
             stream->started);
  else
    snprintf(import->path, sizeof import->path, "%s", stream->output);
  if (ipoint_import_open(import) != 0)
    stream->error = -1;
  else if (!import->about.rings || ipoint_tasks_name_cores(&import->tasks) != 0)
    stream->error = ENOMEM;
  stream->open = stream->error != -1;
  if (!stream->error)
    ipoint_stream_begin(&stream->records, import, cores, is_shared(stream));
}

static void take_records(void *context, uint32_t core, uint32_t cores,
                         uint32_t bits, uint32_t missing, uint32_t lost,
                         const uint64_t *records, size_t count) {
  struct stream *stream = context;
  if (!stream->open && !stream->error)
    begin_trace(stream, cores);
  if (stream->error)
    return;
  ipoint_stream_take(&stream->records, core, bits, missing, lost, records,
                     count);
  stream->error = stream->records.error;
}

/* A description of another recording than the one before. */
static void forget_description(struct stream *stream) {
  free(stream->have);
  free(stream->units);
  stream->have = NULL;
  stream->units = NULL;
  stream->pieces = stream->known = 0;
}

static void close_trace(struct stream *stream);

static void restart(void *context) { close_trace(context); }

static void take_piece(void *context, uint32_t piece, uint32_t pieces,
                       const uint32_t *words, size_t count) {
  struct stream *stream = context;
  if (piece ? count > PIECE_WORDS
            : count != FIXED_WORDS && count != FIXED_WORDS + CORE_WORDS)
    return;
  if (pieces != stream->pieces) {
    forget_description(stream);
    stream->have = calloc(pieces, 1);
    stream->units = calloc(pieces, PIECE_WORDS * 4);
    if (!stream->have || !stream->units) {
      stream->error = ENOMEM;
      return;
    }
    stream->pieces = pieces;
  }
  if (piece == 0) {
    memset(stream->fixed, 0, sizeof stream->fixed);
    memcpy(stream->fixed, words, count * 4);
  } else
    memcpy(stream->units + (piece - 1) * (size_t)PIECE_WORDS, words, count * 4);
  if (piece == pieces - 1)
    stream->unit_words = (pieces - 2) * (size_t)PIECE_WORDS + count;
  stream->known += !stream->have[piece];
  stream->have[piece] = 1;
  if (stream->open && is_shared(stream))
    ipoint_stream_share(&stream->records);
}

/* What is known of the target now; null, or what is wrong with it. */
static const char *describe(struct stream *stream) {
  struct ipoint_dump *about = &stream->import.about;
  uint64_t rate = stream->begin->rate;
  const char *why = NULL;
  struct ipoint_dump_ring *rings = about->rings;
  uint32_t core, cores = rings ? stream->records.cores : 0;
  free(about->units);
  memset(about, 0, sizeof *about);
  about->rings = rings;
  about->ring_count = cores;
  for (core = 0; core < cores; core++)
    rings[core].count = stream->records.of[core].records;
  if (!stream->pieces || !stream->have[0])
    return "the stream has no description of the recording; let it go on for "
           "longer";
  why = ipoint_dump_describe(about, stream->fixed);
  if (why)
    return why;
  for (core = 0; core < cores && cores > 1; core++)
    memcpy(&rings[core].core, stream->fixed + FIXED_WORDS,
           core ? offsetof(struct ipoint_dump_core, without_ring)
                : offsetof(struct ipoint_dump_core, first));
  if (stream->begin->only >= (int64_t)cores)
    return "it does not have that core; the first is 0";
  if (!rate && !about->header.rate)
    return "the counter's rate is not known; give --rate";
  if (stream->known == stream->pieces && stream->pieces > 1)
    ipoint_dump_units(about, stream->units,
                      stream->unit_words / IPOINT_UNIT_WORDS);
  if (!about->unit_count && stream->elf) {
    free(about->units);
    about->units = NULL;
    ipoint_elf_units(stream->elf, about);
  }
  return about->unit_count
             ? NULL
             : "the stream does not have all unit records; let it go on for "
               "longer, or give the firmware's ELF file with --program";
}

static void print_result(const struct stream *stream) {
  const struct ipoint_import *import = &stream->import;
  const struct ipoint_frames *frames = &stream->frames;
  uint64_t records = 0, first = 0;
  uint32_t core, cores = stream->records.cores;
  size_t i;
  for (i = 0; i < import->tasks.count; i++)
    records += import->tasks.tasks[i].all - import->tasks.tasks[i].switches;
  for (core = 0; core < cores; core++)
    if (ipoint_stream_wants(&stream->records, core))
      first += frames->of[core].first;
  if (first)
    ipoint_warn("%s: begins in the middle, behind %" PRIu64 " records",
                stream->source, first);
  for (core = 0; core < cores && cores > 1; core++)
    if (ipoint_stream_wants(&stream->records, core))
      ipoint_dump_print_core(&import->about, stream->source, core);
  if (import->about.counted_units)
    ipoint_warn("%s: the program counts, and streams have no counts",
                import->path);
  ipoint_warn("%" PRIu64 " records in %s (%" PRIu64 " lost: %" PRIu64
              " as the ring was full, %" PRIu64 " on the line)",
              records, import->path, import->tasks.lost, stream->records.lost,
              stream->records.missing);
}

static void close_trace(struct stream *stream) {
  const char *why;
  int error = stream->error;
  if (!stream->open)
    return;
  stream->open = 0;
  if (!error) {
    ipoint_stream_end(&stream->records);
    error = stream->error = stream->records.error;
  }
  why = error ? NULL : describe(stream);
  if (why) {
    ipoint_warn("%s: %s", stream->source, why);
    ipoint_output_abandon(&stream->import.output);
  } else if (error == -1) {
    ipoint_output_abandon(&stream->import.output);
  } else if (ipoint_import_close(&stream->import, error) != 0) {
    stream->error = -1;
  } else {
    print_result(stream);
    stream->kept++;
  }
  ipoint_stream_free(&stream->records);
  ipoint_import_free(&stream->import);
}

/* Now and then, so that a trace is there whatever ends this program. */
static void flush(struct stream *stream) {
  time_t now = time(NULL);
  int error = stream->error;
  if (!stream->open || error)
    return;
  error = ipoint_import_flush(&stream->import);
  if (!error && now != stream->described && !describe(stream)) {
    error = ipoint_import_describe(&stream->import, 0);
    stream->described = now;
  }
  stream->error = error;
}

static void print_damage(const struct stream *stream) {
  const struct ipoint_frames *frames = &stream->frames;
  if (frames->skipped)
    ipoint_warn("%s: skipped %" PRIu64 " bytes before the first frame%s%s%s",
                stream->source, frames->skipped, *frames->text ? ": \"" : "",
                frames->text, *frames->text ? "\"" : "");
  if (frames->damaged || frames->doubled)
    ipoint_warn("%s: %" PRIu64 " damaged frames, %" PRIu64
                " that came twice, of %" PRIu64,
                stream->source, frames->damaged, frames->doubled,
                frames->frames + frames->damaged + frames->doubled);
}

/* Of trace packets, what was written to the port. */
struct port {
  struct ipoint_frames *frames;
  unsigned number;
};

static void take_written(void *context, unsigned number, uint32_t value,
                         unsigned size) {
  const struct port *port = context;
  uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8),
                      (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
  if (number == port->number)
    ipoint_frames_take(port->frames, bytes, size);
}

int ipoint_import_stream(const char *source, const char *output,
                         const char *elf, int itm,
                         const struct ipoint_import *begin) {
  static struct stream stream;
  struct port port = {&stream.frames, (unsigned)itm};
  struct ipoint_itm packets = {
      .events = {.written = take_written, .context = &port}};
  static uint8_t bytes[1 << 16];
  ssize_t got = 0;
  int from = ipoint_source_open(source);
  stream.source = source;
  stream.output = output;
  stream.elf = elf;
  stream.begin = begin;
  stream.frames.events =
      (struct ipoint_frame_events){take_records, take_piece, restart, &stream};
  if (from < 0)
    return 2;
  while (!stream.error &&
         (got = ipoint_source_read(from, bytes, sizeof bytes)) > 0) {
    if (itm < 0)
      ipoint_frames_take(&stream.frames, bytes, (size_t)got);
    else
      ipoint_itm_take(&packets, bytes, (size_t)got);
    flush(&stream);
  }
  if (got < 0)
    ipoint_warn("%s: %s", source, strerror(errno));
  ipoint_frames_end(&stream.frames);
  if (!stream.started && !stream.error)
    ipoint_warn("%s: no frame of a recording among %" PRIu64
                " bytes%s%s%s; is it the right line, at the right rate?",
                source, stream.frames.skipped,
                *stream.frames.text ? ": \"" : "", stream.frames.text,
                *stream.frames.text ? "\"" : "");
  else
    print_damage(&stream);
  if (packets.overflows)
    ipoint_warn("%s: the processor's trace overflowed %" PRIu64
                " times; send less at once, or at a higher rate",
                source, packets.overflows);
  if (stream.error > 0 && !stream.open)
    ipoint_warn("%s: %s", source, strerror(stream.error));
  close_trace(&stream);
  forget_description(&stream);
  close(from);
  return stream.error || !stream.kept ? 2 : 0;
}
