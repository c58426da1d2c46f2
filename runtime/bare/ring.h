/*===- ring.h - The ring without an operating system ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c: the probes that store records, and what one takes. Without a
|* ring they count what is lost.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_RING_H
#define IPOINT_BARE_RING_H

/* As other files call them, so that what is measured at the start is what they
   take. */
#ifdef __clang__
#define CALLED __attribute__((__noinline__))
#else
#define CALLED __attribute__((__noinline__, __noclone__))
#endif

#ifdef IPOINT_NO_RING

static void lose(void) {
  struct ipoint_memory *self = own_ring();
  HEADER.lost++;
}
#if IPOINT_CORES > 1
#include "bare/cores.h"
#endif
void ipoint_timed(ipoint_id_number id) { (void)id, lose(); }
void ipoint_path(ipoint_id_number id, ipoint_sum number) {
  (void)id, (void)number, lose();
}
void ipoint_untimed(ipoint_id_number id) { (void)id, lose(); }
void ipoint_untimed_value(ipoint_id_number id, ipoint_word value) {
  (void)id, (void)value, lose();
}
void ipoint_timed_value(ipoint_id_number id, ipoint_word value) {
  (void)id, (void)value, lose();
}

/* Nothing has a cost; the start is known by the counter. */
static void measure(struct ipoint_memory *self) {
  self->slots[0][0] = self->slots[0][1] = self->slots[1][0] =
      self->slots[1][1] = (uint32_t)ipoint_port_counter();
}

#define RECORD(call) ((void)0)

#else

#if defined(IPOINT_RTT) && !defined(IPOINT_FRAMES)
#define IPOINT_FRAMES
#endif

/* Stores a record: its value in bits 1 to 40, its id in 41 to 63. */
IPOINT_PORT_INLINE void put(struct ipoint_memory *self, uint32_t next,
                            uint32_t id, uint32_t low, uint32_t high) {
  uint32_t *slot = (uint32_t *)(void *)((char *)self + next);
  slot[0] = low;
  slot[1] = id << (IPOINT_ID_SHIFT - 32) | high;
#if IPOINT_CORES > 1 && defined(IPOINT_FRAMES)
  /* Another core may send it at once. */
  __atomic_store_n(&HEADER.next, next + IPOINT_DUMP_SLOT, __ATOMIC_RELEASE);
#else
  HEADER.next = next + IPOINT_DUMP_SLOT;
#endif
}

IPOINT_PORT_INLINE void put_timed(struct ipoint_memory *self, uint32_t next,
                                  uint32_t id) {
  ipoint_port_ticks now = ipoint_port_counter();
  put(self, next, id, (uint32_t)now << 1 | 1u, (uint32_t)(now >> 31) & 0x1ffu);
}

#ifdef IPOINT_FRAMES
#include "bare/frames.h"
#endif

/* What ipoint_bare_trigger() does on each core. The first trigger counts. */
static void stop_after(struct ipoint_memory *self, uint32_t after) {
  struct ipoint_dump_header *header = &HEADER;
  uint32_t left = (END - header->next) / IPOINT_DUMP_SLOT;
  if (LIMIT != END || header->stop_at || header->policy == IPOINT_STREAM)
    return;
  if (!left && header->policy == IPOINT_KEEP_NEWEST) {
    header->rounds++;
    header->next = BEGIN;
    left = SLOTS;
  }
  if (after > SLOTS)
    after = SLOTS;
  if (after < left)
    header->limit = ADDRESS_OF(header->next + after * IPOINT_DUMP_SLOT);
  else if (header->policy == IPOINT_KEEP_NEWEST)
    header->stop_at = BEGIN + (after - left) * IPOINT_DUMP_SLOT;
}

#if IPOINT_CORES > 1
#include "bare/cores.h"
#else
#define find_triggered(self) 0
#endif

/* At the limit, with interrupts masked. */
static int find_room(struct ipoint_memory *self) {
  struct ipoint_dump_header *header = &HEADER;
  if (find_triggered(self))
    return 1;
#ifdef IPOINT_FRAMES
  if (header->policy == IPOINT_STREAM)
    return stream_room(self);
#endif
  /* Not started, stopped, or as many as the trigger asked for. */
  if (LIMIT != END) {
    header->stopped = 1;
    return 0;
  }
  if (header->policy == IPOINT_KEEP_OLDEST) {
    header->lost++;
    return 0;
  }
  if (header->stop_at) {
    header->limit = ADDRESS_OF(header->stop_at);
    if (header->stop_at == BEGIN)
      return 0;
  }
  header->rounds++;
  header->next = BEGIN;
  return 1;
}

