/*===- times.h - Times of paths and calls, where they arise ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Included from ipoint/counts.h, whose rules hold here, too, where a unit has
|* its counts in an array: there it has its times, too. A timed ipoint is
|*
|*   struct ipoint_activation ipoint_time_1;
|*   ipoint_times(&ipoint_time_1, ipoint_times_here(), slot << 5 | 2u);
|*   ...
|*   ipoint_times(&ipoint_time_1, index, number << 5);
|*   ipoint_times(&ipoint_time_1, index, 1u);
|*
|* Both times are of the running activation alone: what instrumented callees,
|* interrupt handlers and probes take is not in them. One function for all of
|* these, with as many arguments: so what a probe adds to the time between two
|* is always the same (runtime/bare/times.h). In the unit's array of times the
|* slots of a function are those of its self and its inclusive times, one behind
|* the other; the others are of paths, most often of two ipoints.
\*===----------------------------------------------------------------------===*/

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef IPOINT_TIMES_H
#define IPOINT_TIMES_H

/* Bins of a histogram: one for each number of ticks below 2^(BITS + 1), then
   2^BITS for each power of two; the last one has all longer times. All of a
   program's files are compiled with the same ones. Thresholds of the config
   file are edges of two more of them in the paths of the blocks that they are
   for, and what is more than the high one is added up apart. */
#ifndef IPOINT_TIME_BITS
#define IPOINT_TIME_BITS 2
#endif
#ifndef IPOINT_TIME_BINS
#define IPOINT_TIME_BINS 64
#endif
#if IPOINT_TIME_BITS + 0 < 1 || IPOINT_TIME_BITS > 8
#error "IPOINT_TIME_BITS must be from 1 to 8"
#elif IPOINT_TIME_BINS + 0 < 2 || IPOINT_TIME_BINS > 4096 ||                   \
    IPOINT_TIME_BINS % 2 != 0
#error "IPOINT_TIME_BINS must be even, and from 2 to 4096"
#endif

/* Times without probes, in ticks; one of 2^32 or more counts as 2^32 - 1. A bin
   is written first, and the count last: what is read from the first word to
   the last is an entry as of one moment, if its bins add up to its count. */
struct ipoint_time {
  __UINT32_TYPE__ count; /* 2^32 - 1: it is full, and takes no more */
  /* Of a path: how often it came without a time. Of self times: of the
     path that ended the longest call, its index less `first`. Of inclusive
     ones: calls that began. */
  __UINT32_TYPE__ other;
  __UINT32_TYPE__ less, max; /* 2^32 - 1 less the minimum */
  ipoint_word sum, above;    /* of all; of those over the high threshold */
  ipoint_word max_at;        /* the counter, when the longest ended */
  __UINT32_TYPE__ bins[IPOINT_TIME_BINS];
};

/* An entry: a part for each core. */
struct ipoint_times {
#if defined(IPOINT_CORES) && IPOINT_CORES > 1
  struct ipoint_time of[IPOINT_CORES];
#else
  struct ipoint_time of[1];
#endif
};

/* Ticks that begin bins: from `low` on, and over `high`. */
struct ipoint_edges {
  __UINT32_TYPE__ low, high;
};

/* The record of a unit's times, among the unit records and as long as one: they
   are those of the indices from `first` on. */
union ipoint_timed_unit {
  struct {
    __UINT32_TYPE__ magic, first, count, paths; /* of these, the first ones */
    struct ipoint_times *times;
    __const__ struct ipoint_edges *edges; /* as many, or null */
    __const__ char *has_edges; /* so that the recorder has what these need */
  } unit;
  __UINT32_TYPE__ words[IPOINT_UNIT_WORDS];
};

/* Of a recorder without -DIPOINT_NO_EDGES. */
extern __const__ char ipoint_times_edges[];

/* The clocks of a task, in ticks: its execution time; the running activation,
   and how much of that it took itself since its last path ended. */
struct ipoint_clocks {
  ipoint_word now;
  void *active;
  __UINT32_TYPE__ own;
};

/* A call that is being timed. */
struct ipoint_activation {
  __const__ union ipoint_timed_unit *unit;
  struct ipoint_times *times; /* its function's */
  ipoint_address number;      /* of the path, as far as the runtime adds it */
  ipoint_address start; /* which start of the recorder it is in; 0: in none */
  struct ipoint_clocks outer; /* when it began */
  __UINT32_TYPE__ self;       /* its own time, until its last path ended */
};

extern void ipoint_times(struct ipoint_activation *ipoint_call,
                         ipoint_address ipoint_what,
                         ipoint_address ipoint_next);

/* The same in expressions in which the order of evaluation is open. */
IPOINT_INLINE void ipoint_times_next(struct ipoint_activation *ipoint_call,
                                     ipoint_index *ipoint_number,
                                     ipoint_index ipoint_more,
                                     ipoint_address ipoint_next,
                                     ipoint_index ipoint_base) {
  ipoint_times(ipoint_call, (ipoint_address)(*ipoint_number + ipoint_more),
               ipoint_next);
  *ipoint_number = ipoint_base;
}

/* The runtime measures its probes at the start: over these rounds it adds up,
   in 1/256 of a tick, what a call adds to the time of its caller where it
   begins, and what any other probe does. */
#define IPOINT_TIMES_ROUNDS 256u

/* Without optimisation the arguments take more instructions; the runtime calls
   this one where there is one. The address of another record is as far as that
   of ipoint_times_here(): linkers may shorten what takes it. */
#if !defined(__OPTIMIZE__) && !defined(IPOINT_NO_UNIT)
static void ipoint_times_taken(struct ipoint_activation *ipoint_call,
                               ipoint_address ipoint_what,
                               ipoint_address ipoint_next)
    __attribute__((__weakref__("ipoint_times")));
IPOINT_INLINE ipoint_address ipoint_times_nowhere(void) {
  return (ipoint_address)&ipoint_this_unit;
}
extern __attribute__((__weak__, __no_instrument_function__)) void
ipoint_times_costs(__UINT32_TYPE__ *ipoint_cost);
void ipoint_times_costs(__UINT32_TYPE__ *ipoint_cost) {
  struct ipoint_activation ipoint_call;
  __UINT32_TYPE__ ipoint_left = IPOINT_TIMES_ROUNDS, ipoint_begun = 0u,
                  ipoint_ended = 0u;
  do {
    ipoint_times_taken(&ipoint_call, ipoint_times_nowhere(), 18u);
    ipoint_times_taken(&ipoint_call, ipoint_times_nowhere(), 18u);
    ipoint_times_taken(&ipoint_call, 0u, 9u);
    ipoint_begun += ipoint_call.outer.own;
    ipoint_ended += ipoint_call.self;
  } while (--ipoint_left);
  ipoint_cost[0] = ipoint_begun;
  ipoint_cost[1] = ipoint_ended;
}
#endif

#endif /* IPOINT_TIMES_H */
