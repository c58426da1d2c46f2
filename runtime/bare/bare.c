/*===- bare.c - Recording without an operating system ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding C99, all of it in this file and what it includes: probes and
|* the ring (ring.h), counts and times (sums.h), streams (frames.h), cores. One
|* ring for all that runs on a core: an interrupt's records lie between those of
|* what it interrupted, as its time does.
\*===----------------------------------------------------------------------===*/

#include "ipoint/bare.h"

#define IPOINT_NO_UNIT
#if defined(IPOINT_TIMES) && !defined(IPOINT_SUMS)
#define IPOINT_SUMS
#endif
#ifdef IPOINT_LEAN
#undef IPOINT_NO_EDGES
#undef IPOINT_NO_LONGEST
#undef IPOINT_NO_WRAPS
#define IPOINT_NO_EDGES
#define IPOINT_NO_LONGEST
#define IPOINT_NO_WRAPS
#endif
#ifndef IPOINT_NO_PORT
#define IPOINT_NO_PORT
#endif
#include "ipoint/probe.h"
#include "ipoint/record.h"

#include "bare/ports.h"

#ifndef IPOINT_CORES
#define IPOINT_CORES 1
#endif
#ifndef IPOINT_CORE_FIRST
#define IPOINT_CORE_FIRST 0
#endif
#if IPOINT_CORES + 0 < 1 || IPOINT_CORES > IPOINT_DUMP_CORES
#error "IPOINT_CORES must be from 1 to 64"
#endif

#ifdef IPOINT_RECORDS
#error "IPOINT_RECORDS is now IPOINT_RING_SLOTS"
#endif
#ifndef IPOINT_RING_SLOTS
#define IPOINT_RING_SLOTS 512
#endif
/* The first four hold what a probe costs; places are numbers of 32 bits. Sums
   need no ring. */
#if IPOINT_RING_SLOTS + 0 == 0 && defined(IPOINT_SUMS) &&                      \
    !defined(IPOINT_FRAMES) && !defined(IPOINT_RTT)
#undef IPOINT_RING_SLOTS
#define IPOINT_RING_SLOTS 4
#define IPOINT_NO_RING
#elif IPOINT_RING_SLOTS + 0 < 5
#error                                                                         \
    "IPOINT_RING_SLOTS must be at least 5; or 0 with one core where all functions store sums"
#elif IPOINT_RING_SLOTS > 0x1ffffff0
#error "IPOINT_RING_SLOTS must be at most 0x1ffffff0"
#endif

/* A core's ring. With interrupts masked each function that uses one has it in
   `self`: a task may go on with another core. */
struct ipoint_memory {
  struct ipoint_dump_header header;
  uint32_t slots[IPOINT_RING_SLOTS][2];
#if IPOINT_CORES > 1
  struct ipoint_dump_core core;
#endif
};
#if IPOINT_CORES > 1
#define RINGS ipoint_memory
#define MEMORY ipoint_memory[IPOINT_CORES]
#else
#define RINGS (&ipoint_memory)
#define MEMORY ipoint_memory
#endif
extern struct ipoint_memory MEMORY;

#ifdef IPOINT_SECTION
__attribute__((__section__(IPOINT_SECTION)))
#endif
struct ipoint_memory MEMORY;

#if IPOINT_CORES > 1
/* Of cores that have no ring: a header whose ring has no room. */
static struct ipoint_dump_header header_alone;
#define NO_RING ((struct ipoint_memory *)(void *)&header_alone)

IPOINT_PORT_INLINE uint32_t own_number(void) {
  return ipoint_port_core() - IPOINT_CORE_FIRST;
}

IPOINT_PORT_INLINE struct ipoint_memory *own_ring(void) {
  uint32_t core = own_number();
  return core < IPOINT_CORES ? &RINGS[core] : NO_RING;
}
#else
#define own_number() 0u
#define own_ring() RINGS
#define has_ring(self) 1
#endif

#define HEADER self->header
/* Where a round begins, and where it ends. */
#define BEGIN                                                                  \
  ((uint32_t)sizeof(struct ipoint_dump_header) +                               \
   IPOINT_DUMP_BASE_SLOTS * IPOINT_DUMP_SLOT)
#define END                                                                    \
  ((uint32_t)sizeof(struct ipoint_dump_header) +                               \
   (IPOINT_RING_SLOTS + 0u) * IPOINT_DUMP_SLOT)
#define SLOTS ((END - BEGIN) / IPOINT_DUMP_SLOT)

/* The limit is kept as an address. What memory holds before start-up code has
   cleared it, or what another program has left there, is none; and whatever it
   is, a probe stores within the ring or not at all. */
#define ADDRESS_OF(place) ((uint32_t)(uintptr_t)self + (place))
#define LIMIT (HEADER.limit - ADDRESS_OF(0))

/* Linkers define both where there is such a section. */
extern const uint32_t ipoint_units_begin[] __asm__("__start_ipoint_units")
    __attribute__((__weak__));
extern const uint32_t ipoint_units_end[] __asm__("__stop_ipoint_units")
    __attribute__((__weak__));

