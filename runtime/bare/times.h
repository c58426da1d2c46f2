/*===- times.h - Times in place without an operating system ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c with -DIPOINT_TIMES, after sums.h. The clock of the running
|* task stops while probes, handlers and other tasks run. A second clock holds
|* what the running activation itself took since its last path ended. At its
|* entry an activation saves its caller's clocks; at its exit it restores the
|* second one. Example: f runs from 10 to 40 and calls g from 20 to 25: then the
|* second clock goes on from 10, so f has a self time of 25 and an inclusive one
|* of 30. A handler restores the first clock, too. A probe reads the counter at
|* its beginning and at its end. The part of the probes between two readings was
|* measured at the start, in 1/256 ticks, and is subtracted from each time; the
|* fraction is carried over.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_TIMES_H
#define IPOINT_BARE_TIMES_H

/* On several cores each has clocks and a part of each entry: with interrupts
   masked, its number is in `core`. */
#if IPOINT_CORES > 1
#define TIMES_MEMORY ipoint_times_memory[IPOINT_CORES]
#define TIMES ipoint_times_memory[core]
#define OWN_TIMES ipoint_times_memory[own_number()]
#define PART(times) (times)->of[core]
#define CORE uint32_t core,
#define ON_CORE core,
#else
#define TIMES_MEMORY ipoint_times_memory
#define TIMES ipoint_times_memory
#define OWN_TIMES ipoint_times_memory
#define PART(times) (times)->of[0]
#define CORE
#define ON_CORE
#endif
extern struct ipoint_dump_times TIMES_MEMORY;
struct ipoint_dump_times TIMES_MEMORY;

/* A task's clocks stand from where it stops until it goes on. One whose number
   is IPOINT_TIMED_TASKS or more shares those of task 0. */
#ifndef IPOINT_TIMED_TASKS
#define IPOINT_TIMED_TASKS 1
#endif

static struct running {
  struct ipoint_clocks now;
  ipoint_port_ticks end; /* the counter, when the last probe ended */
#ifndef IPOINT_PORT_BITS
  ipoint_port_ticks mask; /* the bits that it has */
#endif
  uint32_t rest;  /* of what probes cost, 1/256 ticks */
  uint32_t start; /* the number of the start; 0: nothing is kept */
  uint32_t stop;  /* where the task's clocks are kept, from stops[0] on */
#ifdef IPOINT_DETECTION
  uint32_t took;       /* the last probe, ticks; 0: there was none */
  ipoint_address sort; /* what it was, IPOINT_TIMES_ENTER and such */
#endif
} clocks[IPOINT_CORES];
/* A task that stops is as if it made a call of a handler, which ends when it
   goes on. Behind those are what runs outside of tasks on other cores. */
static struct ipoint_activation stops[IPOINT_TIMED_TASKS + IPOINT_CORES - 1];

#define LOW_BITS(width)                                                        \
  (~(ipoint_port_ticks)0 >> (8 * sizeof(ipoint_port_ticks) - (width)))
#ifdef IPOINT_PORT_BITS
#define TICKS_MASK(run) LOW_BITS(IPOINT_PORT_BITS)
#else
#define TICKS_MASK(run) (run)->mask
#endif

/* What comes before is stored before what comes behind. */
#define IN_ORDER() __asm__ __volatile__("" : : : "memory")
/* Reached by short offsets from its own address: less code. */
#define BY_ITSELF(pointer) __asm__("" : "+r"(pointer))

/* When the longest was, and the path that ended it. */
#if defined(IPOINT_NO_LONGEST) && !defined(IPOINT_DETECTION)
#define KEEPS_LONGEST 0
#else
#define KEEPS_LONGEST 1
#endif

#define RARELY(condition) __builtin_expect(!!(condition), 0)

/* Or as much as there is room for. */
IPOINT_PORT_INLINE uint32_t add_ticks(uint32_t to, ipoint_port_ticks more) {
  more += to;
  return more < to || more > UINT32_MAX ? UINT32_MAX : (uint32_t)more;
}

/* The counter is `now`: the time since the last probe is the running task's,
   but for the `cost` of a probe in it. What there is no time for is taken off
   the next one. */
