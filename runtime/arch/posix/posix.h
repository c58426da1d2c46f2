/*===- port/posix.h - clock_gettime(CLOCK_MONOTONIC) ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* See ipoint/port.h for what a port must give. For any Linux on a
|* processor without a port. A tick is a nanosecond, however far the kernel's
|* clock advances at once: the step is measured. A read calls the runtime, and
|* that libc: 20 to 50 ns where the kernel's clock can be read without a system
|* call (vDSO), else several hundred.
|*
|* Where pointers have 32 bits a record is two stores. That is as good: no
|* reader looks at a slot before the cursor, which is one store behind them.
|* Positions, which both the thread and the drain use, have 64 bits everywhere,
|* so they must be read and written at once.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_POSIX_H
#define IPOINT_PORT_POSIX_H

#if !defined(__GCC_ATOMIC_LLONG_LOCK_FREE) || __GCC_ATOMIC_LLONG_LOCK_FREE != 2
#error                                                                         \
    "no hosted recording: this processor has no 64-bit atomic loads and stores"
#endif

#define IPOINT_PORT_NAME "monotonic"

/* Nanoseconds. Changes no errno; does not call back (runtime/agent/clock.c). */
extern IPOINT_API ipoint_word ipoint_agent_clock(void);

IPOINT_INLINE ipoint_word ipoint_port_counter(void) {
  return ipoint_agent_clock();
}

/* The record with the counter's low 40 bits in bits 1 to 40. */
IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

/* A store-release of the cursor: no reader sees it before the record. */
IPOINT_INLINE void
ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                    ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  __atomic_store_n(ipoint_cursor, ipoint_slot + 1, __ATOMIC_RELEASE);
}

#endif /* IPOINT_PORT_POSIX_H */
