/*===- record.h - The bytes of a record ----------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A record is one 64-bit word (docs/formats.md). This header is the only
|* definition of it: the runtime writes by it, the drain and the report read by
|* it. C99 and C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_H
#define IPOINT_RECORD_H

#include "ipoint/unit.h"

#include <stdint.h>

/* Bit 0: 1 if the record read the counter. */
#define IPOINT_RECORD_TIMED UINT64_C(1)
/* Bits 1 to 40: the counter's low 40 bits (ticks), or an untimed record's
 * payload. */
#define IPOINT_VALUE_SHIFT 1
#define IPOINT_VALUE_BITS 40
#define IPOINT_VALUE_MASK ((UINT64_C(1) << IPOINT_VALUE_BITS) - 1)
/* Bits 41 to 63: the ipoint's id. */
#define IPOINT_ID_SHIFT 41
#define IPOINT_ID_BITS 23

/* Ids below this belong to the runtime. */
#define IPOINT_ID_FIRST 256u
/* Timed: the thread stops recording here, for room in its ring or because it is
 * to. */
#define IPOINT_ID_PAUSE 1u
/* Timed: it goes on; the time since the pause belongs to no block. */
#define IPOINT_ID_RESUME 2u
/* Untimed: the payload counts the records that were not stored since the record
 * before. */
#define IPOINT_ID_LOST 3u
/* Untimed: how often a counter that is narrower than a record has wrapped. In
 * memory dumps only (dump.h). */
#define IPOINT_ID_WRAPS 4u
/* Timed: the thread lets go of its CPU, because it waits for something. */
#define IPOINT_ID_SWITCH_OUT 16u
/* Timed: the thread's CPU is taken from it. */
#define IPOINT_ID_PREEMPTED 17u
/* Timed: it has a CPU again. The time since one of the two above was not its
 * own. */
#define IPOINT_ID_SWITCH_IN 18u
/* Untimed: the payload is the number of the task that the switch before it is
 * about. In memory dumps only. */
#define IPOINT_ID_TASK 19u
/* Untimed, in memory dumps only: the payload is the number of a task … */
#define IPOINT_ID_TASK_NAME 20u
/* … and that of those that follow is its name, five characters each, the first
 * in the low bits; the last one has a 0 among them. */
#define IPOINT_ID_TASK_TEXT 21u
/* Untimed: the thread goes on on another core; the payload is its number. In
 * traces of memory dumps only, behind a SWITCH_IN. */
#define IPOINT_ID_CORE 28u
/* Of several cores, each with a counter, in streams alone: the core has
 * compared its counter with core 0's. A timed one, then untimed ones: this
 * counter in the middle of the round trip, core 0's within it, and how long the
 * trip was. */
#define IPOINT_ID_COMPARED 30u
/* The kernel handles an interrupt on the thread's CPU, and has done so. */
#define IPOINT_ID_INTERRUPT 22u
#define IPOINT_ID_INTERRUPT_END 23u
/* In memory dumps only, in the first slots: they measure what a probe costs. */
#define IPOINT_ID_COST 7u
/* Untimed: a call of a function has ended that was timed by itself: the id of
 * its entry, and how long it took (ipoint_call_ticks). */
#define IPOINT_ID_CALL 24u
/* Untimed, right before that one: the counter's low 40 bits when it ended. */
#define IPOINT_ID_CALL_END 25u
/* Untimed: the counter's low 40 bits when a probe ended that took longer than
 * probes do, as it waited, or its thread was off CPU … */
#define IPOINT_ID_PROBE_END 26u
/* … and right behind, how long it took, ticks. */
#define IPOINT_ID_PROBE 27u
/* Untimed: the thread jumps (longjmp) or throws an exception: calls that are
 * open may have ended by the next record. */
#define IPOINT_ID_JUMP 29u
/* Untimed, between a PAUSE and a RESUME: the thread ran on unrecorded
 * meanwhile, because that was wanted. The payload is the reason. */
#define IPOINT_ID_GAP 5u
/* ipoint_pause(), or it had not been started yet */
#define IPOINT_GAP_PAUSED 1u
/* a window of timed ipoints begins or ends (wire/counttable.h) */
#define IPOINT_GAP_WINDOW 2u
/* Untimed, the last record of its stream: the thread ran on, and nothing more
 * of it was wanted. The payload is the reason. */
#define IPOINT_ID_END 6u
/* ipoint_stop() */
#define IPOINT_END_STOP 1u
/* the records that ipoint_trigger() asked for are made */
#define IPOINT_END_TRIGGER 2u
/* policy `discard`: the ring is full */
#define IPOINT_END_FULL 3u
/* the trace has its size limit; never in a record */
#define IPOINT_END_LIMIT 4u

static inline uint64_t ipoint_record_timed(uint32_t id, uint64_t counter) {
  return (uint64_t)id << IPOINT_ID_SHIFT |
         (counter & IPOINT_VALUE_MASK) << IPOINT_VALUE_SHIFT |
         IPOINT_RECORD_TIMED;
}

static inline uint64_t ipoint_record_untimed(uint32_t id, uint64_t payload) {
  return (uint64_t)id << IPOINT_ID_SHIFT | (payload & IPOINT_VALUE_MASK)
                                               << IPOINT_VALUE_SHIFT;
}

/* The payload of an IPOINT_ID_CALL. Its low 17 bits are the ticks, of which 12
   are significant: at most one part in 2048 too many. */
#define IPOINT_CALL_BITS 17u
static inline uint64_t ipoint_call_payload(uint32_t id, uint64_t ticks) {
  uint64_t exponent = 0;
  for (; ticks > 4095u && exponent < 31u; exponent++)
    ticks = (ticks >> 1) + (ticks & 1u);
  if (ticks > 4095u)
    ticks = 4095u;
  return (uint64_t)id << IPOINT_CALL_BITS | exponent << 12 | ticks;
}

static inline uint32_t ipoint_call_id(uint64_t payload) {
  return (uint32_t)(payload >> IPOINT_CALL_BITS);
}

static inline uint64_t ipoint_call_ticks(uint64_t payload) {
  return (payload & 4095u) << (payload >> 12 & 31u);
}

static inline int ipoint_record_is_timed(uint64_t record) {
  return (int)(record & IPOINT_RECORD_TIMED);
}

static inline uint64_t ipoint_record_value(uint64_t record) {
  return record >> IPOINT_VALUE_SHIFT & IPOINT_VALUE_MASK;
}

static inline uint32_t ipoint_record_id(uint64_t record) {
  return (uint32_t)(record >> IPOINT_ID_SHIFT);
}

#endif /* IPOINT_RECORD_H */