IPOINT_PORT_INLINE void pass_time(struct running *run,
                                  struct ipoint_dump_times *about,
                                  ipoint_port_ticks now, uint32_t cost) {
  if (KEEPS_LONGEST) {
    about->now[1] = sizeof now > 4
                        ? (uint32_t)((uint64_t)now >> 32)
                        : about->now[1] + ((uint32_t)now < about->now[0]);
    about->now[0] = (uint32_t)now;
  }
  now = (now - run->end) & TICKS_MASK(run);
  run->rest += cost;
  cost = run->rest >> 8;
  if (cost > now)
    cost = (uint32_t)now;
  run->rest -= cost << 8;
  now -= cost;
  run->now.now += now;
  run->now.own = add_ticks(run->now.own, now);
}

#ifdef IPOINT_DETECTION
/* Of the last probe: what comes in those ticks is served behind it. A 64th of a
   tick may be lost at a time: of a coarse clock, probes take few ticks. */
IPOINT_PORT_INLINE void note_last(struct ipoint_dump_times *about,
                                  const struct running *run) {
  uint32_t *of = about->detection.between;
  if (!(run->sort & IPOINT_TIMES_ENTER))
    of += run->sort & IPOINT_TIMES_LEAVE ? 2 : 1;
  *of += *of ? (run->took << 6) - (*of >> 8) : run->took << 14;
}

/* Behind its last reading of the counter each takes as long as another. */
IPOINT_PORT_INLINE void note_this(struct running *run, ipoint_port_ticks now,
                                  ipoint_address next) {
  run->took = (uint32_t)((run->end - now) & TICKS_MASK(run));
  run->sort = next;
}

/* Whether a time is long: more than the mean, in a bin that, with the one
   before it, has less than a quarter of the times. */
IPOINT_PORT_INLINE int is_long(const struct ipoint_time *in, uint32_t bin,
                               uint32_t ticks, uint32_t count) {
  uint32_t alike = in->bins[bin] + (bin ? in->bins[bin - 1] : 0);
  return RARELY(alike < count >> 2) && (uint64_t)ticks * count > in->sum;
}

static void note_long(struct ipoint_dump_times *about, uint32_t index,
                      uint32_t ticks, uint32_t number) {
  struct ipoint_dump_detection *to = &about->detection;
  struct ipoint_dump_long *slot =
      &to->visits[to->seen & (IPOINT_LONG_VISITS - 1)];
  slot->index = index;
  slot->ticks = ticks;
  slot->number = number;
  slot->at[0] = about->now[0];
  slot->at[1] = about->now[1];
  IN_ORDER();
  to->seen++;
}
#define IS_LONGEST(result) ((result) & 1)
#define TIMES_MAGIC IPOINT_DUMP_DETECTED_MAGIC
#else
#define note_last(about, run) ((void)(about))
#define note_this(run, now, next) ((void)0)
#define is_long(in, bin, ticks, count) 0
#define note_long(about, index, ticks, number) ((void)0)
#define IS_LONGEST(result) (result)
#define TIMES_MAGIC IPOINT_DUMP_TIMES_MAGIC
#endif

/* An assignment may be a call of memcpy(). */
IPOINT_PORT_INLINE void copy_clocks(struct ipoint_clocks *to,
                                    const struct ipoint_clocks *from) {
  to->now = from->now;
  to->active = from->active;
  to->own = from->own;
}

/* How far up in a histogram without edges `ticks` are. */
IPOINT_PORT_INLINE uint32_t bin_of(uint32_t ticks) {
#if defined(__ARM_FEATURE_CLZ) || defined(__aarch64__) ||                      \
    defined(__riscv_zbb) || defined(__PPC__)
  uint32_t shift = 31u - IPOINT_TIME_BITS -
                   (uint32_t)__builtin_clz(ticks | 1u << IPOINT_TIME_BITS);
  return (shift << IPOINT_TIME_BITS) + (ticks >> shift);
#else
  uint32_t bin = 0;
  for (; ticks >> (IPOINT_TIME_BITS + 1); ticks >>= 1)
    bin += 1u << IPOINT_TIME_BITS;
  return bin + ticks;
#endif
}

#ifdef IPOINT_NO_EDGES
#define EDGES(edges) ((const struct ipoint_edges *)0)
#else
#define EDGES(edges) (edges)
const char ipoint_times_edges[] = "";
#endif

/* Adds a time, unless no more are taken. 1 if it is the longest. For detection,
   2 more if it is long. */
