/*===- dump.h - The bytes of a recording without an operating system ------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A *memory dump* is what leaves a target, by whatever way: sixteen words, all
|* slots of the ring, the unit records, and counts where there are any. Words
|* are 32 bits wide, in the byte order of the target; a record is two, the low
|* one first. The runtime's memory (bare.h) begins with the same bytes, so a
|* debugger's dump of it will do.
|*
|* ipoint-import makes a trace of it. docs/formats.md is the contract.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_DUMP_H
#define IPOINT_DUMP_H

#include <stdint.h>

#define IPOINT_DUMP_MAGIC UINT32_C(0x6d697069) /* "ipim" */
/* In its place where ipoint_bare_start() found no counter. */
#define IPOINT_DUMP_NO_COUNTER 1u
#define IPOINT_DUMP_FORMAT 3u
/* The same with one ring for each of several cores. */
#define IPOINT_DUMP_FORMAT_OF_CORES 4u
#define IPOINT_DUMP_CORES 64 /* at most */
/* Whose first slots hold one round of probes: timed, timed, untimed, timed. */
#define IPOINT_DUMP_FORMAT_OF_ONE_ROUND 2u
/* Whose header has no word `sums`: what is there means nothing. */
#define IPOINT_DUMP_FORMAT_WITHOUT_SUMS 1u

enum ipoint_dump_policy {
  IPOINT_KEEP_NEWEST = 0, /* a flight recorder */
  IPOINT_KEEP_OLDEST = 1, /* stops when the ring is full */
  IPOINT_STREAM = 2       /* leaves meanwhile, in frames (stream.h) */
};

/* Which counter. */
enum ipoint_dump_clock {
  IPOINT_CLOCK_TIMER = 0, /* one that the program chose */
  IPOINT_CLOCK_DWT = 1,
  IPOINT_CLOCK_SYSTICK = 2,
  IPOINT_CLOCK_CYCLE = 3,
  IPOINT_CLOCK_PMCCNTR = 4,
  IPOINT_CLOCK_TIMEBASE = 5,
  IPOINT_CLOCK_MTIME = 6,
  IPOINT_CLOCK_CNTVCT = 7
};

/* The first slots hold what probes cost: four words with readings of the
   counter before, between and behind three loops of IPOINT_DUMP_COST_ROUNDS
   rounds, with a timed probe, with two, and with a timed and an untimed one. So
   a difference of two loops is right to three ticks for all rounds together
   (two readings, and what begins a loop), wherever in a tick the probes were.
 */
#define IPOINT_DUMP_BASE_SLOTS 4u
#define IPOINT_DUMP_COST_ROUNDS 128u
#define IPOINT_DUMP_COST_ERROR 3u
#define IPOINT_DUMP_SLOT 8u /* bytes */

/* The fields of the header's `sums`, from the lowest bits on: ticks in code
   that was compiled without optimisation. */
#define IPOINT_DUMP_SUMS_PATH 8u  /* bits: a record of a path's number */
#define IPOINT_DUMP_SUMS_MORE 4u  /* what one takes more that adds to it */
#define IPOINT_DUMP_SUMS_ADD 7u   /* four additions to a number */
#define IPOINT_DUMP_SUMS_SET 7u   /* a number is set, four times, not to 0 */
#define IPOINT_DUMP_SUMS_CLEAR 6u /* and four times to 0 */
#define IPOINT_DUMP_SUMS_TIMES 4u
#define IPOINT_DUMP_SUMS_RECORDS 9 /* a ring with less room measures none */

/* Places of slots are given in bytes from the dump's beginning. */
struct ipoint_dump_header {
  uint32_t magic;
  uint32_t format;
  uint32_t clock;        /* enum ipoint_dump_clock */
  uint32_t counter_bits; /* its width; 40 of them are kept at most */
  uint32_t rate;         /* ticks per second; 0: not known */
  uint32_t policy;       /* enum ipoint_dump_policy */
  uint32_t next;  /* place of the next record; that of the end: none is left */
  uint32_t limit; /* the low half of the address before which a probe may go on
                     without asking; the runtime's own affair */
  uint32_t end;   /* place behind the last slot */
  uint32_t stop_at; /* in the next round, the place to stop at; 0: none */
  uint32_t stopped; /* 1: on request, or some records after a trigger */
  uint32_t rounds;  /* how often the ring was full and begun again */
  uint32_t lost;    /* records that were not stored for want of room */
  uint32_t wraps;   /* of the counter, as far as ipoint_bare_tick() saw them */
  uint32_t last;    /* the counter, when it was called last */
  uint32_t sums;    /* what ipoint_sum_costs() of path.h measured; 0: nothing */
};

