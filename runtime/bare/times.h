/*===- times.h - Times in place without an operating system ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c with -DIPOINT_TIMES, behind sums.h. There are two clocks: the
|* running task's, which stands while probes, handlers and other tasks run, and
|* that of the running activation, which stands while what it calls runs, too.
|* An activation keeps what its caller had taken, and gives it back at its end;
|* a handler gives the task's clock back as well. A probe reads the counter when
|* it begins and when it ends. What of it lies between two readings of different
|* probes was measured at the start, and is taken off each time.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_TIMES_H
#define IPOINT_BARE_TIMES_H

/* On several cores each has clocks and a part of each entry: with interrupts
   masked, its number is in `core`. */
#if IPOINT_CORES > 1
#define TIMES_MEMORY ipoint_times_memory[IPOINT_CORES]
#define TIMES ipoint_times_memory[core]
#define running clocks[core]
#define PART(times) (times)->of[core]
#define CORE uint32_t core,
#define ON_CORE core,
#else
#define TIMES_MEMORY ipoint_times_memory
#define TIMES ipoint_times_memory
#define running clocks[0]
#define PART(times) (times)->of[0]
#define CORE
#define ON_CORE
#endif
extern struct ipoint_dump_times TIMES_MEMORY;
struct ipoint_dump_times TIMES_MEMORY;

static struct {
  struct ipoint_clocks now;
  uint32_t start;              /* the number of the start; 0: nothing is kept */
  ipoint_port_ticks end, mask; /* the counter, when the last probe ended */
} clocks[IPOINT_CORES];

/* What comes before is stored before what comes behind. */
#define IN_ORDER() __asm__ __volatile__("" : : : "memory")

/* The counter is `now`: the time since the last probe is the running
   activation's, but for the `cost` of a probe in it. */
IPOINT_PORT_INLINE void pass_time(CORE ipoint_port_ticks now, uint32_t cost) {
  TIMES.now[1] = sizeof now > 4 ? (uint32_t)((uint64_t)now >> 32)
                                : TIMES.now[1] + ((uint32_t)now < TIMES.now[0]);
  TIMES.now[0] = (uint32_t)now;
  running.now.own +=
      ((uint64_t)((now - running.end) & running.mask) << 8) - cost;
}

/* An assignment may be a call of memcpy(). */
IPOINT_PORT_INLINE void copy_clocks(struct ipoint_clocks *to,
                                    const struct ipoint_clocks *from) {
  to->own = from->own;
  to->others = from->others;
  to->active = from->active;
}

/* How far up in a histogram without edges `ticks` are. */
IPOINT_PORT_INLINE uint32_t bin_of(uint32_t ticks) {
#if defined(__ARM_FEATURE_CLZ) || defined(__aarch64__) ||                      \
    defined(__riscv_zbb) || defined(__PPC__)
  int shift = 31 - __builtin_clz(ticks | 1) - IPOINT_TIME_BITS;
  if (shift < 0)
    shift = 0;
  return ((uint32_t)shift << IPOINT_TIME_BITS) + (ticks >> shift);
#else
  uint32_t bin = 0;
  for (; ticks >> (IPOINT_TIME_BITS + 1); ticks >>= 1)
    bin += 1u << IPOINT_TIME_BITS;
  return bin + ticks;
#endif
}

#define RARELY(condition) __builtin_expect(!!(condition), 0)

/* Adds the time `spent`, in 1/256 ticks. 2 if it is the longest; 0: no more
   are taken. */
static __attribute__((__noinline__)) int
add_time(CORE struct ipoint_times *all, const struct ipoint_edges *edges,
         uint64_t spent) {
  struct ipoint_time *to = &PART(all);
  uint32_t ticks, bin, count = to->count + 1;
  int result = 1;
  if (RARELY(count == 0))
    return 0;
  spent += 128;
  ticks = (uint32_t)(spent >> 8);
  if (RARELY(spent >> 40)) /* less than 0: than a probe was thought to take */
    ticks = spent >> 63 ? 0 : UINT32_MAX;
  bin = bin_of(ticks);
  if (RARELY(edges != 0)) {
    bin += (ticks >= edges->low) + (ticks > edges->high);
    if (ticks <= edges->high)
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
    to->max_at = (uint64_t)TIMES.now[1] << 32 | TIMES.now[0];
    result = 2;
  }
  IN_ORDER();
  to->count = count;
  return result;
}

static void enter(CORE struct ipoint_activation *call, ipoint_address what,
                  ipoint_address next) {
  call->unit = (const union ipoint_timed_unit *)what;
  call->slot = next >> 5;
  call->number = call->mark = call->start = 0;
  copy_clocks(&call->outer, &running.now);
  running.now.others += running.now.own;
  running.now.own = 0;
  running.now.active = call;
  if (next & IPOINT_TIMES_NOTHING)
    return;
  call->start = running.start;
  PART(call->unit->unit.times + call->slot + 1).other++;
}