static __attribute__((__noinline__)) uint32_t
add_time(CORE struct ipoint_times *all, const struct ipoint_edges *edges,
         uint32_t ticks) {
  struct ipoint_time *to = &PART(all);
  uint32_t bin, count = to->count + 1;
  uint32_t result = 0;
  BY_ITSELF(result);
  if (RARELY(count == 0))
    return result;
  bin = bin_of(ticks);
  if (RARELY(edges != 0)) {
    if (ticks >= edges->low)
      bin++;
    if (ticks > edges->high)
      bin++;
    else
      edges = 0;
  }
  if (RARELY(bin >= IPOINT_TIME_BINS))
    bin = IPOINT_TIME_BINS - 1;
  to->bins[bin]++;
  IN_ORDER();
  to->sum += ticks;
  if (RARELY(edges != 0))
    to->above += ticks;
  if (RARELY(~ticks > to->less))
    to->less = ~ticks;
  if (RARELY(ticks > to->max)) {
    to->max = ticks;
    if (KEEPS_LONGEST) {
      const struct ipoint_dump_times *about = &TIMES;
      BY_ITSELF(about);
      to->max_at = (uint64_t)about->now[1] << 32 | about->now[0];
    }
    result = 1;
  }
  IN_ORDER();
  to->count = count;
  if (is_long(to, bin, ticks, count))
    result |= 2;
  return result;
}

static void enter(CORE struct running *run, struct ipoint_activation *call,
                  ipoint_address what, ipoint_address next) {
  const union ipoint_timed_unit *unit = (const union ipoint_timed_unit *)what;
  call->unit = unit;
  call->number = call->start = 0;
  if (!(next & IPOINT_TIMES_NOTHING)) {
    struct ipoint_times *times = unit->unit.times + (next >> 5);
    PART(times + 1).other++;
    call->times = times;
    call->start = run->start;
  }
  copy_clocks(&call->outer, &run->now);
  call->self = 0;
  run->now.own = 0;
  run->now.active = call;
}

/* The rest of a probe that ends the call, behind its path. */
static void leave(CORE struct running *run, struct ipoint_activation *call,
                  ipoint_address next) {
  if (call->start) {
    uint64_t all;
    if (IS_LONGEST(add_time(ON_CORE call->times, 0, call->self)) &&
        KEEPS_LONGEST)
      PART(call->times).other = (uint32_t)call->number;
    all = run->now.now - call->outer.now;
    add_time(ON_CORE call->times + 1, 0,
             all >> 32 ? UINT32_MAX : (uint32_t)all);
  }
  if (next & IPOINT_TIMES_HANDLER)
    run->now.now = call->outer.now;
  run->now.own = call->outer.own;
  run->now.active = call->outer.active;
}

/* The rest of a probe that ends a path. */
static void pass(CORE struct running *run, struct ipoint_activation *call,
                 ipoint_address what, ipoint_address next) {
  uint32_t own = run->now.own;
  call->number += what;
  run->now.own = 0;
  call->self = add_ticks(call->self, own);
  /* longjmp() has left the call or some that it made, it began before the
     start, or ends behind the stop. */
  if (run->now.active != call || call->start != run->start) {
    run->now.active = call;
    call->start = 0;
  }
  if (!(next & IPOINT_TIMES_NO_PATH)) {
    struct ipoint_times *times = call->unit->unit.times + call->number;
    const struct ipoint_edges *edges = EDGES(call->unit->unit.edges);
    BY_ITSELF(times);
    if (!call->start || PART(times).count == UINT32_MAX)
      PART(times).other++;
    else {
      uint32_t added =
          add_time(ON_CORE times, edges ? edges + call->number : 0, own);
      if (added & 2)
        note_long(&TIMES, call->unit->unit.first + (uint32_t)call->number, own,
                  PART(times).count);
    }
  }
  if (next & IPOINT_TIMES_LEAVE)
    leave(ON_CORE run, call, next);
  else
    call->number = next >> 5;
}

CALLED void ipoint_times(struct ipoint_activation *call, ipoint_address what,
                         ipoint_address next) {
  ipoint_port_mask_state state = ipoint_port_mask();
  ipoint_port_ticks now;
  struct running *run = clocks;
  struct ipoint_dump_times *about =
      (struct ipoint_dump_times *)&ipoint_times_memory;
#if IPOINT_CORES > 1
  uint32_t core = own_number();
  if (core >= IPOINT_CORES)
    goto end;
  run += core;
  about += core;
#endif
  BY_ITSELF(about);
  BY_ITSELF(run);
  now = ipoint_port_counter();
  note_last(about, run);
  pass_time(run, about, now,
            next & IPOINT_TIMES_ENTER ? about->cost[0] : about->cost[1]);
  BY_ITSELF(next); /* tested again: less code than keeping what was found */
  if (next & IPOINT_TIMES_ENTER)
    enter(ON_CORE run, call, what, next);
  else
    pass(ON_CORE run, call, what, next);
  run->end = ipoint_port_counter();
  note_this(run, now, next);
#if IPOINT_CORES > 1
end:
#endif
  ipoint_port_unmask(state);
}

