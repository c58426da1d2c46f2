/*===- ring.c - The layout of a ring, and its position --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding: no libc.
\*===----------------------------------------------------------------------===*/

#include "wire/ring.h"

#if UINTPTR_MAX > UINT32_MAX
/* A program and the ipoint-run that reads its rings come from two builds. A
   change here is another session.h's IPOINT_SESSION_VERSION. */
#define IPOINT_LIES_AT(field, offset)                                          \
  typedef char ipoint_ring_##field##_lies                                      \
      [offsetof(struct ipoint_ring_header, field) == (offset) ? 1 : -1]
IPOINT_LIES_AT(granted, 16);
IPOINT_LIES_AT(lost, 24);
IPOINT_LIES_AT(finished, 104);
IPOINT_LIES_AT(intruded, 108);
IPOINT_LIES_AT(tail, 128);
IPOINT_LIES_AT(magic, 256);
IPOINT_LIES_AT(base, 264);
IPOINT_LIES_AT(count, 272);
IPOINT_LIES_AT(created, 280);
IPOINT_LIES_AT(policy, 296);
IPOINT_LIES_AT(pid, 300);
IPOINT_LIES_AT(tid, 304);
IPOINT_LIES_AT(handler, 308);
#endif

typedef char ipoint_limit_has_its_own_page
    [offsetof(struct ipoint_ring_header, probe.limit) == IPOINT_RING_PAGE ? 1
                                                                          : -1];

/* What the thread writes and what the drain writes share no cache line. */
typedef char ipoint_tail_has_its_own_line
    [offsetof(struct ipoint_ring_header, tail) % 64 == 0 ? 1 : -1];

static uint64_t load(const uint64_t *from) {
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
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

void ipoint_ring_notify(struct ipoint_ring_header *ring) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&ring->sleep.cursor, IPOINT_CURSOR_WOKEN, __ATOMIC_RELAXED);
  __atomic_store_n(&ring->probe.limit, (ipoint_word *)0, __ATOMIC_RELAXED);
}
