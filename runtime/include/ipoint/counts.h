/*===- counts.h - Counts of paths, where they arise ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Included from ipoint/probe.h alone, whose rules hold here, too. In functions
|* that store sums (docs/formats.md), the end of a path adds one to its entry in
|* the thread's count table:
|*
|*   ipoint_counter *ipoint_counts_1 = ipoint_counts_here(900u);
|*   ...
|*   ipoint_count_path(ipoint_counts_1 + (ipoint_sum_1 + 812));
|*
|* 900 is one past the unit's largest index. A table stays where it is as long
|* as its thread runs, so a function asks for it once. What an entry's own
|* thread adds to it is there when a signal handler runs, or when the process is
|* killed. Without an operating system each unit has its counts in an array.
\*===----------------------------------------------------------------------===*/

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef IPOINT_COUNTS_H
#define IPOINT_COUNTS_H

#include "ipoint/unit.h"

#ifdef IPOINT_HAS_PORT

/* An entry of a count table: how often something happened. */
typedef ipoint_word ipoint_counter;
/* What a function keeps the number of its path in, to be part of an index. */
typedef __PTRDIFF_TYPE__ ipoint_index;

/* This thread's table, and one past its largest index: 0 without one. */
struct ipoint_table {
  ipoint_counter *counts;
  unsigned long end;
};
extern __thread struct ipoint_table ipoint_table_self
    __attribute__((__tls_model__("initial-exec"), __visibility__("default")));

/* The other side of the only branch: gives the thread a table with at least
   `ipoint_end` entries; where nothing is recorded, private memory. */
extern IPOINT_SLOW IPOINT_BOUND ipoint_counter *
ipoint_counts_attach(unsigned long ipoint_end);

/* Registers the range of a unit. Tables that are made from then on have
   room for it. */
extern IPOINT_API void ipoint_counts_expect(unsigned long ipoint_first,
                                            unsigned long ipoint_end);

/* Registers those in which nothing is counted: see ipoint_call_begins and
   ipoint_iteration. */
extern IPOINT_API void ipoint_calls_expect(unsigned long ipoint_first,
                                           unsigned long ipoint_end);

IPOINT_INLINE ipoint_counter *ipoint_counts_here(unsigned long ipoint_end) {
#ifdef IPOINT_PORT_TABLE
  ipoint_counter *ipoint_counts;
  IPOINT_PORT_TABLE(ipoint_counts, ipoint_end);
  return ipoint_counts;
#else
  if (__builtin_expect(ipoint_table_self.end < ipoint_end, 0))
    return ipoint_counts_attach(ipoint_end);
  return ipoint_table_self.counts;
#endif
}

#ifndef IPOINT_PORT_ADD
#define IPOINT_PORT_ADD(counter, more)                                         \
  (*(__volatile__ ipoint_counter *)(counter) += (more))
#endif

IPOINT_INLINE void ipoint_count_path(ipoint_counter *ipoint_path) {
  IPOINT_PORT_ADD(ipoint_path, 1);
}

/* In a window each ipoint has a timed record (docs/formats.md). A byte in front
   of the table is 1 while the thread is in one. A function keeps it in a
   variable and looks again once in each cycle: what it called may be in a
   window before it is itself, as if it began there. The record is not stored
   where the window has ended since. */
IPOINT_INLINE unsigned char ipoint_window_open(ipoint_counter *ipoint_counts) {
  return ((__volatile__ unsigned char *)ipoint_counts)[-1];
}
extern IPOINT_SLOW void ipoint_window_record(ipoint_word ipoint_id);
IPOINT_INLINE void ipoint_window(unsigned char ipoint_open,
                                 unsigned ipoint_id) {
#ifdef IPOINT_PORT_WINDOW
  IPOINT_PORT_WINDOW(ipoint_open, ipoint_id);
#else
  if (__builtin_expect(ipoint_open, 0))
    ipoint_window_record(ipoint_id);
#endif
}

