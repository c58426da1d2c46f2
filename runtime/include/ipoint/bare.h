/*===- bare.h - Recording without an operating system ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For programs on bare metal or on a small kernel. Link runtime/bare/bare.c,
|* compiled for the target with
|*
|*   -DIPOINT_RING_SLOTS=1024        slots, eight bytes each (default: 512; at
|*                                least 5: four hold what a probe costs)
|*   -DIPOINT_SECTION='".noinit"' the section that they lie in (default: .bss)
|*   -DIPOINT_PORT='"my_port.h"'  a port of your own (ipoint/port.h)
|*   -DIPOINT_CORES=2             a ring for each of two cores (below); all
|*                                files that count in place alike
|*   -DIPOINT_SUMS                where functions store sums (IPOINT_STORE=sums)
|*   -DIPOINT_FRAMES, -DIPOINT_RTT=1024   where it is streamed (stream.h)
|*
|* Call ipoint_bare_start() once, early, but after start-up code has initialised
|* .data and .bss; what probes record before that is not kept. When it is
|* over, let the recording leave by ipoint_bare_dump(), or with a debugger, here
|* gdb's:
|*
|*   dump binary value memory.img ipoint_memory
|*   append binary memory memory.img &__start_ipoint_units &__stop_ipoint_units
|*
|* (with counts: ipoint-dump-sums of share/ipoint/bare/dump.gdb)
|*
|* and make a trace of it on the host: ipoint-import -o trace memory.img
|*
|* Probes may be used in interrupt handlers: they mask interrupts while they
|* store a record, for the length of some twenty instructions, so records are in
|* the order of their times. Nothing here may be called from a handler that the
|* port's mask does not hold back (an NMI, a fault's).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_H
#define IPOINT_BARE_H

#include "ipoint/dump.h"

/* Starts the counter and an empty recording, with all counts 0. `rate` is the
   counter's, in ticks per second; 0 if it isn't known (ipoint-import --rate).
   Returns the counter's width in bits, or 0 if it does not count: then nothing
   is recorded. */
uint32_t ipoint_bare_start(enum ipoint_dump_policy policy, uint32_t rate);

/* On Cortex-M, before ipoint_bare_start(): counts by a timer of the chip, the
   word at `address`, which the program has set going. `inverted` makes it count
   upwards, by exclusive or: 0, or all ones of its width where it counts down.
 */
void ipoint_bare_use_timer(const volatile uint32_t *address, uint32_t inverted,
                           uint32_t bits);

/* On several cores (IPOINT_CORES): numbers begin at -DIPOINT_CORE_FIRST=N
   (default: 0). Call ipoint_bare_start() and ipoint_bare_tick() on each, of one
   whose number is too large nothing is recorded; any of the other functions
   here on one. Where each core has its counter, call this on all of them at
   the same time, when they have started and again before the dump, or before a
   stream ends, when its rings are empty (and in between, too): core 0 answers
   the others for up to `ticks`, less than a round of its counter, and they
   measure by how much their counters differ. Returns, on core 0, how many
   others have ended it, and elsewhere 1 if core 0 answered. A task that calls
   it must not move meanwhile. */
uint32_t ipoint_bare_align(uint32_t ticks);

/* Records no more. */
void ipoint_bare_stop(void);

/* Each core records `after` more and stops: what led to an event, and what came
   of it. At most IPOINT_RING_SLOTS - 4 are kept. Does nothing under
   IPOINT_STREAM. */
void ipoint_bare_trigger(uint32_t after);

/* For a kernel with tasks: call these from its hooks, so that each task's
   functions are apart from the others' and times have nothing of another task.
   A task is any number but 0, which stands for what runs outside of tasks.
   `preempted`: the task could go on, and is made to stop. */
void ipoint_bare_task_out(int preempted);
void ipoint_bare_task_in(uint32_t task);
/* What reports call it. Under IPOINT_KEEP_NEWEST the name may be overwritten:
   ipoint-import --task names it then. */
void ipoint_bare_task_name(uint32_t task, const char *name);

/* Notes that the counter has wrapped. Where it can wrap in a silence (2^32
   ticks or fewer), call it from any periodic interrupt, at least twice a wrap;
   else longer silences look shorter by whole wraps. */
void ipoint_bare_tick(void);

/* Gives the whole recording to `put`, piece by piece: a UART, semihosting, a
   file. It can be read where it lies: nothing is copied. Records nothing while
   it does. */
void ipoint_bare_dump(void (*put)(const void *bytes, uint32_t size));

#endif /* IPOINT_BARE_H */
