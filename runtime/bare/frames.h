/*===- frames.h - A recording that leaves in frames -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c with -DIPOINT_FRAMES (ipoint/stream.h). Probes are the same as
|* without frames: at the end of the ring they call stream_room(). One slot is
|* always free between the place of the next record and that of the oldest
|* record that is not yet in a frame. One of several cores sends what all have
|* stored.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_FRAMES_H
#define IPOINT_BARE_FRAMES_H

#include "ipoint/stream.h"

/* What the core with a ring has stored, and what has left are seen in this
   order by others. */
#if IPOINT_CORES > 1
#define SEEN(word) __atomic_load_n(&(word), __ATOMIC_ACQUIRE)
#define SHOW(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELEASE)
#else
#define SEEN(word) (*(volatile uint32_t *)&(word))
#define SHOW(word, value) (*(volatile uint32_t *)&(word) = (value))
#endif

static struct {
  struct taken {
    uint32_t place; /* of the next record that goes into a frame … */
    uint32_t index; /* … and how many records came before it … */
    uint32_t lost;  /* … beside those that had no room */
  } of[IPOINT_CORES];
  uint32_t core; /* whose records are next */
  /* Frames of records until the next piece of the description, which piece that
     is, and how many frames lie between two. At first none, so that all pieces
     come. */
  uint32_t due, piece, between;
  uint32_t crc;
  uint32_t at, end, code; /* sent up to, filled up to, the last COBS code */
  uint8_t bytes[IPOINT_FRAME_BYTES];
} ipoint_frames;

static void start_frames(void) {
  struct taken *taken = &ipoint_frames.of[own_number()];
  if (own_number() == 0) {
    volatile uint32_t *word = &ipoint_frames.core;
    for (; word != &ipoint_frames.code; word++)
      *word = 0;
  }
  taken->index = taken->lost = 0;
  taken->place = BEGIN;
}

/* At the limit, with interrupts masked; whatever RAM holds before the start,
   nothing is stored beside the ring. A core alone changes its limit. */
static int stream_room(struct ipoint_memory *self) {
  struct ipoint_dump_header *header = &HEADER;
  struct taken *taken = &ipoint_frames.of[own_number()];
  uint32_t lost = SEEN(taken->lost), place = SEEN(taken->place);
  uint32_t next = header->next, limit;
  if (header->stopped || next - BEGIN > END - BEGIN ||
      place - BEGIN > END - BEGIN)
    return 0;
  if (LIMIT || (place == next && lost == header->lost)) {
    if (next == END && place - BEGIN >= 2 * IPOINT_DUMP_SLOT) {
      SHOW(header->next, next = BEGIN);
      header->rounds++;
    }
    limit = place > next ? place - IPOINT_DUMP_SLOT : END;
    if (next < limit) {
      header->limit = ADDRESS_OF(limit);
      return 1;
    }
  }
  /* Until the ring is empty, so that what is kept hangs together. */
  header->limit = ADDRESS_OF(0);
  SHOW(header->lost, header->lost + 1);
  return 0;
}

