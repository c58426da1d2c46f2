/*===- kept.c - What a ring that is filled again and again still holds ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/kept.h"

/* The cursor does not show what has been overwritten: a processor may show the
   next record's store before that of the cursor behind the last one, which only
   a costlier probe could forbid. But the slow path raises `granted` before a
   probe goes beyond it, with a release fence in between (raise_granted() in
   core/slowpath.c). Where a slot shows a record of position p, the fence here
   synchronises with that one, and `granted`, read behind it, is above p. */
uint64_t ipoint_kept_copy(struct ipoint_ring_header *ring, uint64_t count,
                          uint64_t begin, uint64_t end, int writing,
                          uint64_t *copy) {
  const uint64_t *slots = ipoint_ring_slots(ring);
  uint64_t mask = count - 1, at, granted;
  for (at = begin; at != end; at++)
    copy[at & mask] = __atomic_load_n(&slots[at & mask], __ATOMIC_RELAXED);
  if (!writing)
    return begin;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  granted = __atomic_load_n(&ring->granted, __ATOMIC_RELAXED);
  if (granted > count && granted - count > begin)
    begin = granted - count;
  return begin < end ? begin : end;
}
