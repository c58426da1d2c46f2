/*===- slowpath.h - Recording into a ring ---------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a ring is, and what both sides may do with it, is in wire/ring.h. Here
|* is the side that records.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CORE_SLOWPATH_H
#define IPOINT_CORE_SLOWPATH_H

#include "wire/counttable.h"
#include "wire/ring.h"

/* Makes the ring in `memory`, which is zero, aligned to 64 bytes, belongs to
   the caller and holds IPOINT_RING_HEADER_SIZE bytes and `count` slots (a power
   of two, at least IPOINT_RING_MIN_COUNT). pid, tid and
   handler only identify its owner to the drain. */
struct ipoint_ring_header *ipoint_ring_init(void *memory, uint64_t count,
                                            enum ipoint_policy policy,
                                            uint32_t pid, uint32_t tid,
                                            uint32_t handler);

/* Room for one more record at the cursor: 1, or 0 when the record has to be
   dropped (if it was wanted, it was counted). Called by the ring's thread, at
   the limit or when it was woken. */
int ipoint_ring_renew(struct ipoint_ring_header *ring);

/* What ipoint_self has to be for this ring: itself, its `sleep`, or the off
 * ring. */
struct ipoint_ring *ipoint_ring_entry(struct ipoint_ring_header *ring);

/* The ring that it is of; null if it is of none. */
struct ipoint_ring_header *ipoint_ring_owner(struct ipoint_ring *self);

/* The calling thread has waited since `begin`, in a function of the runtime:
   marks that time in its ring, so that no block is charged with it. */
void ipoint_ring_waited(uint64_t begin);

/* What comes now does not follow what is in the calling thread's ring: puts a
   gap (IPOINT_GAP_) into the stream; with `resumes` it ends at once, else with
   the next record. */
enum ipoint_cut {
  IPOINT_CUT_NEVER, /* nothing is recorded at present */
  IPOINT_CUT_LATER, /* this is a signal handler, or the slow path */
  IPOINT_CUT_NOW
};
enum ipoint_cut ipoint_ring_cut(uint32_t why, int resumes);
/* Stores an untimed record that has nothing to do with those around it: it does
   not end a gap. */
void ipoint_ring_note(uint64_t record);
/* Whether `records` of these can be stored at once in the stream that the
   calling thread has outside signal handlers. */
int ipoint_ring_takes(uint64_t records);

/* CPU time of the calling thread and of those that had its table before, us; 0:
   not known. */
uint64_t ipoint_window_cpu_time(const struct ipoint_window *window);
/* A probe that began at `begin`, when `spent` was `spent`, ends now: its time
   is in no call's. A time that is too long for a probe is recorded, so that
   what the kernel reports of it is not subtracted as well; else it stays in
   calls. Returns when it ended: what follows is a call's again. */
uint64_t ipoint_window_spend(struct ipoint_window *window, uint64_t spent,
                             uint64_t begin);
/* Calls of functions that were switched off are timed again. */
void ipoint_calls_try_again(struct ipoint_window *window);

/* The calling thread jumps, or throws an exception: records that. */
void ipoint_ring_jumped(void);

/* Gives the ring of the calling thread that it records into now, if there is
   one, this name. */
void ipoint_ring_name(const char *name);

/* What the program asks of its recording: in the low bits the state, above it
   one more than the records after which a trigger ends it, or 0. One word, so
   that the slow path sees one wish. */
enum ipoint_state {
  IPOINT_STATE_RUNNING = 0,
  IPOINT_STATE_PAUSED = 1,
  IPOINT_STATE_STOPPED = 2, /* for good */
  IPOINT_STATE_MASK = 3
};
#define IPOINT_WISH_TRIGGER_SHIFT 2
extern uint64_t ipoint_requested;

/* What recording asks of where it runs: of the agent in a program on Linux, of
   a tool or a test that makes rings. */
struct ipoint_platform {
  /* The calling thread's ring: made now, or null if no trace was asked for or
     none can be had. Sets ipoint_self. */
  struct ipoint_ring_header *(*attach)(void);
  /* Waits until the drain has freed `wanted` slots. 1 when it has; 0 to drop
     records instead. */
  int (*wait)(struct ipoint_ring_header *ring, uint64_t wanted);
  /* 1 if records are no longer wanted: the session is over. */
  int (*closed)(void);
  /* 1 where this thread's probes go to a ring that is none of theirs: that of
     the parent, in a child whose fork was not noticed, or that of a signal
     handler which a jump has left. `attach` mends that. Touches general
     registers only. */
  int (*is_strange)(void);
  /* 1 where the stack has no room for `attach` and `wait`: that of a signal
     handler. What is then lost for want of a ring is counted. General registers
     only. */
  int (*is_cramped)(int has_ring);
  /* A ring has ended because the program asked for it (IPOINT_END_). */
  void (*ended)(uint32_t why);
  /* CPU time of the calling thread, us; 0: not known. */
  uint64_t (*cpu_time)(void);
};
/* Nothing is recorded until it is set, before the first thread but one. */
extern const struct ipoint_platform *ipoint_platform_now;
/* 1 once it is known that it will not be set: from then on the probes of a
   thread take the shortest way out. */
extern int ipoint_unwanted;

/* The platform's, for ports. */
struct ipoint_ring_header *ipoint_ring_attach(void);
int ipoint_ring_wait(struct ipoint_ring_header *ring, uint64_t wanted);

#ifdef IPOINT_PORT_PROBES
/* The same, from where all registers hold something of the program's: the port
   keeps those that this part does not touch itself. */
struct ipoint_ring_header *ipoint_port_attach(void);
int ipoint_port_wait(struct ipoint_ring_header *ring, uint64_t wanted);
#else
#define ipoint_port_attach ipoint_ring_attach
#define ipoint_port_wait ipoint_ring_wait
#endif

/* What ipoint_self points to in threads that record nothing: not yet, never
   more, not now (the slow path is at work), and not yet in this signal handler.
 */
extern const struct ipoint_ring ipoint_idle_ring, ipoint_off_ring,
    ipoint_busy_ring, ipoint_handler_ring;
/* In threads without a ring while recording is paused: as `sleep` in a ring. */
extern struct ipoint_ring ipoint_paused_ring;

/* A signal handler has interrupted the slow path and does not return to it: the
   ring ends where it is. */
void ipoint_ring_abandon(void);

/* Sends this thread's probes to one of these. */
static inline void ipoint_ring_switch(const struct ipoint_ring *to) {
  ipoint_self =
      (struct ipoint_ring *)(uintptr_t)to; /* full: never written through */
}

/* The same, unless they go elsewhere than to `from` by now: a signal handler of
   this thread may have run a probe. */
static inline void ipoint_ring_switch_from(struct ipoint_ring *from,
                                           const struct ipoint_ring *to) {
  __atomic_compare_exchange_n(&ipoint_self, &from,
                              (struct ipoint_ring *)(uintptr_t)to, 0,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

#endif /* IPOINT_CORE_SLOWPATH_H */
