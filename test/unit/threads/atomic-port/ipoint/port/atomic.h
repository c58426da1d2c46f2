/*===- atomic.h - A port whose stores ThreadSanitizer understands --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* See ipoint/port.h for what a port must give. The processors' ports rely on
|* the order in which they store, which the sanitizer does not know; this one
|* says the same by C11's means.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_ATOMIC_PORT_H
#define IPOINT_ATOMIC_PORT_H

#define IPOINT_PORT_NAME "count"
#define IPOINT_PORT_PROBES 1

/* Counts its readings. */
extern ipoint_word ipoint_count;
IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  return __atomic_add_fetch(&ipoint_count, 1, __ATOMIC_RELAXED);
}

IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  __atomic_store_n(ipoint_slot, ipoint_record, __ATOMIC_RELAXED);
  __atomic_store_n(ipoint_cursor, ipoint_slot + 1, __ATOMIC_RELEASE);
}

IPOINT_INLINE int ipoint_port_is_full(struct ipoint_ring *ipoint_ring) {
  return __atomic_load_n(&ipoint_ring->cursor, __ATOMIC_RELAXED) >=
         __atomic_load_n(&ipoint_ring->limit, __ATOMIC_RELAXED);
}

IPOINT_INLINE void ipoint_port_untimed_probe(ipoint_word ipoint_record) {
  struct ipoint_ring *ipoint_ring = ipoint_self;
  if (ipoint_port_is_full(ipoint_ring))
    ipoint_slow(ipoint_record);
  else
    ipoint_port_publish(ipoint_ring->cursor, ipoint_record,
                        &ipoint_ring->cursor);
}

IPOINT_INLINE void ipoint_port_timed_probe(ipoint_word ipoint_record) {
  struct ipoint_ring *ipoint_ring = ipoint_self;
  if (ipoint_port_is_full(ipoint_ring))
    ipoint_slow(ipoint_record);
  else
    ipoint_port_publish(ipoint_ring->cursor,
                        ipoint_port_timed_record(ipoint_record),
                        &ipoint_ring->cursor);
}

#endif /* IPOINT_ATOMIC_PORT_H */
