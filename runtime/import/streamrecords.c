/*===- streamrecords.c - From frames' records to a trace ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/streamrecords.h"

#include "ipoint/record.h"
#include "ipoint/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* Before the records of a frame in the spool. */
struct spooled {
  uint32_t core, bits, missing, lost, count;
};

/* On the disk that has the trace. */
static void open_spool(struct ipoint_stream_records *stream) {
  int file = openat(stream->import->output.folder, ".",
                    O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  stream->spool = file < 0 ? tmpfile() : fdopen(file, "w+");
  if (!stream->spool)
    stream->error = errno;
}

void ipoint_stream_share(struct ipoint_stream_records *stream) {
  if (stream->spool)
    fclose(stream->spool);
  stream->spool = NULL;
}

void ipoint_stream_begin(struct ipoint_stream_records *stream,
                         struct ipoint_import *import, uint32_t cores,
                         int shared) {
  memset(stream, 0, sizeof *stream);
  stream->import = import;
  stream->cores = cores;
  if (cores > 1 && !shared)
    open_spool(stream);
}

int ipoint_stream_wants(const struct ipoint_stream_records *stream,
                        uint32_t core) {
  return stream->import->only < 0 || stream->import->only == core;
}

static void add_lost(struct ipoint_stream_records *stream, uint32_t core,
                     uint64_t count) {
  if (!ipoint_stream_wants(stream, core))
    return;
  if (stream->cores == 1)
    ipoint_tasks_lost(&stream->import->tasks, count);
  else if (ipoint_merge_add(&stream->merge, core, stream->cores,
                            ipoint_record_untimed(IPOINT_ID_LOST, count),
                            stream->of[core].timed ? stream->of[core].now
                                                   : stream->merge.last) != 0)
    stream->error = ENOMEM;
}

static void add(struct ipoint_stream_records *stream, uint32_t core,
                uint64_t record, uint64_t time) {
  stream->of[core].now = time;
  if (!ipoint_stream_wants(stream, core))
    return;
  stream->of[core].records++;
  if (stream->cores == 1)
    ipoint_tasks_add(&stream->import->tasks, record, time);
  else if (ipoint_merge_add(&stream->merge, core, stream->cores, record,
                            time) != 0)
    stream->error = ENOMEM;
}

/* A core's time in that of all. */
static uint64_t common_time(const struct ipoint_stream_records *stream,
                            const struct ipoint_stream_core *core,
                            uint64_t time) {
  int64_t offset =
      stream->aligned ? ipoint_compared_offset(&core->compared, time) : 0;
  return time + (uint64_t)offset + (uint64_t)core->more;
}

/* The first timed record of a core is of the round that the others are in. */
static void begin_core(struct ipoint_stream_records *stream,
                       struct ipoint_stream_core *core, uint64_t record) {
  int64_t span = INT64_C(1) << core->times.bits, begun;
  uint64_t time = common_time(stream, core,
                              ipoint_record_value(record) &
                                  ((UINT64_C(1) << core->times.bits) - 1));
  begun = ipoint_time_near(time & (uint64_t)(span - 1),
                           (int64_t)stream->merge.last, span);
  /* No time is before 0. */
  if (begun < 0 && stream->aligned && !stream->from)
    stream->from = (uint64_t)span;
  core->timed = 1;
  core->more = (int64_t)((uint64_t)begun - time) + (begun < 0 ? span : 0);
}

/* A record of the program, or of a comparison. */
static void take_record(struct ipoint_stream_records *stream, uint32_t number,
                        uint64_t record, uint64_t time) {
  struct ipoint_stream_core *core = &stream->of[number];
  int how = stream->aligned
                ? ipoint_record_id(record) == IPOINT_ID_COMPARED
                : ipoint_compared_take(&core->compared, core->times.bits,
                                       record, time);
  if (how < 0)
    stream->error = ENOMEM;
  if (how != 0)
    return;
  if (core->timed)
    time = common_time(stream, core, time);
  if (ipoint_record_is_timed(record))
    record = ipoint_record_timed(ipoint_record_id(record), time);
  add(stream, number, record, time);
}

/* The records of a frame, and what is missing before them. */
static void take_frame(struct ipoint_stream_records *stream,
                       const struct spooled *frame, const uint64_t *records) {
  struct ipoint_stream_core *core = &stream->of[frame->core];
  uint32_t i;
  core->times.bits = frame->bits;
  if (ipoint_stream_wants(stream, frame->core)) {
    stream->missing += frame->missing;
    stream->lost += frame->lost;
  }
  if (frame->missing || frame->lost) {
    add_lost(stream, frame->core, (uint64_t)frame->missing + frame->lost);
    ipoint_compared_gap(&core->compared);
    core->after_gap = 1;
  }
  for (i = 0; i < frame->count; i++) {
    uint64_t record = records[i], time;
    if (!core->timed && ipoint_record_is_timed(record))
      begin_core(stream, core, record);
    if (ipoint_whole_time(&core->times, &record, &time)) {
      take_record(stream, frame->core, record, time);
      continue;
    }
    /* Since a gap, times may be rounds too small up to here. */
    if (core->after_gap && core->times.jumped)
      add_lost(stream, frame->core, 0);
    core->after_gap = core->times.jumped = 0;
  }
  if (stream->cores > 1)
    ipoint_merge_take(&stream->merge, &stream->import->tasks,
                      stream->import->only >= 0);
}

void ipoint_stream_take(struct ipoint_stream_records *stream, uint32_t core,
                        uint32_t bits, uint32_t missing, uint32_t lost,
                        const uint64_t *records, size_t count) {
  struct spooled frame = {core, bits, missing, lost, (uint32_t)count};
  if (stream->spool &&
      (fwrite(&frame, sizeof frame, 1, stream->spool) != 1 ||
       fwrite(records, sizeof *records, count, stream->spool) != count))
    stream->error = errno;
  take_frame(stream, &frame, records);
}

/* Forgets what was made of records, but for the comparisons, which tasks know
   now. */
static void forget(struct ipoint_stream_records *stream) {
  struct ipoint_import *import = stream->import;
  uint32_t i;
  stream->error = ipoint_import_again(import);
  for (i = 0; i < stream->cores && !stream->error; i++) {
    struct ipoint_stream_core *core = &stream->of[i];
    struct ipoint_compared compared = core->compared;
    struct ipoint_dump_ring *ring = &import->about.rings[i];
    uint32_t bits = core->times.bits;
    ipoint_compared_describe(&compared, bits, ring);
    import->tasks.cores[i].error = ring->offset_error;
    memset(core, 0, sizeof *core);
    core->compared = compared;
    core->times.bits = bits;
  }
  stream->missing = stream->lost = 0;
  ipoint_merge_free(&stream->merge);
}

/* From that time on, if no core has begun earlier. */
static void take_again(struct ipoint_stream_records *stream, uint64_t from) {
  uint64_t records[IPOINT_FRAME_RECORDS];
  struct spooled frame;
  uint32_t frames = 0;
  forget(stream);
  stream->merge.last = from;
  if (!stream->error && fseek(stream->spool, 0, SEEK_SET) != 0)
    stream->error = errno;
  while (!stream->error && stream->from == from &&
         fread(&frame, sizeof frame, 1, stream->spool) == 1 &&
         fread(records, sizeof *records, frame.count, stream->spool) ==
             frame.count) {
    take_frame(stream, &frame, records);
    if (++frames % 1024 == 0)
      stream->error = ipoint_import_flush(stream->import);
  }
  if (!stream->error && ferror(stream->spool))
    stream->error = EIO;
  ipoint_merge_take(&stream->merge, &stream->import->tasks, 1);
}

void ipoint_stream_end(struct ipoint_stream_records *stream) {
  uint32_t i = 0;
  ipoint_merge_take(&stream->merge, &stream->import->tasks, 1);
  while (i < stream->cores && !stream->of[i].compared.count)
    i++;
  if (!stream->spool || stream->error || i == stream->cores)
    return;
  stream->aligned = 1;
  take_again(stream, 0);
  if (stream->from)
    take_again(stream, stream->from);
}

void ipoint_stream_free(struct ipoint_stream_records *stream) {
  uint32_t i;
  ipoint_stream_share(stream);
  ipoint_merge_free(&stream->merge);
  for (i = 0; i < IPOINT_DUMP_CORES; i++)
    ipoint_compared_free(&stream->of[i].compared);
}