static __attribute__((__noinline__)) void add_to_frame(uint32_t value,
                                                       uint32_t count) {
  /* CRC-32, four bits at a time. */
  static const uint32_t table[16] = {
      0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
      0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
      0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  for (; count; count--, value >>= 8) {
    uint32_t byte = value & 0xffu, crc = ipoint_frames.crc ^ byte;
    crc = crc >> 4 ^ table[crc & 15u];
    ipoint_frames.crc = crc >> 4 ^ table[crc & 15u];
    ipoint_frames.bytes[ipoint_frames.end] = (uint8_t)byte;
    if (!byte) {
      ipoint_frames.bytes[ipoint_frames.code] =
          (uint8_t)(ipoint_frames.end - ipoint_frames.code);
      ipoint_frames.code = ipoint_frames.end;
    }
    ipoint_frames.end++;
  }
}

/* The next piece of the description: the ring's header and what probes cost, or
   some of the unit records. */
static void describe(void) {
  uint32_t units = (uint32_t)(ipoint_units_end - ipoint_units_begin);
  uint32_t piece = ipoint_frames.piece, words = BEGIN / 4, more = 0;
  uint32_t pieces =
      1 + (units * 4 + IPOINT_FRAME_PIECE - 1) / IPOINT_FRAME_PIECE;
  const uint32_t *word = (const uint32_t *)(const void *)&ipoint_memory;
#if IPOINT_CORES > 1
  if (!piece)
    more = sizeof RINGS->core / 4;
#endif
  if (piece) {
    uint32_t before = (piece - 1) * (IPOINT_FRAME_PIECE / 4);
    word = ipoint_units_begin + before;
    words = units - before < IPOINT_FRAME_PIECE / 4 ? units - before
                                                    : IPOINT_FRAME_PIECE / 4;
  }
  add_to_frame(IPOINT_FRAME_DESCRIPTION, 1);
  add_to_frame(pieces << 16 | piece, 4);
  for (; words; words--)
    add_to_frame(*word++, 4);
  for (word += (END - BEGIN) / 4; more; more--)
    add_to_frame(*word++, 4);
  if (++piece == pieces) {
    piece = 0;
    ipoint_frames.between = IPOINT_FRAME_BETWEEN;
  }
  ipoint_frames.piece = piece;
  ipoint_frames.due = ipoint_frames.between;
}

static void frame_records(uint32_t core) {
  struct ipoint_memory *self = &RINGS[core];
  struct taken *taken = &ipoint_frames.of[core];
  uint32_t left = IPOINT_FRAME_RECORDS, place = taken->place;
  /* In this order: what was lost by then was, once it was empty. */
  uint32_t lost = SEEN(HEADER.lost), next = SEEN(HEADER.next);
  ipoint_frames.due--;
  /* If the ring was full, it may go on. */
  if (place == next)
    SHOW(taken->lost, lost);
  if (IPOINT_CORES > 1) {
    add_to_frame(IPOINT_FRAME_OF_CORE, 1);
    add_to_frame(core | IPOINT_CORES << 8, 2);
    left--;
  }
  add_to_frame(HEADER.counter_bits, 1);
  add_to_frame(taken->index, 4);
  add_to_frame(taken->lost, 4);
  for (; left && place != next; left--) {
    const uint32_t *slot;
    if (place == END && (place = BEGIN) == next)
      break;
    slot = (const uint32_t *)(const void *)((const char *)self + place);
    add_to_frame(slot[0], 4);
    add_to_frame(slot[1], 4);
    place += IPOINT_DUMP_SLOT;
    taken->index++;
  }
  SHOW(taken->place, place);
}

/* Whether the core has stored or lost something. */
static int has_news(uint32_t core) {
  struct ipoint_memory *self = &RINGS[core];
  const struct taken *taken = &ipoint_frames.of[core];
  return HEADER.magic == IPOINT_DUMP_MAGIC && HEADER.policy == IPOINT_STREAM &&
         (taken->place != SEEN(HEADER.next) ||
          taken->lost != SEEN(HEADER.lost));
}

/* 0: there is nothing to send. */
static int make_frame(void) {
  uint32_t core = ipoint_frames.core, left = IPOINT_CORES;
  if (IPOINT_CORES > 1 && RINGS->header.magic != IPOINT_DUMP_MAGIC)
    return 0;
  for (; !has_news(core); core = core + 1 < IPOINT_CORES ? core + 1 : 0)
    if (!--left)
      return 0;
  ipoint_frames.bytes[0] = 0;
  ipoint_frames.code = 1;
  ipoint_frames.end = 2;
  ipoint_frames.at = 0;
  ipoint_frames.crc = UINT32_MAX;
  if (ipoint_frames.due) {
    frame_records(core);
    ipoint_frames.core = core + 1 < IPOINT_CORES ? core + 1 : 0;
  } else {
    describe();
  }
  add_to_frame(~ipoint_frames.crc, 4);
  ipoint_frames.bytes[ipoint_frames.code] =
      (uint8_t)(ipoint_frames.end - ipoint_frames.code);
  ipoint_frames.bytes[ipoint_frames.end++] = 0;
  return 1;
}

uint32_t ipoint_stream_poll(void (*put_bytes)(const void *bytes, uint32_t size),
                            uint32_t limit) {
  uint32_t left = limit;
  while (left) {
    uint32_t size = ipoint_frames.end - ipoint_frames.at;
    if (!size && !make_frame())
      break;
    size = ipoint_frames.end - ipoint_frames.at;
    if (size > left)
      size = left;
    put_bytes(ipoint_frames.bytes + ipoint_frames.at, size);
    ipoint_frames.at += size;
    left -= size;
  }
  return limit - left;
}

#ifdef IPOINT_RTT
#if IPOINT_RTT + 0 < 16
#error "IPOINT_RTT is the bytes of the channel's buffer, at least 16"
#endif

/* As SEGGER's, OpenOCD's, pyOCD's and probe-rs' readers find it: by `id` in
   RAM, or by the symbol. */
static struct {
  volatile char id[16];
  int32_t up_channels, down_channels;
  struct {
    const char *name;
    uint8_t *bytes;
    uint32_t size;
    volatile uint32_t written; /* place of the next byte that is written … */
    volatile uint32_t read;    /* … and of the next one that the probe reads */
    uint32_t flags;
  } up;
} ipoint_rtt __asm__("_SEGGER_RTT") __attribute__((__used__));

static uint8_t ipoint_rtt_bytes[IPOINT_RTT];

typedef char ipoint_rtt_needs_32_bits[sizeof(void *) == 4 ? 1 : -1];

static void start_rtt(void) {
  /* Backwards, so that the id is nowhere else. */
  static const char id[] = "TTR REGGES";
  uint32_t i;
  ipoint_rtt.up_channels = 1;
  ipoint_rtt.up.name = "ipoint";
  ipoint_rtt.up.bytes = ipoint_rtt_bytes;
  ipoint_rtt.up.size = IPOINT_RTT;
  __sync_synchronize();
  for (i = sizeof id - 1; i; i--)
    ipoint_rtt.id[sizeof id - 1 - i] = id[i - 1];
}

/* What has room in front of the buffer's end. */
static void put_rtt(const void *bytes, uint32_t size) {
  const uint8_t *from = bytes;
  uint32_t written = ipoint_rtt.up.written;
  for (; size; size--)
    ipoint_rtt_bytes[written++] = *from++;
  __sync_synchronize();
  ipoint_rtt.up.written = written == IPOINT_RTT ? 0 : written;
}

uint32_t ipoint_rtt_poll(void) {
  uint32_t done = 0, more;
  if (!ipoint_rtt.up_channels)
    start_rtt();
  do {
    uint32_t read = ipoint_rtt.up.read, written = ipoint_rtt.up.written;
    if (read >= IPOINT_RTT)
      break;
    more = ipoint_stream_poll(put_rtt, read > written ? read - written - 1
                                                      : IPOINT_RTT - written -
                                                            (read == 0));
    done += more;
  } while (more);
  return done;
}

#endif

#endif /* IPOINT_BARE_FRAMES_H */