/* In text that runs in windows only. */
IPOINT_INLINE void ipoint_window_inside(unsigned ipoint_id) {
#ifdef IPOINT_PORT_WINDOW_INSIDE
  IPOINT_PORT_WINDOW_INSIDE(ipoint_id);
#else
  ipoint_window_record(ipoint_id);
#endif
}

/* Where the compiler knows `ipoint_open`, mostly. */
IPOINT_INLINE void ipoint_window_branch(unsigned char ipoint_open,
                                        unsigned ipoint_id) {
  if (__builtin_expect(ipoint_open, 0))
    ipoint_window_inside(ipoint_id);
}

/* The same at the end of a condition whose arms begin with these ipoints: the
   one for which `ipoint_taken` is 1, and that for which it is 0; 0: none. */
IPOINT_INLINE void ipoint_window_select(unsigned char ipoint_open,
                                        unsigned ipoint_taken,
                                        unsigned ipoint_then,
                                        unsigned ipoint_else) {
#ifdef IPOINT_PORT_WINDOW_SELECT
  IPOINT_PORT_WINDOW_SELECT(ipoint_open, ipoint_taken, ipoint_then,
                            ipoint_else);
#else
  unsigned ipoint_id = ipoint_taken ? ipoint_then : ipoint_else;
  if (__builtin_expect(ipoint_open && ipoint_id, 0))
    ipoint_window_record(ipoint_id);
#endif
}

/* A call of a function that may last is timed by itself, unless an entry of the
   table says that its calls do not last. The same holds for iterations of a
   loop (below). */
IPOINT_INLINE unsigned char ipoint_call_timed(ipoint_counter *ipoint_counts,
                                              unsigned long ipoint_at) {
  return *(__volatile__ unsigned char *)(ipoint_counts + ipoint_at) == 0;
}

/* Sets when the call began; 0: it is not timed. In front of the table is what
   probes have taken of the thread's time so far, which is in no call's. */
IPOINT_INLINE void ipoint_call_begins(ipoint_word *ipoint_began,
                                      ipoint_counter *ipoint_counts,
                                      unsigned long ipoint_at) {
#ifdef IPOINT_PORT_CALL_BEGINS
  IPOINT_PORT_CALL_BEGINS(ipoint_began, ipoint_counts, ipoint_at);
#else
  *ipoint_began = 0;
  if (__builtin_expect(ipoint_call_timed(ipoint_counts, ipoint_at), 0))
    *ipoint_began = (ipoint_port_counter() - ipoint_counts[-4]) | 1u;
#endif
}

extern IPOINT_SLOW void ipoint_call_time(ipoint_word ipoint_began,
                                         ipoint_counter *ipoint_counts,
                                         unsigned long ipoint_at,
                                         unsigned long ipoint_id);
