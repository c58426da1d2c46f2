/*===- frames.h - From bytes of a line to records -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* docs/formats.md, "Frames", is the contract. Any bytes will do: what is no
|* whole frame is counted and passed over.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_FRAMES_H
#define IPOINT_IMPORT_FRAMES_H

#include "ipoint/dump.h"
#include "ipoint/stream.h"

#include <stddef.h>
#include <stdint.h>

/* In records: a frame that is behind by at most this came twice, or late; one
   that is further behind is of a recording that was started anew. */
#define IPOINT_FRAMES_BEHIND (16 * IPOINT_FRAME_RECORDS)

/* What frames hold, in their order. */
struct ipoint_frame_events {
  /* `count` records of core `core` of `cores`, of a counter of `bits` bits;
     before them `missing` were lost on the line, and `lost` on the target. */
  void (*records)(void *context, uint32_t core, uint32_t cores, uint32_t bits,
                  uint32_t missing, uint32_t lost, const uint64_t *records,
                  size_t count);
  /* Piece `piece` of the `pieces` of the description. */
  void (*description)(void *context, uint32_t piece, uint32_t pieces,
                      const uint32_t *words, size_t count);
  /* What follows is of a recording that was started anew. */
  void (*restart)(void *context);
  void *context;
};

/* All zeros but for the events at first. */
struct ipoint_frames {
  struct ipoint_frame_events events;
  uint8_t bytes[IPOINT_FRAME_BYTES]; /* since the last 0 */
  size_t size;                       /* more than there is room for: no frame */
  uint32_t cores;                    /* 0: there has been no frame of records */
  struct ipoint_frames_core {
    int begun;            /* 1: there has been a frame of its records */
    uint32_t first;       /* records before the first of these */
    uint32_t index, lost; /* behind the last one */
  } of[IPOINT_DUMP_CORES];
  int described;             /* 1: since it, the description began */
  uint64_t frames;           /* good ones */
  uint64_t damaged, doubled; /* between them */
  uint64_t skipped;          /* bytes before the first good one */
  char text[48];             /* the first of those that can be printed */
};

void ipoint_frames_take(struct ipoint_frames *frames, const uint8_t *bytes,
                        size_t count);

/* Nothing follows. */
void ipoint_frames_end(struct ipoint_frames *frames);

#endif /* IPOINT_IMPORT_FRAMES_H */
