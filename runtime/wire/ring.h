/*===- ring.h - The ring of one thread ------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   probe ──slot, cursor──> ring ──tail──> drain      policy stream
|*   probe ──slot, cursor──> ring        > drain       ring and stop, at the end
|*
|* A ring is a header and a power of two of slots behind it, in memory that
|* outlives the thread and its process. One thread writes records; another
|* process reads them. A *position* counts records since the ring was made, and
|* never wraps: slot = position mod count.
|*
|* The cursor is an address, so that a probe needs no masking. The reader gets
|* the position back from `granted`, the position that the limit stands for,
|* which is stored before the cursor may run up to it:  position = granted -
|* ((granted - slot of the cursor) mod count). That holds between any two stores
|* of the writer, so a ring can be read after its writer was killed. `granted`
|* never falls. A request to the thread (agent/requests.c, the drain) is stored
|* before the limit is set to 0; the next probe takes the slow path, which looks
|* again after it has set its own limit.
|*
|* A thread that shall not record now is *asleep*: its probes see `sleep`, whose
|* cursor is 1, and leave at once. A cursor of 2 wakes it: the next probe takes
|* the slow path.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_RING_H
#define IPOINT_WIRE_RING_H

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include <stddef.h>
#include <stdint.h>

#define IPOINT_RING_MAGIC UINT64_C(0x31676e6972706970) /* "piprnig1" */
/* The header has two pages, so that the cursor, which is shared, can be the
   last word of one, and the limit the first of one that the process has for
   itself, and that the kernel wipes in the child of a fork. There the next
   probe finds a limit of 0, and does not write into its parent's ring. */
#define IPOINT_RING_PAGE 4096u
/* Slots begin here, bytes from the header's start: records and header share no
 * page. */
#define IPOINT_RING_HEADER_SIZE (2 * IPOINT_RING_PAGE)
/* Fewest slots of a ring: a quarter must hold the marks of a renewal. */
#define IPOINT_RING_MIN_COUNT 64u
/* Slots that a renewal may need for itself (PAUSE, LOST, GAP, RESUME), and one
 * for the record. */
#define IPOINT_RING_RESERVE 5u

/* Smaller values count rounds of the thread's destructors. */
#define IPOINT_RING_FINISHED 100u
/* The thread has ended, but its process keeps the ring for another: once the
   drain has emptied it, a thread may take it, and make it anew. */
#define IPOINT_RING_PARKED 101u
#define IPOINT_RING_EMPTY 102u
#define IPOINT_RING_TAKEN 103u
#define IPOINT_RING_DROPPED 104u /* it is empty, and will not be taken */

/* Cursors of a ring whose thread shall not record: leave at once, and come in.
 */
#define IPOINT_CURSOR_ASLEEP ((ipoint_word *)1)
#define IPOINT_CURSOR_WOKEN ((ipoint_word *)2)

/* With the 0 behind it. */
#define IPOINT_NAME_SIZE 64u

enum ipoint_policy {
  IPOINT_STREAM = 0,    /* drained while it is written; waits if full */
  IPOINT_OVERWRITE = 1, /* keeps the newest, drained at the end */
  IPOINT_DISCARD = 2    /* keeps the oldest, drained at the end */
};

/* Whether it is drained while it is written. */
static inline int ipoint_policy_drains(enum ipoint_policy policy) {
  return policy == IPOINT_STREAM;
}

/* Times are the port's counter in ticks; positions and counts are in records.
 */
struct ipoint_ring_header {
  /* Written by the thread, read by the drain. */
  uint8_t pad0[16];
  uint64_t granted; /* position of the limit; never more than count - 1 past the
                       cursor */
  uint64_t lost; /* records not stored for want of room, since the beginning */
  uint64_t lost_reported; /* of these, those in LOST records */
  uint64_t begun; /* where the records begin that are not yet taken off: */
  uint64_t
      trigger_left; /* records until the thread ends, UINT64_MAX: no bound */
  uint8_t pad1[8];
  struct ipoint_ring sleep; /* what the probe sees while the thread is asleep;
                               its cursor is also written to wake it */
  uint32_t asleep;          /* 0, or the reason (IPOINT_GAP_) */
  uint32_t gap; /* the reason for a GAP record before the next RESUME, or 0 */
  uint32_t marked;    /* 1: the last PAUSE has no RESUME yet */
  uint32_t losing;    /* 1 while records are lost */
  uint32_t triggered; /* 1: trigger_left counts */
  uint32_t ended;     /* 1: the thread records nothing more into this ring */
  uint32_t finished;  /* IPOINT_RING_FINISHED once no more comes */
  uint32_t intruded;  /* 1: a forked process has written into it too */
  uint32_t unused;
  uint32_t made_private; /* 1: a forked process has it for itself, and it is
                        not drained (ipoint_rings_make_private) */
  uint8_t pad[24 - sizeof(struct ipoint_ring)]; /* where pointers have 32
                                                       bits, the rest lies
                                                       alike */
  /* Written by the drain, read by the thread. */
  uint64_t tail; /* everything before this position is the thread's again */
  uint8_t pad2[120];
  /* Written once, before `magic`. */
  uint64_t magic;   /* IPOINT_RING_MAGIC, stored last */
  uint64_t base;    /* the slots' address in the process that writes */
  uint64_t count;   /* slots, a power of two */
  uint64_t created; /* the counter when the ring was made */
  uint8_t pad4[8];
  uint32_t policy; /* enum ipoint_policy */
  uint32_t pid, tid;
  uint32_t handler; /* 0: the thread's own; n: of handlers that run n deep */
  /* The process's own. */
  struct ipoint_ring_header *next_retired;
  uint32_t watched; /* 1: each probe takes the slow path (agent/handlers.c) */
  uint32_t wiped;   /* 1: the kernel wipes the limit in children */
  /* Written by the thread at any time. */
  char name[IPOINT_NAME_SIZE]; /* given by the program; empty: none */
  uint8_t pad3[IPOINT_RING_PAGE - 384 - 2 * sizeof(void *)];
  /* What the probe knows: written by the thread, read by the drain; the limit
     is the process's own. */
  struct ipoint_ring probe;
};

/* The position of the cursor. May be called by another process while the thread
   writes: all records before it can be read. */
uint64_t ipoint_ring_position(const struct ipoint_ring_header *ring);

/* Of a ring with `count` slots, its header included. */
static inline size_t ipoint_ring_bytes(uint64_t count) {
  return IPOINT_RING_HEADER_SIZE + (size_t)count * sizeof(uint64_t);
}

static inline uint64_t *ipoint_ring_slots(struct ipoint_ring_header *ring) {
  return (uint64_t *)((char *)ring + IPOINT_RING_HEADER_SIZE);
}

/* Makes the next probe of the ring's thread take the slow path, from any thread
   of its process. What it shall find there was stored before. From another
   process it only wakes a thread that is asleep; others find it later. */
void ipoint_ring_notify(struct ipoint_ring_header *ring);

#endif /* IPOINT_WIRE_RING_H */