/* What the kernel takes between both is in no task's time. */
static void switch_clocks(const struct running *run, ipoint_address next) {
#ifdef IPOINT_DETECTION
  struct running *probed = &clocks[run - clocks];
  uint32_t took = run->took;
  ipoint_address sort = run->sort;
#endif
  ipoint_times((struct ipoint_activation *)(void *)((char *)stops + run->stop),
               0, next);
#ifdef IPOINT_DETECTION
  probed->took = took;
  probed->sort = sort;
#endif
}

static void leave_task(void) {
  uint32_t core = own_number();
  if (core < IPOINT_CORES)
    switch_clocks(&clocks[core], IPOINT_TIMES_ENTER | IPOINT_TIMES_NOTHING);
}

static void enter_task(uint32_t task) {
  uint32_t core = own_number();
  if (core >= IPOINT_CORES)
    return;
  if (task >= IPOINT_TIMED_TASKS)
    task = 0;
  if (task == 0 && core != 0)
    task = IPOINT_TIMED_TASKS - 1 + core;
  clocks[core].stop = task * (uint32_t)sizeof *stops;
  switch_clocks(&clocks[core], IPOINT_TIMES_LEAVE | IPOINT_TIMES_HANDLER |
                                   IPOINT_TIMES_NO_PATH);
}

/* In a program's objects without optimisation (ipoint/times.h). */
extern void ipoint_times_costs(uint32_t *cost) __attribute__((__weak__));

/* Elsewhere the arguments of both take the same. */
IPOINT_PORT_INLINE void measure_times(uint32_t *cost) {
  struct ipoint_activation call;
  uint32_t left = IPOINT_TIMES_ROUNDS, sum = 0;
  do {
    ipoint_times(&call, 0, IPOINT_TIMES_ENTER | IPOINT_TIMES_NOTHING);
    ipoint_times(&call, 0, IPOINT_TIMES_LEAVE | IPOINT_TIMES_NO_PATH);
    sum += call.self;
  } while (--left);
  cost[0] = cost[1] = sum;
}

/* With interrupts masked, before the recording begins. `bits` is the counter's
   width. */
static void start_times(uint32_t bits) {
  uint32_t core = own_number();
  struct running *run = &clocks[core];
  struct ipoint_dump_times *about = &TIMES;
  ipoint_port_ticks now;
  about->magic = TIMES_MAGIC;
  about->time_bits = IPOINT_TIME_BITS;
  about->bins = IPOINT_TIME_BINS;
  about->cost[0] = about->cost[1] = run->rest = 0;
#ifdef IPOINT_PORT_BITS
  (void)bits;
#else
  run->mask = LOW_BITS(bits);
#endif
  if (ipoint_times_costs)
    ipoint_times_costs(about->cost);
  else
    measure_times(about->cost);
  if (core)
    run->stop = (IPOINT_TIMED_TASKS - 1 + core) * (uint32_t)sizeof *stops;
  now = ipoint_port_counter();
  about->begun[0] = (uint32_t)now;
  about->begun[1] = sizeof now > 4 ? (uint32_t)((uint64_t)now >> 32) : 0;
  about->now[0] = about->begun[0];
  about->now[1] = about->begun[1];
#ifdef IPOINT_DETECTION
  clear(&about->detection, sizeof about->detection);
  about->detection.slots = IPOINT_LONG_VISITS;
  run->took = 0;
#endif
  run->start = ++about->starts;
}

/* With interrupts masked, between probes. */
static void pass_tick(ipoint_port_ticks now) {
  uint32_t core = own_number();
  if (core < IPOINT_CORES) {
    pass_time(&clocks[core], &TIMES, now, 0);
    clocks[core].end = now;
  }
}

/* Holds the times of all cores, and puts what there was into `kept`. */
static void hold_times(uint32_t *kept) {
  uint32_t core = 0;
  for (; core < IPOINT_CORES; core++) {
    kept[core] = clocks[core].start;
    clocks[core].start = 0;
  }
}

static void release_times(const uint32_t *kept) {
  uint32_t core = 0;
  for (; core < IPOINT_CORES; core++)
    clocks[core].start = kept[core];
}

#endif /* IPOINT_BARE_TIMES_H */
