/*===- kept.h - What a ring that is filled again and again still holds ----===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_KEPT_H
#define IPOINT_RECORD_CONSUMER_KEPT_H

#include "wire/ring.h"

/* Copies the records from the position `begin` up to `end`, of which none was
   overwritten when `end` was read, each into its slot of `copy`; both have
   `count` slots. Returns the first of them that is what it was, or `end`. If
   `writing`, the thread may be at work: what it may have overwritten meanwhile
   is left out, which can be up to a quarter of the ring more than it has. */
uint64_t ipoint_kept_copy(struct ipoint_ring_header *ring, uint64_t count,
                          uint64_t begin, uint64_t end, int writing,
                          uint64_t *copy);

#endif /* IPOINT_RECORD_CONSUMER_KEPT_H */