/* The rest of a probe that came to the limit; `low` is 1 where a timed record
   is to be stored. A separate function, called last in the probe, so that a
   probe needs little stack. */
static __attribute__((__noinline__)) void
probe_at_limit(uint32_t id, uint32_t low, uint32_t high,
               ipoint_port_mask_state state) {
  struct ipoint_memory *self = own_ring();
  int found = find_room(self);
  if (found && low != 1)
    put(self, HEADER.next, id, low, high);
  ipoint_port_unmask(state);
  if (found && low == 1)
    ipoint_timed(id);
}

IPOINT_PORT_INLINE void probe(uint32_t id, uint32_t low, uint32_t high) {
  ipoint_port_mask_state state = ipoint_port_mask();
  struct ipoint_memory *self = own_ring();
  uint32_t next = HEADER.next, limit = LIMIT;
  if (next >= limit || limit > END) {
    probe_at_limit(id, low, high, state);
    return;
  }
  if (low & 1u)
    put_timed(self, next, id);
  else
    put(self, next, id, low, high);
  ipoint_port_unmask(state);
}

CALLED void ipoint_timed(ipoint_id_number id) { probe((uint32_t)id, 1, 0); }

CALLED void ipoint_path(ipoint_id_number id, ipoint_sum number) {
  probe((uint32_t)id, number << 1, number >> 31);
}

/* By the same code, so that a path's probe takes what this one does, but for an
   instruction. */
CALLED void ipoint_untimed(ipoint_id_number id) { ipoint_path(id, 0); }

void ipoint_untimed_value(ipoint_id_number id, ipoint_word value) {
  probe((uint32_t)id, (uint32_t)value << 1, (uint32_t)(value >> 31) & 0x1ffu);
}

void ipoint_timed_value(ipoint_id_number id, ipoint_word value) {
  ipoint_untimed_value(id, value);
  ipoint_timed(id);
}

/* In objects that add up numbers of paths without optimisation (path.h). */
extern void ipoint_sum_costs(uint32_t *memory) __attribute__((__weak__));

/* IPOINT_DUMP_COST_ROUNDS times `probes`, and then a reading of the counter. */
#define IPOINT_TIME_ROUNDS(reading, probes)                                    \
  do {                                                                         \
    uint32_t rounds = IPOINT_DUMP_COST_ROUNDS;                                 \
    do {                                                                       \
      header->next = (uint32_t)sizeof *header;                                 \
      probes;                                                                  \
      __asm__ __volatile__("" : "+r"(rounds));                                 \
    } while (--rounds);                                                        \
    (reading) = (uint32_t)ipoint_port_counter();                               \
  } while (0)

/* Fills the first slots. */
static void measure(struct ipoint_memory *self) {
  struct ipoint_dump_header *header = &HEADER;
  uint32_t pass = 2, begin, one, two, mixed;
#if IPOINT_RING_SLOTS + 0 >= IPOINT_DUMP_SUMS_RECORDS
  if (ipoint_sum_costs)
    ipoint_sum_costs((uint32_t *)header);
#endif
  /* The second pass has the code at hand. */
  do {
    begin = (uint32_t)ipoint_port_counter();
    IPOINT_TIME_ROUNDS(one, ipoint_timed(IPOINT_ID_COST));
    IPOINT_TIME_ROUNDS(two, ipoint_timed(IPOINT_ID_COST);
                       ipoint_timed(IPOINT_ID_COST));
    IPOINT_TIME_ROUNDS(mixed, ipoint_timed(IPOINT_ID_COST);
                       ipoint_untimed(IPOINT_ID_COST));
    __asm__ __volatile__("" : "+r"(pass));
  } while (--pass);
  self->slots[0][0] = begin;
  self->slots[0][1] = one;
  self->slots[1][0] = two;
  self->slots[1][1] = mixed;
}

/* The rings of all cores take no more records, until they are released. */
struct held {
  uint32_t limit, stopped;
};

static void hold_rings(struct held *held) {
  struct ipoint_memory *self = RINGS;
  for (; self != RINGS + IPOINT_CORES; self++, held++) {
    held->limit = HEADER.limit;
    held->stopped = HEADER.stopped;
    HEADER.limit = ADDRESS_OF(0);
    HEADER.stopped = 1;
  }
}

static void release_rings(const struct held *held) {
  struct ipoint_memory *self = RINGS;
  for (; self != RINGS + IPOINT_CORES; self++, held++) {
    HEADER.limit = held->limit;
    HEADER.stopped = held->stopped;
  }
}

#define RECORD(call) (call)

#endif /* IPOINT_NO_RING */

#endif /* IPOINT_BARE_RING_H */
