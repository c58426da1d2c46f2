/*===- bare.c - Recording without an operating system ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding C99, all of it in this file, but for counts (sums.h) and streams
|* (frames.h). One ring for all that runs on the core: an interrupt's records
|* lie between those of what it interrupted, as its time does.
\*===----------------------------------------------------------------------===*/

#include "ipoint/bare.h"

#define IPOINT_NO_UNIT
#if defined(IPOINT_TIMES) && !defined(IPOINT_SUMS)
#define IPOINT_SUMS
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
#elif IPOINT_CORES > 1 && (defined(IPOINT_FRAMES) || defined(IPOINT_RTT))
#error "streams are of one core: leave out IPOINT_CORES"
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

#else

/* Stores a record: its value in bits 1 to 40, its id in 41 to 63. */
IPOINT_PORT_INLINE void put(struct ipoint_memory *self, uint32_t next,
                            uint32_t id, uint32_t low, uint32_t high) {
  uint32_t *slot = (uint32_t *)(void *)((char *)self + next);
  slot[0] = low;
  slot[1] = id << (IPOINT_ID_SHIFT - 32) | high;
  HEADER.next = next + IPOINT_DUMP_SLOT;
}

IPOINT_PORT_INLINE void put_timed(struct ipoint_memory *self, uint32_t next,
                                  uint32_t id) {
  ipoint_port_ticks now = ipoint_port_counter();
  put(self, next, id, (uint32_t)now << 1 | 1u, (uint32_t)(now >> 31) & 0x1ffu);
}

#if defined(IPOINT_RTT) && !defined(IPOINT_FRAMES)
#define IPOINT_FRAMES
#endif
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

#endif /* IPOINT_NO_RING */

#ifdef IPOINT_SUMS
#include "bare/sums.h"
#endif

#ifndef IPOINT_NO_RING
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

#else

/* Nothing has a cost; the start is known by the counter. */
static void measure(struct ipoint_memory *self) {
  self->slots[0][0] = self->slots[0][1] = self->slots[1][0] =
      self->slots[1][1] = (uint32_t)ipoint_port_counter();
}

#endif /* IPOINT_NO_RING */

uint32_t ipoint_bare_start(enum ipoint_dump_policy policy, uint32_t rate) {
  ipoint_port_mask_state state = ipoint_port_mask();
  struct ipoint_memory *self = own_ring();
  struct ipoint_dump_header *header = &HEADER;
  uint32_t bits = 0;
  if (!has_ring(self))
    goto end;
  bits = ipoint_port_start(&header->clock);
  header->magic = IPOINT_DUMP_NO_COUNTER;
#ifdef IPOINT_SUMS
  start_sums();
#endif
#ifdef IPOINT_FRAMES
  start_frames();
#endif
  if (bits) {
#ifdef IPOINT_TIMES
    start_times(bits);
#endif
    header->end = END;
    header->limit = ADDRESS_OF(END);
    header->sums = 0;
    measure(self);
    header->next = BEGIN;
    header->format =
        IPOINT_CORES > 1 ? IPOINT_DUMP_FORMAT_OF_CORES : IPOINT_DUMP_FORMAT;
    header->counter_bits = bits;
    header->rate = rate;
    header->policy = policy;
    header->stop_at = header->stopped = header->rounds = header->lost =
        header->wraps = 0;
    header->last = (uint32_t)ipoint_port_counter();
#if IPOINT_CORES > 1
    start_core(self);
#endif
    header->magic = IPOINT_DUMP_MAGIC;
  }
end:
  ipoint_port_unmask(state);
  return bits;
}

#ifdef IPOINT_NO_RING
#define RECORD(call) ((void)0)
#else
#define RECORD(call) (call)
#endif

void ipoint_bare_task_out(int preempted) {
#ifdef IPOINT_TIMES
  leave_task();
#endif
  (void)preempted;
  RECORD(ipoint_timed(preempted ? IPOINT_ID_PREEMPTED : IPOINT_ID_SWITCH_OUT));
}

void ipoint_bare_task_in(uint32_t task) {
  ipoint_port_mask_state state = ipoint_port_mask();
  (void)task;
  RECORD(ipoint_timed(IPOINT_ID_SWITCH_IN));
  RECORD(ipoint_untimed_value(IPOINT_ID_TASK, task));
#ifdef IPOINT_TIMES
  enter_task(task);
#endif
  ipoint_port_unmask(state);
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
  uint32_t limit[IPOINT_CORES], stopped[IPOINT_CORES], core;
#ifdef IPOINT_TIMES
  uint32_t kept[IPOINT_CORES];
#endif
  struct ipoint_memory *self = RINGS;
  for (core = 0; core < IPOINT_CORES; core++, self++) {
    limit[core] = HEADER.limit;
    stopped[core] = HEADER.stopped;
    HEADER.limit = ADDRESS_OF(0);
    HEADER.stopped = 1;
  }
#ifdef IPOINT_TIMES
  hold_times(kept);
#endif
  write(&ipoint_memory, sizeof ipoint_memory);
  write(ipoint_units_begin,
        (uint32_t)(ipoint_units_end - ipoint_units_begin) * 4u);
#ifdef IPOINT_SUMS
  for_all_counts(write);
#ifdef IPOINT_TIMES
  write(&ipoint_times_memory, sizeof ipoint_times_memory);
  for_all(write, IPOINT_TIMED_MAGIC, sizeof(struct ipoint_times),
          sizeof(struct ipoint_edges));
  release_times(kept);
#endif
#endif
  while (core--) {
    self--;
    HEADER.limit = limit[core];
    HEADER.stopped = stopped[core];
  }
}