/* A dump of several cores (bare.c with -DIPOINT_CORES=N) begins with one ring
   for each: its header, its slots, and this. Of a core that has not been
   started all words are 0, as memory was. */
struct ipoint_dump_core {
  uint32_t number;       /* of the core: rings are in the order of these */
  uint32_t cores;        /* rings that there are */
  uint32_t shared;       /* 1: all cores read one counter */
  uint32_t without_ring; /* core 0: 1 more than the number of a core that had no
                            ring and came to a probe; 0: there was none */
  /* The counter beside core 0's, by ipoint_bare_align(): when it was called
     first, and last; 64 bits each, the low word first. */
  struct ipoint_dump_comparison {
    uint32_t here[2];  /* this core's in the middle of a round trip, … */
    uint32_t there[2]; /* … core 0's within it */
    uint32_t trip;     /* how long that was, ticks: of several the shortest */
    uint32_t trips;    /* 0: it was not compared */
  } first, last;
};

/* Behind the unit records, if bare.c is compiled with -DIPOINT_SUMS, and behind
   it the counts of each unit that has a record of them (counts.h). Of several
   cores there is one of these for each, and each count is as many. */
#define IPOINT_DUMP_COUNTS_MAGIC UINT32_C(0x73707069) /* "ipps" */
#define IPOINT_DUMP_WRAPPED 8u
struct ipoint_dump_counts {
  uint32_t magic;
  uint32_t counter_size; /* bytes of a count: 4 or 8 */
  uint32_t unnoted;      /* wraps of counts that `wrapped` has no room for */
  uint32_t run;          /* IPOINT_RUN of bare.c, when it was started */
  struct ipoint_dump_wrapped {
    uint32_t address; /* of a count */
    uint32_t wraps;   /* how often it has passed 2^32; 0: not in use */
  } wrapped[IPOINT_DUMP_WRAPPED];
};

/* Behind the counts, if it is compiled with -DIPOINT_TIMES, and behind it the
   edges, if it has some, and the times of each unit that has a record of them
   (times.h). */
#define IPOINT_DUMP_TIMES_MAGIC UINT32_C(0x55707069) /* "ippU" */
/* With what -DIPOINT_DETECTION keeps behind it. */
#define IPOINT_DUMP_DETECTED_MAGIC UINT32_C(0x56707069) /* "ippV" */
#if defined(IPOINT_DETECTION) && !defined(IPOINT_LONG_VISITS)
#define IPOINT_LONG_VISITS 256
#endif
#if defined(IPOINT_DETECTION) &&                                               \
    (IPOINT_LONG_VISITS + 0 < 1 || IPOINT_LONG_VISITS > 65536 ||               \
     (IPOINT_LONG_VISITS & (IPOINT_LONG_VISITS - 1)) != 0)
#error "IPOINT_LONG_VISITS must be a power of two up to 65536"
#endif
struct ipoint_dump_times {
  uint32_t magic;
  uint32_t time_bits; /* IPOINT_TIME_BITS */
  uint32_t bins;      /* IPOINT_TIME_BINS */
  uint32_t starts;    /* of the recording, since the reset */
  uint32_t cost[2];   /* what a probe at a call's beginning, and what another
                         one has taken off each time, 1/256 ticks */
  /* The counter at the start and at the last probe: its low 32 bits, and those
     above, or how often it has wrapped since the start if it has no more. */
  uint32_t begun[2], now[2];
#ifdef IPOINT_DETECTION
  struct ipoint_dump_detection {
    /* The ticks from a probe's first reading of the counter to its last one,
       1/16384: moving means of some 256 probes that begin calls, that end
       paths, and that end calls. */
    uint32_t between[3];
    uint32_t slots; /* IPOINT_LONG_VISITS, a power of two */
    uint32_t seen;  /* long visits so far; the next one is in the slot of this
                       number, modulo their count */
    struct ipoint_dump_long {
      uint32_t index; /* in the count table */
      uint32_t ticks;
      uint32_t number; /* of the times of that index, from 1 on */
      uint32_t at[2];  /* the counter when it ended, as `now` */
    } visits[IPOINT_LONG_VISITS];
  } detection;
#endif
};

#endif /* IPOINT_DUMP_H */