IPOINT_INLINE void ipoint_call_ends(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
#ifdef IPOINT_PORT_CALL_ENDS
  IPOINT_PORT_CALL_ENDS(ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
#else
  if (__builtin_expect(*ipoint_began != 0, 0))
    ipoint_call_time(*ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
#endif
}

/* Where an iteration of a loop that may last begins: the one before it ends, if
   `ipoint_began` has when that began. 0 there: it is not timed, or there is
   none. */
extern IPOINT_SLOW void ipoint_iteration_time(ipoint_word *ipoint_began,
                                              ipoint_counter *ipoint_counts,
                                              unsigned long ipoint_at,
                                              unsigned long ipoint_id);
IPOINT_INLINE void ipoint_iteration(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
#ifdef IPOINT_PORT_ITERATION
  IPOINT_PORT_ITERATION(ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
#else
  if (__builtin_expect(
          *(__volatile__ unsigned char *)(ipoint_counts + ipoint_at) == 0, 0))
    ipoint_iteration_time(ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
#endif
}

/* Where the loop has been left: the last iteration ends. */
IPOINT_INLINE void ipoint_loop_left(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
#ifdef IPOINT_PORT_LOOP_LEFT
  IPOINT_PORT_LOOP_LEFT(ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
#else
  if (__builtin_expect(*ipoint_began != 0, 0)) {
    ipoint_iteration_time(ipoint_began, ipoint_counts, ipoint_at, ipoint_id);
    *ipoint_began = 0;
  }
#endif
}

/* The rounds of the loop that a path goes through. */
IPOINT_INLINE void ipoint_count_rounds(ipoint_counter *ipoint_path,
                                       ipoint_rounds ipoint_times) {
  IPOINT_PORT_ADD(ipoint_path, ipoint_times);
}

#elif defined(__GNUC__) && (!defined(IPOINT_NO_PORT) || defined(IPOINT_SUMS))

/* The instrumenter defines the array, its record, and what gives the array's
   address less that of its first index:
     ipoint_counter *ipoint_counts_here(unsigned long ipoint_end);
   runtime/bare/bare.c, compiled with -DIPOINT_SUMS, has what is not inline. */
#define IPOINT_COUNTS_IN_UNIT 1

/* As wide as a pointer. What 32 bits do not hold is noted besides
   (ipoint_count_wrapped). */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ >= 8
#define IPOINT_COUNTER_BITS 64
typedef __UINT64_TYPE__ ipoint_count;
#else
#define IPOINT_COUNTER_BITS 32
typedef __UINT32_TYPE__ ipoint_count;
#endif
typedef long ipoint_index;

/* -DIPOINT_CORES=N, for all files alike: an entry has a count for each core.
   Which one goes up is decided while interrupts are masked, where it does: so
   it is exact without atomic instructions, where tasks move, too. Other files
   ask for another symbol. */
#if defined(IPOINT_CORES) && IPOINT_CORES > 1
typedef struct {
  ipoint_count of[IPOINT_CORES];
} ipoint_counter;
#define IPOINT_COUNTS_CALLED
#define IPOINT_CORES_TEXT(cores) #cores
#define IPOINT_CORES_NAME(cores)                                               \
  __asm__("ipoint_count_rounds_of_cores_" IPOINT_CORES_TEXT(cores))
#define IPOINT_OF_CORES IPOINT_CORES_NAME(IPOINT_CORES)
#else
typedef ipoint_count ipoint_counter;
#define IPOINT_OF_CORES
#endif

/* The record of a unit that counts, among the unit records and as long as one:
   the indices of its array in the database's count table begin with `first`. */
union ipoint_counted {
  struct {
    __UINT32_TYPE__ magic, first, count, reserved;
    ipoint_counter *counts;
    /* So that -DIPOINT_SUMS is not forgotten. */
    void (*rounds)(ipoint_counter *ipoint_path, ipoint_rounds ipoint_times);
  } unit;
  __UINT32_TYPE__ words[IPOINT_UNIT_WORDS];
};
typedef __UINTPTR_TYPE__ ipoint_address;

/* An interrupt handler may count where it has interrupted a count. So the
   addition is one instruction, or a loop that begins again; on processors
   without either it is a call, which masks interrupts. GCC's outline atomics
   for AArch64 need a library. -DIPOINT_COUNTS_CALLED: it is a call all the
   same, for memory in which such instructions do not work. */
#if defined(IPOINT_COUNTS_CALLED)
#elif IPOINT_COUNTER_BITS == 64 &&                                             \
    defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8) &&                             \
    (!defined(__aarch64__) || defined(__ARM_FEATURE_ATOMICS))
#define IPOINT_COUNTS_INLINE 1
#elif IPOINT_COUNTER_BITS == 32 && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#define IPOINT_COUNTS_INLINE 1
#endif

/* The count has passed 2^32. */
extern void ipoint_count_wrapped(ipoint_counter *ipoint_path);
/* Adds the rounds of the loop that a path goes through. */
extern void ipoint_count_rounds(ipoint_counter *ipoint_path,
                                ipoint_rounds ipoint_times) IPOINT_OF_CORES;

/* -DIPOINT_COUNTS_PLAIN, for all files alike: no handler and no other task
   counts a path whose count it may have interrupted. Four instructions on a
   Cortex-M3, in place of six. */
#if defined(IPOINT_COUNTS_PLAIN)
#ifdef IPOINT_COUNTS_CALLED
#error "IPOINT_COUNTS_PLAIN is for one core, without IPOINT_COUNTS_CALLED"
#endif
IPOINT_INLINE void ipoint_count_path(ipoint_counter *ipoint_path) {
  ipoint_count ipoint_sum = *(__volatile__ ipoint_count *)ipoint_path + 1u;
  *(__volatile__ ipoint_count *)ipoint_path = ipoint_sum;
  if (IPOINT_COUNTER_BITS == 32 && __builtin_expect(ipoint_sum == 0, 0))
    ipoint_count_wrapped(ipoint_path);
}
#elif defined(IPOINT_COUNTS_INLINE) && IPOINT_COUNTER_BITS == 64
IPOINT_INLINE void ipoint_count_path(ipoint_counter *ipoint_path) {
  (void)__atomic_fetch_add(ipoint_path, 1, __ATOMIC_RELAXED);
}
#elif defined(IPOINT_COUNTS_INLINE)
IPOINT_INLINE void ipoint_count_path(ipoint_counter *ipoint_path) {
  if (__builtin_expect(
          __atomic_add_fetch(ipoint_path, 1, __ATOMIC_RELAXED) == 0, 0))
    ipoint_count_wrapped(ipoint_path);
}
#else
extern void ipoint_count_path(ipoint_counter *ipoint_path);
#endif

#include "ipoint/times.h"

/* There are no windows, and no call or iteration is timed: source that is
   instrumented for any target may ask. */
IPOINT_INLINE unsigned char ipoint_window_open(ipoint_counter *ipoint_counts) {
  (void)ipoint_counts;
  return 0;
}
IPOINT_INLINE void ipoint_window(unsigned char ipoint_open,
                                 unsigned long ipoint_id) {
  (void)ipoint_open;
  (void)ipoint_id;
}
IPOINT_INLINE void ipoint_window_select(unsigned char ipoint_open,
                                        unsigned ipoint_taken,
                                        unsigned long ipoint_then,
                                        unsigned long ipoint_else) {
  (void)ipoint_open;
  (void)ipoint_taken;
  (void)ipoint_then;
  (void)ipoint_else;
}
IPOINT_INLINE unsigned char ipoint_call_timed(ipoint_counter *ipoint_counts,
                                              unsigned long ipoint_at) {
  (void)ipoint_counts;
  (void)ipoint_at;
  return 0;
}
IPOINT_INLINE void ipoint_call_begins(ipoint_word *ipoint_began,
                                      ipoint_counter *ipoint_counts,
                                      unsigned long ipoint_at) {
  (void)ipoint_began;
  (void)ipoint_counts;
  (void)ipoint_at;
}
IPOINT_INLINE void ipoint_call_ends(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
  (void)ipoint_counts;
  (void)ipoint_at;
  (void)ipoint_began;
  (void)ipoint_id;
}
IPOINT_INLINE void ipoint_iteration(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
  (void)ipoint_began;
  (void)ipoint_counts;
  (void)ipoint_at;
  (void)ipoint_id;
}
IPOINT_INLINE void ipoint_loop_left(ipoint_word *ipoint_began,
                                    ipoint_counter *ipoint_counts,
                                    unsigned long ipoint_at,
                                    unsigned long ipoint_id) {
  (void)ipoint_began;
  (void)ipoint_counts;
  (void)ipoint_at;
  (void)ipoint_id;
}

#endif

#if defined(IPOINT_HAS_PORT) || defined(IPOINT_COUNTS_IN_UNIT)

/* The same in expressions in which the order of evaluation is open: nothing can
   come in between. */
IPOINT_INLINE void ipoint_index_add(ipoint_index *ipoint_number,
                                    ipoint_index ipoint_more) {
  *ipoint_number += ipoint_more;
}

IPOINT_INLINE void ipoint_count_next(ipoint_counter *ipoint_counts,
                                     ipoint_index *ipoint_number,
                                     ipoint_index ipoint_more,
                                     ipoint_index ipoint_next) {
  ipoint_count_path(ipoint_counts + (*ipoint_number + ipoint_more));
  *ipoint_number = ipoint_next;
}

#endif

#endif /* IPOINT_COUNTS_H */
