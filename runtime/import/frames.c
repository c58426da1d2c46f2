/*===- frames.c - From bytes of a line to records -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The blocks are Cheshire and Baker's, "Consistent Overhead Byte Stuffing",
|* IEEE/ACM Transactions on Networking 7 (1999).
\*===----------------------------------------------------------------------===*/

#include "import/frames.h"

#include "ipoint/record.h"

#include <string.h>

/* Width, index, lost; and the CRC. */
#define BEFORE_RECORDS (1 + 2 * 4)
#define BEFORE_PIECE (1 + 4)
/* Before the width. */
#define OF_CORE (1 + 2)
#define CRC 4

static uint32_t word_at(const uint8_t *bytes) {
  return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[1] << 8 | bytes[0];
}

static uint32_t crc_of(const uint8_t *bytes, size_t count) {
  uint32_t crc = UINT32_MAX;
  int bit;
  while (count--)
    for (crc ^= *bytes++, bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? IPOINT_FRAME_CRC : 0);
  return ~crc;
}

/* What the block of `size` bytes stands for; its size, or 0. */
static size_t unstuff(uint8_t *out, const uint8_t *bytes, size_t size) {
  size_t at = 0, done = 0;
  while (at < size) {
    size_t run = bytes[at++] - 1u;
    if (run > size - at)
      return 0;
    memcpy(out + done, bytes + at, run);
    done += run;
    at += run;
    /* No frame is long enough for a code that stands for no 0. */
    if (at < size)
      out[done++] = 0;
  }
  return done;
}

/* How the target goes on: 1, behind what has come; 0, with what has come
   already; -1, anew. */
static int goes_on(const struct ipoint_frames *frames,
                   const struct ipoint_frames_core *core, uint32_t index,
                   uint32_t lost, size_t count) {
  uint32_t behind = core->index - index;
  if (!core->begun)
    return 1;
  if ((int32_t)(lost - core->lost) < 0 && (int32_t)behind <= 0)
    return -1;
  if ((int32_t)behind > 0)
    return behind > IPOINT_FRAMES_BEHIND || (!index && frames->described) ? -1
                                                                          : 0;
  /* An empty one says how many were lost. */
  return count || behind || lost != core->lost;
}

static void take_records(struct ipoint_frames *frames, uint32_t number,
                         uint32_t cores, const uint8_t *bytes, size_t count) {
  uint64_t records[IPOINT_FRAME_RECORDS];
  uint32_t index = word_at(bytes + 1), lost = word_at(bytes + 5), i;
  struct ipoint_frames_core *core = &frames->of[number];
  int how = frames->cores && frames->cores != cores
                ? -1
                : goes_on(frames, core, index, lost, count);
  if (how == 0) {
    frames->doubled++;
    return;
  }
  if (how < 0) {
    memset(frames->of, 0, sizeof frames->of);
    frames->events.restart(frames->events.context);
  }
  frames->described = 0;
  frames->frames++;
  frames->cores = cores;
  if (!core->begun) {
    core->first = core->index = index;
    core->lost = lost;
    core->begun = 1;
  }
  for (i = 0; i < count; i++) {
    const uint8_t *at = bytes + BEFORE_RECORDS + 8 * i;
    records[i] = word_at(at) | (uint64_t)word_at(at + 4) << 32;
  }
  frames->events.records(frames->events.context, number, cores, bytes[0],
                         index - core->index, lost - core->lost, records,
                         count);
  core->index = index + (uint32_t)count;
  core->lost = lost;
}

static int take_piece(struct ipoint_frames *frames, const uint8_t *bytes,
                      size_t size) {
  uint32_t words[IPOINT_FRAME_BYTES / 4], head;
  size_t count = (size - BEFORE_PIECE - CRC) / 4, i;
  if (size < BEFORE_PIECE + CRC || (size - BEFORE_PIECE - CRC) % 4 != 0)
    return 0;
  head = word_at(bytes + 1);
  if ((head & 0xffff) >= head >> 16)
    return 0;
  for (i = 0; i < count; i++)
    words[i] = word_at(bytes + BEFORE_PIECE + 4 * i);
  frames->frames++;
  frames->described |= (head & 0xffff) == 0;
  frames->events.description(frames->events.context, head & 0xffff, head >> 16,
                             words, count);
  return 1;
}

/* The bytes between two zeros; 0: they are no frame. */
static int take_frame(struct ipoint_frames *frames) {
  uint8_t whole[IPOINT_FRAME_BYTES], *bytes = whole;
  size_t size = frames->size > sizeof frames->bytes
                    ? 0
                    : unstuff(bytes, frames->bytes, frames->size);
  uint32_t core = 0, cores = 1;
  size_t records;
  if (size <= CRC || word_at(bytes + size - CRC) != crc_of(bytes, size - CRC))
    return 0;
  if (bytes[0] == IPOINT_FRAME_DESCRIPTION)
    return take_piece(frames, bytes, size);
  if (bytes[0] == IPOINT_FRAME_OF_CORE && size > OF_CORE) {
    core = bytes[1];
    cores = bytes[2];
    bytes += OF_CORE;
    size -= OF_CORE;
    if (cores < 2 || cores > IPOINT_DUMP_CORES || core >= cores)
      return 0;
  }
  records = size - BEFORE_RECORDS - CRC;
  if (bytes[0] < 8 || bytes[0] > IPOINT_VALUE_BITS ||
      size < BEFORE_RECORDS + CRC || records % 8 != 0 ||
      records / 8 > IPOINT_FRAME_RECORDS)
    return 0;
  take_records(frames, core, cores, bytes, records / 8);
  return 1;
}

/* The bytes since the last 0 are no frame. */
static void pass_over(struct ipoint_frames *frames) {
  size_t length = strlen(frames->text), i;
  if (frames->frames) {
    frames->damaged++;
    return;
  }
  frames->skipped += frames->size;
  for (i = 0; i < frames->size && i < sizeof frames->bytes &&
              length + 1 < sizeof frames->text;
       i++)
    if (frames->bytes[i] >= ' ' && frames->bytes[i] <= '~')
      frames->text[length++] = (char)frames->bytes[i];
}

void ipoint_frames_take(struct ipoint_frames *frames, const uint8_t *bytes,
                        size_t count) {
  for (; count; count--, bytes++) {
    if (*bytes) {
      if (frames->size < sizeof frames->bytes)
        frames->bytes[frames->size] = *bytes;
      frames->size++;
    } else if (frames->size) {
      if (!take_frame(frames))
        pass_over(frames);
      frames->size = 0;
    }
  }
}

void ipoint_frames_end(struct ipoint_frames *frames) {
  if (frames->size)
    pass_over(frames);
  frames->size = 0;
}