/* The rest of a probe that ends the call, behind the path `number`. */
static void leave(CORE struct ipoint_activation *call, uint32_t number,
                  int is_handler) {
  struct ipoint_times *times = call->unit->unit.times + call->slot;
  uint64_t own = running.now.own, all = own + running.now.others,
           before = call->outer.own + call->outer.others;
  if (call->start) {
    if (add_time(ON_CORE times, 0, own) == 2)
      PART(times).other = number;
    add_time(ON_CORE times + 1, 0, all - before);
  }
  copy_clocks(&running.now, &call->outer);
  if (!is_handler)
    running.now.others = all - running.now.own;
}

/* The rest of a probe that ends a path. */
static void pass(CORE struct ipoint_activation *call, ipoint_address what,
                 ipoint_address next) {
  ipoint_address number = call->number + what;
  const union ipoint_timed_unit *unit = call->unit;
  call->number = next >> 5;
  /* longjmp() has left the call or some that it made, it began before the
     start, or ends behind the stop. */
  if (running.now.active != call || call->start != running.start) {
    running.now.active = call;
    call->start = 0;
  }
  if (!(next & IPOINT_TIMES_NO_PATH)) {
    struct ipoint_times *times = unit->unit.times + number;
    const struct ipoint_edges *edges = unit->unit.edges;
    if (!call->start || !add_time(ON_CORE times, edges ? edges + number : 0,
                                  running.now.own - call->mark))
      PART(times).other++;
  }
  call->mark = running.now.own;
  if (next & IPOINT_TIMES_LEAVE)
    leave(ON_CORE call, (uint32_t)number, (next & IPOINT_TIMES_HANDLER) != 0);
}

CALLED void ipoint_times(struct ipoint_activation *call, ipoint_address what,
                         ipoint_address next) {
  ipoint_port_mask_state state = ipoint_port_mask();
#if IPOINT_CORES > 1
  uint32_t core = own_number();
  if (core >= IPOINT_CORES)
    goto end;
#endif
  pass_time(ON_CORE ipoint_port_counter(),
            TIMES.cost[!(next & IPOINT_TIMES_ENTER)]);
  if (next & IPOINT_TIMES_ENTER)
    enter(ON_CORE call, what, next);
  else
    pass(ON_CORE call, what, next);
  running.end = ipoint_port_counter();
#if IPOINT_CORES > 1
end:
#endif
  ipoint_port_unmask(state);
}

/* A task's clocks stand from where it stops until it goes on. One whose number
   is IPOINT_TIMED_TASKS or more shares those of task 0. */
#ifndef IPOINT_TIMED_TASKS
#define IPOINT_TIMED_TASKS 1
#endif
/* Behind them those of what runs outside of tasks on other cores. */
static struct ipoint_clocks task_clocks[IPOINT_TIMED_TASKS + IPOINT_CORES - 1];
static uint32_t running_tasks[IPOINT_CORES];

static void leave_task(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
  uint32_t core = own_number();
  if (core < IPOINT_CORES) {
    pass_time(ON_CORE ipoint_port_counter(), 0);
    copy_clocks(&task_clocks[running_tasks[core]], &running.now);
  }
  ipoint_port_unmask(state);
}

static void enter_task(uint32_t task) {
  uint32_t core = own_number();
  if (core >= IPOINT_CORES)
    return;
  if (task >= IPOINT_TIMED_TASKS || task == 0)
    task = core == 0 ? 0 : IPOINT_TIMED_TASKS - 1 + core;
  running_tasks[core] = task;
  copy_clocks(&running.now, &task_clocks[task]);
  running.end = ipoint_port_counter();
}

/* In a program's objects without optimisation (ipoint/times.h). */
extern void ipoint_times_costs(uint32_t *cost) __attribute__((__weak__));

/* With interrupts masked, before the recording begins. `bits` is the counter's
   width. */
static void start_times(uint32_t bits) {
  uint32_t cost[2], core = own_number();
  TIMES.magic = IPOINT_DUMP_TIMES_MAGIC;
  TIMES.time_bits = IPOINT_TIME_BITS;
  TIMES.bins = IPOINT_TIME_BINS;
  TIMES.cost[0] = TIMES.cost[1] = 0;
  running.mask = ~(ipoint_port_ticks)0 >> (8 * sizeof running.mask - bits);
  if (ipoint_times_costs)
    ipoint_times_costs(cost);
  else
    IPOINT_TIMES_ROUNDS(ipoint_times, (ipoint_address)ipoint_units_begin,
                        cost[0], cost[1]);
  TIMES.cost[0] = cost[0];
  TIMES.cost[1] = cost[1];
  clear(&running.now, sizeof running.now);
  if (core == 0)
    clear(task_clocks, sizeof task_clocks);
  running_tasks[core] = core == 0 ? 0 : IPOINT_TIMED_TASKS - 1 + core;
  TIMES.now[0] = TIMES.now[1] = 0;
  pass_time(ON_CORE running.end, 0);
  TIMES.begun[0] = TIMES.now[0];
  TIMES.begun[1] = TIMES.now[1];
  running.start = ++TIMES.starts;
}

/* With interrupts masked, between probes. */
static void pass_tick(ipoint_port_ticks now) {
  uint32_t core = own_number();
  if (core < IPOINT_CORES) {
    pass_time(ON_CORE now, 0);
    running.end = now;
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