#include "bare/ring.h"

#ifdef IPOINT_SUMS
#include "bare/sums.h"
#endif

uint32_t ipoint_bare_start(enum ipoint_dump_policy policy, uint32_t rate) {
  ipoint_port_mask_state state = ipoint_port_mask();
  struct ipoint_memory *self = own_ring();
  struct ipoint_dump_header *header = &HEADER;
  uint32_t bits = 0;
  if (!has_ring(self))
    goto end;
  header->magic = IPOINT_DUMP_NO_COUNTER;
  header->rate = rate;
  header->policy = policy;
#ifdef IPOINT_SUMS
  start_sums();
#endif
#ifdef IPOINT_FRAMES
  start_frames();
#endif
  bits = ipoint_port_start(&header->clock);
  if (bits) {
#ifdef IPOINT_TIMES
    start_times(bits);
#endif
    header->end = END;
    RECORD(header->limit = ADDRESS_OF(END));
    header->sums = 0;
    measure(self);
    header->next = BEGIN;
    header->format =
        IPOINT_CORES > 1 ? IPOINT_DUMP_FORMAT_OF_CORES : IPOINT_DUMP_FORMAT;
    header->counter_bits = bits;
    header->stop_at = header->stopped = header->rounds = header->lost =
        header->wraps = 0;
    header->last = self->slots[1][1];
#if IPOINT_CORES > 1
    start_core(self);
#endif
    header->magic = IPOINT_DUMP_MAGIC;
  }
end:
  ipoint_port_unmask(state);
  return bits;
}

void ipoint_bare_task_out(int preempted) {
#ifdef IPOINT_TIMES
  leave_task();
#endif
  (void)preempted;
  RECORD(ipoint_timed(preempted ? IPOINT_ID_PREEMPTED : IPOINT_ID_SWITCH_OUT));
}

void ipoint_bare_task_in(uint32_t task) {
#ifndef IPOINT_NO_RING
  ipoint_port_mask_state state = ipoint_port_mask();
  ipoint_timed(IPOINT_ID_SWITCH_IN);
  ipoint_untimed_value(IPOINT_ID_TASK, task);
  ipoint_port_unmask(state);
#endif
  (void)task;
#ifdef IPOINT_TIMES
  enter_task(task);
#endif
}

void ipoint_bare_task_name(uint32_t task, const char *name) {
#ifdef IPOINT_NO_RING
  (void)task, (void)name;
#else
  ipoint_port_mask_state state = ipoint_port_mask();
  uint32_t i = 5;
  ipoint_untimed_value(IPOINT_ID_TASK_NAME, task);
  while (i == 5) {
    ipoint_word five = 0;
    for (i = 0; i < 5 && name[i]; i++)
      five |= (ipoint_word)(unsigned char)name[i] << (8 * i);
    ipoint_untimed_value(IPOINT_ID_TASK_TEXT, five);
    name += i;
  }
  ipoint_port_unmask(state);
#endif
}

void ipoint_bare_stop(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
#ifdef IPOINT_TIMES
  uint32_t kept[IPOINT_CORES];
#endif
  struct ipoint_memory *self = RINGS;
  for (; self != RINGS + IPOINT_CORES; self++) {
    HEADER.stopped = 1;
    HEADER.limit = ADDRESS_OF(0);
  }
#ifdef IPOINT_TIMES
  hold_times(kept);
#endif
  ipoint_port_unmask(state);
}

void ipoint_bare_trigger(uint32_t after) {
#ifdef IPOINT_NO_RING
  (void)after;
#else
  ipoint_port_mask_state state = ipoint_port_mask();
#if IPOINT_CORES > 1
  ask_to_stop(after);
#endif
  stop_after(own_ring(), after);
  ipoint_port_unmask(state);
#endif
}

void ipoint_bare_tick(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
  struct ipoint_memory *self = own_ring();
  ipoint_port_ticks counter = ipoint_port_counter();
  uint32_t now = (uint32_t)counter;
  if (HEADER.magic == IPOINT_DUMP_MAGIC && now < HEADER.last) {
    HEADER.wraps++;
    RECORD(ipoint_untimed_value(IPOINT_ID_WRAPS, HEADER.wraps));
  }
  HEADER.last = now;
#ifdef IPOINT_TIMES
  pass_tick(counter);
#endif
  ipoint_port_unmask(state);
}

void ipoint_bare_dump(void (*write)(const void *bytes, uint32_t size)) {
#ifndef IPOINT_NO_RING
  struct held held[IPOINT_CORES];
  hold_rings(held);
#endif
#ifdef IPOINT_TIMES
  uint32_t kept[IPOINT_CORES];
  hold_times(kept);
#endif
  write(&ipoint_memory, sizeof ipoint_memory);
  write(ipoint_units_begin,
        (uint32_t)(ipoint_units_end - ipoint_units_begin) * 4u);
#ifdef IPOINT_SUMS
  write_sums(write);
#endif
#ifdef IPOINT_TIMES
  release_times(kept);
#endif
#ifndef IPOINT_NO_RING
  release_rings(held);
#endif
}
