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

#ifndef IPOINT_TIME_HIGH
#define IPOINT_TIME_LOW UINT32_MAX
#define IPOINT_TIME_HIGH UINT32_MAX
#else
#define IPOINT_HAS_EDGES
#endif

static struct {
  struct ipoint_clocks now;
  uint64_t all; /* ticks since the start */
  /* The counter, when the last probe began and when it ended. */
  ipoint_port_ticks begin, end, mask;
} running;

extern struct ipoint_dump_times ipoint_times_memory;
struct ipoint_dump_times ipoint_times_memory = {
    IPOINT_DUMP_TIMES_MAGIC, IPOINT_TIME_BITS, IPOINT_TIME_BINS, 0, 0, {0, 0},
    IPOINT_TIME_LOW,         IPOINT_TIME_HIGH};

/* The counter is `now`: the time since the last probe is the running
   activation's, but for the `cost` of a probe in it. */
static void pass_time(ipoint_port_ticks now, uint32_t cost) {
  uint64_t spent = ((uint64_t)((now - running.end) & running.mask) << 8) - cost;
  running.all += (now - running.begin) & running.mask;
  running.begin = running.end = now;
  running.now.own += spent;
  running.now.task += spent;
}

/* An assignment may be a call of memcpy(). */
static void copy_clocks(struct ipoint_clocks *to,
                        const struct ipoint_clocks *from) {
  to->own = from->own;
  to->task = from->task;
  to->active = from->active;
}

/* Adds the time `spent`, in 1/256 ticks. 1 if it is the longest. */
static int add_time(struct ipoint_times *to, uint64_t spent) {
  uint32_t ticks, all, bin = 0;
  if (to->count == UINT32_MAX)
    return 0;
  spent += 128;
  /* Less than 0: than a probe was thought to take. */
  all = spent >> 63 ? 0 : spent >> 40 ? UINT32_MAX : (uint32_t)(spent >> 8);
  to->sum += all;
  if (!to->count++ || all < to->min)
    to->min = all;
  for (ticks = all; ticks >> (IPOINT_TIME_BITS + 1); ticks >>= 1)
    bin += 1u << IPOINT_TIME_BITS;
  bin += ticks;
#ifdef IPOINT_HAS_EDGES
  bin += (all >= IPOINT_TIME_LOW) + (all > IPOINT_TIME_HIGH);
  if (all > IPOINT_TIME_HIGH)
    to->above += all;
#endif
  to->bins[bin < IPOINT_TIME_BINS ? bin : IPOINT_TIME_BINS - 1]++;
  if (all < to->max || (all == to->max && to->count > 1))
    return 0;
  to->max = all;
  to->max_at = running.all;
  return 1;
}

static void enter(struct ipoint_activation *call, ipoint_address what,
                  ipoint_address next) {
  struct ipoint_memory *self = own_ring();
  call->times = ((const union ipoint_timed_unit *)what)->unit.times;
  call->slot = next >> 5;
  call->number = call->mark = call->start = 0;
  copy_clocks(&call->outer, &running.now);
  running.now.active = call;
  running.now.own = 0;
  if (next & IPOINT_TIMES_NOTHING)
    return;
  if (HEADER.limit == ADDRESS_OF(END)) /* it is recording */
    call->start = ipoint_times_memory.starts;
  call->times[call->slot + 1].other++;
}

/* The rest of a probe that ends a path. */
static void pass(struct ipoint_activation *call, ipoint_address what,
                 ipoint_address next) {
  struct ipoint_memory *self = own_ring();
  ipoint_address number = call->number + what;
  struct ipoint_times *times = call->times;
  call->number = next >> 5;
  /* The call has been left by longjmp(), began before the start, or ends behind
     the stop. */
  if (running.now.active != call || call->start != ipoint_times_memory.starts ||
      HEADER.limit != ADDRESS_OF(END)) {
    running.now.active = call;
    call->start = 0;
  }
  if (!(next & IPOINT_TIMES_NO_PATH)) {
    if (!call->start || times[number].count == UINT32_MAX)
      times[number].other++;
    else
      add_time(times + number, running.now.own - call->mark);
  }
  call->mark = running.now.own;
  if (!(next & IPOINT_TIMES_LEAVE))
    return;
  if (call->start) {
    times += call->slot;
    if (add_time(times, running.now.own))
      times->other = (uint32_t)number;
    add_time(times + 1, running.now.task - call->outer.task);
  }
  if (!(next & IPOINT_TIMES_HANDLER))
    call->outer.task = running.now.task;
  copy_clocks(&running.now, &call->outer);
}

CALLED void ipoint_times(struct ipoint_activation *call, ipoint_address what,
                         ipoint_address next) {
  ipoint_port_mask_state state = ipoint_port_mask();
  ipoint_port_ticks now = ipoint_port_counter();
  ipoint_times_memory.sequence++;
  pass_time(now, ipoint_times_memory.cost[!(next & IPOINT_TIMES_ENTER)]);
  (next & IPOINT_TIMES_ENTER ? enter : pass)(call, what, next);
  ipoint_times_memory.sequence++;
  running.end = ipoint_port_counter();
  ipoint_port_unmask(state);
}

/* A task's clocks stand from where it stops until it goes on. One whose number
   is IPOINT_TIMED_TASKS or more shares those of task 0. */
#ifndef IPOINT_TIMED_TASKS
#define IPOINT_TIMED_TASKS 1
#endif
static struct ipoint_clocks task_clocks[IPOINT_TIMED_TASKS];
static uint32_t running_task;

static void leave_task(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
  pass_time(ipoint_port_counter(), 0);
  copy_clocks(&task_clocks[running_task], &running.now);
  ipoint_port_unmask(state);
}

static void enter_task(uint32_t task) {
  running_task = task < IPOINT_TIMED_TASKS ? task : 0;
  copy_clocks(&running.now, &task_clocks[running_task]);
  running.end = ipoint_port_counter();
}

/* In a program's objects without optimisation (ipoint/times.h). */
extern void ipoint_times_costs(uint32_t *cost) __attribute__((__weak__));

/* With interrupts masked, before the recording begins. `bits` is the counter's
   width. */
static void start_times(uint32_t bits) {
  uint32_t cost[2];
  ipoint_times_memory.cost[0] = ipoint_times_memory.cost[1] = 0;
  ipoint_times_memory.starts++;
  running.mask = ~(ipoint_port_ticks)0 >> (8 * sizeof running.mask - bits);
  if (ipoint_times_costs)
    ipoint_times_costs(cost);
  else
    IPOINT_TIMES_ROUNDS(ipoint_times, (ipoint_address)ipoint_units_begin,
                        cost[0], cost[1]);
  ipoint_times_memory.cost[0] = cost[0];
  ipoint_times_memory.cost[1] = cost[1];
  running.now.active = 0;
  running.now.own = running.now.task = running.all = 0;
}

#endif /* IPOINT_BARE_TIMES_H */
