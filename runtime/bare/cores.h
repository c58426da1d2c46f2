/*===- cores.h - Recording on several cores -------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of bare.c with -DIPOINT_CORES=N. A core stores into its own ring, and
|* reads those of others for the dump only. What it sets in another's header is
|* the limit, by which that core comes to find_room().
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BARE_CORES_H
#define IPOINT_BARE_CORES_H

#ifndef IPOINT_PORT_SHARED
#define IPOINT_PORT_SHARED(clock) 0
#endif

/* 0: this core has none, and is noted. */
static int has_ring(const struct ipoint_memory *self) {
  if (self != NO_RING)
    return 1;
  RINGS->core.without_ring = own_number() + 1;
  return 0;
}

#ifndef IPOINT_NO_RING

/* One more than the `after` of a trigger on another core; 0: there was none. */
static volatile uint32_t triggers[IPOINT_CORES];

/* The other cores that record, and have no trigger yet, stop `after` records
   on, too. */
static void ask_to_stop(uint32_t after) {
  struct ipoint_memory *self = RINGS;
  uint32_t core = 0, own = own_number();
  for (; core < IPOINT_CORES; core++, self++)
    if (core != own && HEADER.magic == IPOINT_DUMP_MAGIC && LIMIT == END &&
        !HEADER.stop_at && HEADER.policy != IPOINT_STREAM) {
      triggers[core] = after < UINT32_MAX ? after + 1 : after;
      HEADER.limit = ADDRESS_OF(0);
    }
}

/* 1: it was a trigger on another core that led to the limit, and there is room
   still. */
static int find_triggered(struct ipoint_memory *self) {
  uint32_t core = own_number(), after;
  if (!has_ring(self))
    return 0;
  after = triggers[core];
  triggers[core] = 0;
  if (!after || HEADER.stopped)
    return 0;
  HEADER.limit = ADDRESS_OF(END);
  stop_after(self, after - 1);
  return HEADER.next < LIMIT;
}

#endif

/* With interrupts masked, before the recording of this core begins. */
static void start_core(struct ipoint_memory *self) {
  volatile uint32_t *word = &self->core.number;
  uint32_t i;
  for (i = 0; i < sizeof self->core / 4; i++)
    word[i] = 0;
  self->core.number = own_number();
  self->core.cores = IPOINT_CORES;
  self->core.shared = IPOINT_PORT_SHARED(HEADER.clock);
#ifndef IPOINT_NO_RING
  triggers[self->core.number] = 0;
#endif
}

/* What other cores see of memory, and readings of the counter, are in the order
   of the source on both sides of this. */
#if defined(__aarch64__) || (defined(__arm__) && __ARM_ARCH >= 6)
#define ORDER() __asm__ __volatile__("dmb sy\n\tisb" : : : "memory")
#else
#define ORDER() __sync_synchronize()
#endif

/* By which a core asks core 0 for its counter. */
static struct {
  volatile uint32_t asked, answered, ended;
  volatile ipoint_port_ticks counter;
} letters[IPOINT_CORES];

#define IPOINT_TRIPS 32u

static int is_over(ipoint_port_ticks begin, ipoint_port_ticks ticks,
                   ipoint_port_ticks mask) {
  return ((ipoint_port_counter() - begin) & mask) >= ticks;
}

/* Core 0 answers until all others have ended. Returns how many have. */
static uint32_t answer(ipoint_port_ticks ticks, ipoint_port_ticks mask) {
  ipoint_port_ticks begin = ipoint_port_counter();
  uint32_t ended[IPOINT_CORES], core, count;
  for (core = 1; core < IPOINT_CORES; core++)
    ended[core] = letters[core].ended;
  do {
    count = 0;
    for (core = 1; core < IPOINT_CORES; core++) {
      uint32_t asked = letters[core].asked;
      count += letters[core].ended != ended[core];
      if (asked == letters[core].answered)
        continue;
      ORDER();
      letters[core].counter = ipoint_port_counter();
      ORDER();
      letters[core].answered = asked;
    }
  } while (count < IPOINT_CORES - 1 && !is_over(begin, ticks, mask));
  return count;
}

/* The middle of the shortest round trip: core 0 has read its counter within
   half of it (Cristian, Probabilistic clock synchronization, 1989). */
static uint32_t ask(struct ipoint_dump_comparison *to, uint32_t core,
                    ipoint_port_ticks ticks, ipoint_port_ticks mask) {
  ipoint_port_ticks begin = ipoint_port_counter();
  uint32_t trips = 0, least = UINT32_MAX;
  while (trips < IPOINT_TRIPS) {
    uint32_t number = letters[core].asked + 1;
    ipoint_port_ticks sent = ipoint_port_counter(), back, there, here;
    ORDER();
    letters[core].asked = number;
    while (letters[core].answered != number)
      if (is_over(begin, ticks, mask))
        goto end;
    ORDER();
    there = letters[core].counter & mask;
    back = (ipoint_port_counter() - sent) & mask;
    trips++;
    if (back >= least)
      continue;
    least = (uint32_t)back;
    here = (sent + back / 2) & mask;
    to->here[0] = (uint32_t)here;
    to->here[1] = (uint32_t)((uint64_t)here >> 32);
    to->there[0] = (uint32_t)there;
    to->there[1] = (uint32_t)((uint64_t)there >> 32);
    to->trip = least;
  }
end:
  letters[core].ended++;
  to->trips = trips;
  return trips != 0;
}

#ifdef IPOINT_FRAMES
/* Among the records of a stream, so that the host finds when it was. */
static void send(const struct ipoint_dump_comparison *compared) {
  ipoint_port_mask_state state = ipoint_port_mask();
  ipoint_timed(IPOINT_ID_COMPARED);
  ipoint_untimed_value(
      IPOINT_ID_COMPARED,
      (ipoint_word)((uint64_t)compared->here[1] << 32 | compared->here[0]));
  ipoint_untimed_value(
      IPOINT_ID_COMPARED,
      (ipoint_word)((uint64_t)compared->there[1] << 32 | compared->there[0]));
  ipoint_untimed_value(IPOINT_ID_COMPARED, compared->trip);
  ipoint_port_unmask(state);
}
#endif

uint32_t ipoint_bare_align(uint32_t ticks) {
  struct ipoint_memory *self = own_ring();
  struct ipoint_dump_comparison *to;
  uint32_t done;
  ipoint_port_ticks mask =
      ~(ipoint_port_ticks)0 >>
      (8 * sizeof mask - HEADER.counter_bits) % (8 * sizeof mask);
  if (HEADER.magic != IPOINT_DUMP_MAGIC)
    return 0;
  if (self->core.shared)
    return self == RINGS ? IPOINT_CORES - 1 : 1;
  if (self == RINGS)
    return answer(ticks, mask);
  to = self->core.first.trips ? &self->core.last : &self->core.first;
  done = ask(to, self->core.number, ticks, mask);
#ifdef IPOINT_FRAMES
  if (done && HEADER.policy == IPOINT_STREAM)
    send(to);
#endif
  return done;
}

#endif /* IPOINT_BARE_CORES_H */
