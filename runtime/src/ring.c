/*===- ring.c - The probes' slow path and the ring's policies -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Freestanding: no libc. ring.h tells how the memory is laid out and why it can
|* be read at any moment.
|*
\*===----------------------------------------------------------------------===*/

#include "ring.h"

#include "ipoint/record.h"

/* probe.h and its ports can't include record.h (they precede all headers): hold
 * them to it. */
typedef char ipoint_id_shift_matches[IPOINT_ID_SHIFT == 41 ? 1 : -1];
typedef char ipoint_value_matches
    [IPOINT_VALUE_SHIFT == 1 && IPOINT_VALUE_BITS == 40 ? 1 : -1];
typedef char ipoint_timed_matches[IPOINT_RECORD_TIMED == 1 ? 1 : -1];
typedef char ipoint_tail_has_its_own_line
    [offsetof(struct ipoint_ring_header, tail) % 64 == 0 ? 1 : -1];

const struct ipoint_ring ipoint_idle_ring = {0, 0};
/* Ports' own probes know it by its 1. */
const struct ipoint_ring ipoint_off_ring = {(ipoint_word *)1, (ipoint_word *)1};
const struct ipoint_ring ipoint_busy_ring = {0, 0};
const struct ipoint_ring ipoint_handler_ring = {0, 0};

__thread struct ipoint_ring *__volatile__ ipoint_self =
    (struct ipoint_ring *)&ipoint_idle_ring;

static uint64_t load(const uint64_t *from) {
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}
static void store(uint64_t *to, uint64_t value) {
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
}

struct ipoint_ring_header *ipoint_ring_init(void *memory, uint64_t count,
                                            enum ipoint_policy policy,
                                            uint32_t pid, uint32_t tid,
                                            uint32_t handler) {
  struct ipoint_ring_header *ring = memory;
  uint64_t *slots = ipoint_ring_slots(ring);
  ring->base = (uint64_t)(uintptr_t)slots;
  ring->count = count;
  ring->policy = policy;
  ring->pid = pid;
  ring->tid = tid;
  ring->handler = handler;
  ring->created = ipoint_port_counter();
  ring->granted = count / 4;
  ring->probe.cursor = (ipoint_word *)slots;
  ring->probe.limit = (ipoint_word *)slots + count / 4;
  store(&ring->magic, IPOINT_RING_MAGIC);
  return ring;
}

uint64_t ipoint_ring_position(const struct ipoint_ring_header *ring) {
  uint64_t granted = load(&ring->granted);
  for (;;) {
    uint64_t cursor = (uint64_t)(uintptr_t)__atomic_load_n(&ring->probe.cursor,
                                                           __ATOMIC_ACQUIRE);
    uint64_t again = load(&ring->granted);
    if (again == granted) {
      uint64_t slot = (cursor - ring->base) / sizeof(uint64_t);
      return granted - ((granted - slot) & (ring->count - 1));
    }
    granted = again;
  }
}

/* Stores a record outside the fast path. The caller has raised `granted` past
 * it. */
static uint64_t push(struct ipoint_ring_header *ring, uint64_t position,
                     uint64_t record) {
  ipoint_word *slot =
      (ipoint_word *)ipoint_ring_slots(ring) + (position & (ring->count - 1));
  ipoint_port_publish(slot, record, &ring->probe.cursor);
  return position + 1;
}

/* Marks the time from `begin` until now as the runtime's, tells of lost
   records, and sets the next limit: the end of a quarter of the ring, or `end`
   if that comes first. */
static void grant(struct ipoint_ring_header *ring, uint64_t position,
                  uint64_t end, uint64_t begin) {
  uint64_t quarter = ring->count / 4, limit;
  store(&ring->granted, position + IPOINT_RING_RESERVE);
  position = push(ring, position, ipoint_record_timed(IPOINT_ID_PAUSE, begin));
  if (ring->lost != ring->lost_told) {
    position = push(
        ring, position,
        ipoint_record_untimed(IPOINT_ID_LOST, ring->lost - ring->lost_told));
    ring->lost_told = ring->lost;
  }
  position = push(ring, position,
                  ipoint_record_timed(IPOINT_ID_RESUME, ipoint_port_counter()));
  limit = (position / quarter + 1) * quarter;
  if (limit > end)
    limit = end;
  store(&ring->granted, limit);
  if ((position & (ring->count - 1)) == 0)
    ring->probe.cursor = (ipoint_word *)ipoint_ring_slots(ring);
  ring->probe.limit = (ipoint_word *)ipoint_ring_slots(ring) +
                      (position & (ring->count - 1)) + (limit - position);
}

/* Policy `stream`: the ring may be filled up to the drain's tail. */
static int renew_stream(struct ipoint_ring_header *ring, uint64_t begin) {
  uint64_t position = ring->granted, wanted = ring->count / 4, room;
  room = load(&ring->tail) + ring->count - position;
  if (room < wanted) {
    if (!ring->losing) {
      ring->pause_begin = begin;
      if (!ipoint_port_wait(ring, wanted))
        ring->losing = 1;
    }
    room = load(&ring->tail) + ring->count - position;
    if (room < wanted) {
      ring->lost++;
      return 0;
    }
    begin = ring->pause_begin;
    ring->losing = 0;
  }
  grant(ring, position, position + room - 1, begin);
  return 1;
}

int ipoint_ring_renew(struct ipoint_ring_header *ring) {
  uint64_t begin = ipoint_port_counter();
  if (ring->policy == IPOINT_STREAM)
    return renew_stream(ring, begin);
  grant(ring, ring->granted, UINT64_MAX, begin);
  return 1;
}

/* The ring that this thread's slow path is renewing. */
static __thread struct ipoint_ring_header *renewing;

void ipoint_ring_abandon(void) {
  if (renewing)
    __atomic_store_n(&renewing->finished, IPOINT_RING_FINISHED,
                     __ATOMIC_RELEASE);
  renewing = 0;
}

/* This thread's ring with room for a record, or null. */
static struct ipoint_ring *room(void) {
  struct ipoint_ring *self = ipoint_self;
  struct ipoint_ring_header *ring, *before = renewing;
  int granted;
  if (self == &ipoint_busy_ring) {
    if (renewing)
      renewing->lost++;
    return 0;
  }
  if (self == &ipoint_idle_ring || self == &ipoint_handler_ring ||
      ipoint_host_is_strange()) {
    ring = ipoint_port_attach();
    return ring ? &ring->probe : 0;
  }
  ring = (struct ipoint_ring_header *)self;
  if (ipoint_host_closed()) {
    ipoint_ring_switch(&ipoint_off_ring);
    return 0;
  }
  renewing = ring;
  ipoint_ring_switch(&ipoint_busy_ring);
  granted = ipoint_ring_renew(ring);
  ipoint_self = self;
  renewing = before;
  return granted ? self : 0;
}

/* Where nothing is recorded, every probe comes here: it leaves at once. */
void ipoint_slow(ipoint_word record) {
  struct ipoint_ring *ring = ipoint_self == &ipoint_off_ring ? 0 : room();
  if (!ring)
    return;
  if (record & IPOINT_RECORD_TIMED)
    record = ipoint_port_timed_record(record);
  ipoint_port_publish(ring->cursor, record, &ring->cursor);
}
