/*===- slowpath.c - The probes' slow path and the ring's policies ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding: no libc. wire/ring.h describes the layout of the memory and
|* why it can be read at any moment.
\*===----------------------------------------------------------------------===*/

#include "core/slowpath.h"

#include "ipoint/record.h"

/* probe.h and its ports can't include record.h (they precede all headers): hold
 * them to it. */
typedef char ipoint_id_shift_matches[IPOINT_ID_SHIFT == 41 ? 1 : -1];
typedef char ipoint_value_matches
    [IPOINT_VALUE_SHIFT == 1 && IPOINT_VALUE_BITS == 40 ? 1 : -1];
typedef char ipoint_timed_matches[IPOINT_RECORD_TIMED == 1 ? 1 : -1];

const struct ipoint_ring ipoint_idle_ring = {0, 0};
/* Ports' own probes know it by its 1. */
const struct ipoint_ring ipoint_off_ring = {(ipoint_word *)1, (ipoint_word *)1};
const struct ipoint_ring ipoint_busy_ring = {0, 0};
const struct ipoint_ring ipoint_handler_ring = {0, 0};
struct ipoint_ring ipoint_paused_ring = {(ipoint_word *)1, (ipoint_word *)1};

uint64_t ipoint_requested;

__thread struct ipoint_ring *__volatile__ ipoint_self =
    (struct ipoint_ring *)&ipoint_idle_ring;

int ipoint_unwanted;

/* Where no trace was asked for, or that is not known yet. */
static struct ipoint_ring_header *attach_nothing(void) {
  if (ipoint_unwanted)
    ipoint_ring_switch(&ipoint_off_ring);
  return 0;
}
static int wait_for_nothing(struct ipoint_ring_header *ring, uint64_t wanted) {
  (void)ring, (void)wanted;
  return 0;
}
static int is_closed(void) { return 1; }
static int is_known(void) { return 0; }
static int is_roomy(int has_ring) {
  (void)has_ring;
  return 0;
}
static void ignore_end(uint32_t why) { (void)why; }
static uint64_t no_time(void) { return 0; }
static const struct ipoint_platform nowhere = {
    attach_nothing, wait_for_nothing, is_closed, is_known,
    is_roomy,       ignore_end,       no_time};
const struct ipoint_platform *ipoint_platform_now = &nowhere;

struct ipoint_ring_header *ipoint_ring_attach(void) {
  return ipoint_platform_now->attach();
}
int ipoint_ring_wait(struct ipoint_ring_header *ring, uint64_t wanted) {
  return ipoint_platform_now->wait(ring, wanted);
}

static uint64_t load(const uint64_t *from) {
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}
static void store(uint64_t *to, uint64_t value) {
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
}

/* The drain reads it at any moment. */
static void count_lost(struct ipoint_ring_header *ring) {
  __atomic_store_n(&ring->lost, ring->lost + 1, __ATOMIC_RELAXED);
}

/* Others may wake it in between. */
static ipoint_word *cursor_of(const struct ipoint_ring *ring) {
  return __atomic_load_n(&ring->cursor, __ATOMIC_RELAXED);
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Where the thread has to come back, at most `bound` records from `position`. A
   ring that is not reused needs no marks in between, and keeps a slot for its
   END. */
static uint64_t limit_after(const struct ipoint_ring_header *ring,
                            uint64_t position) {
  uint64_t quarter = ring->count / 4;
  uint64_t bound = ring->trigger_left;
  uint64_t limit = ring->policy == IPOINT_DISCARD
                       ? ring->count - 1
                       : (position / quarter + 1) * quarter;
  return limit - position > bound ? position + bound : limit;
}

/* Lets the cursor run from `position` to `limit`; `granted` has been raised to
 * it. */
static void open_until(struct ipoint_ring_header *ring, uint64_t position,
                       uint64_t limit) {
  ipoint_word *slots = (ipoint_word *)ipoint_ring_slots(ring);
  uint64_t slot = position & (ring->count - 1);
  if (slot == 0)
    __atomic_store_n(&ring->probe.cursor, slots, __ATOMIC_RELEASE);
  __atomic_store_n(&ring->probe.limit,
                   ring->watched ? (ipoint_word *)0
                                 : slots + slot + (limit - position),
                   __ATOMIC_RELAXED);
}

struct ipoint_ring_header *ipoint_ring_init(void *memory, uint64_t count,
                                            enum ipoint_policy policy,
                                            uint32_t pid, uint32_t tid,
                                            uint32_t handler) {
  struct ipoint_ring_header *ring = memory;
  uint64_t *slots = ipoint_ring_slots(ring);
  ring->base = (uint64_t)(uintptr_t)slots;
  ring->count = count;
  ring->policy = policy;
  ring->pid = pid;
  ring->tid = tid;
  ring->handler = handler;
  ring->created = ipoint_port_counter();
  ring->sleep.cursor = ring->sleep.limit = IPOINT_CURSOR_ASLEEP;
  ring->trigger_left = UINT64_MAX;
  ring->granted = limit_after(ring, 0);
  open_until(ring, 0, ring->granted);
  store(&ring->magic, IPOINT_RING_MAGIC);
  return ring;
}

/* Before the cursor goes further than it may: the reader counts from here. And
   before a slot that lies further holds another record, which is what the fence
   is for. */
static void raise_granted(struct ipoint_ring_header *ring, uint64_t to) {
  if (ring->granted >= to)
    return;
  store(&ring->granted, to);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

/* Stores a record outside the fast path. The caller has raised `granted` past
 * it. */
static uint64_t push(struct ipoint_ring_header *ring, uint64_t position,
                     uint64_t record) {
  ipoint_word *slot =
      (ipoint_word *)ipoint_ring_slots(ring) + (position & (ring->count - 1));
  ipoint_port_publish(slot, record, &ring->probe.cursor);
  return position + 1;
}

/* What follows `begin` is not the program's. One slot is always free for this:
   it is stored at once, as the time of a record may not lie far before the
   moment when it is stored. */
static uint64_t mark(struct ipoint_ring_header *ring, uint64_t position,
                     uint64_t begin) {
  if (ring->marked)
    return position;
  __atomic_store_n(&ring->probe.limit, (ipoint_word *)0, __ATOMIC_RELAXED);
  ring->marked = 1;
  raise_granted(ring, position + 1);
  return push(ring, position, ipoint_record_timed(IPOINT_ID_PAUSE, begin));
}

/* What follows is the program's: stores what was left out, and sets the next
   limit, not beyond `end`. */
static void resume(struct ipoint_ring_header *ring, uint64_t position,
                   uint64_t end) {
  uint64_t lost = ring->lost - ring->lost_reported;
  raise_granted(ring, position + (lost != 0) + (ring->gap != 0) + 1);
  if (lost)
    position =
        push(ring, position, ipoint_record_untimed(IPOINT_ID_LOST, lost));
  ring->lost_reported += lost;
  if (ring->gap)
    position =
        push(ring, position, ipoint_record_untimed(IPOINT_ID_GAP, ring->gap));
  ring->gap = 0;
  position = push(ring, position,
                  ipoint_record_timed(IPOINT_ID_RESUME, ipoint_port_counter()));
  ring->marked = 0;
  ring->begun = position;
  end = lesser(end, limit_after(ring, position));
  raise_granted(ring, end);
  open_until(ring, position, end);
}

/* Waits for `wanted` records to have room. 0: those that have none are dropped.
 */
static int wait_for_room(struct ipoint_ring_header *ring, uint64_t position,
                         uint64_t wanted) {
  if (load(&ring->tail) + ring->count - position < wanted) {
    if (!ring->losing && !ipoint_platform_now->is_cramped(1) &&
        !ipoint_port_wait(ring, wanted)) {
      if (ipoint_platform_now->closed())
        return 0;
      ring->losing = 1;
    }
    if (load(&ring->tail) + ring->count - position < wanted) {
      count_lost(ring);
      return 0;
    }
  }
  ring->losing = 0;
  return 1;
}

/* The ring of a stream may be filled up to the drain's tail, but for a slot for
   the next PAUSE. Returns how many records have room; 0: they are
   dropped. */
static uint64_t find_room(struct ipoint_ring_header *ring, uint64_t position) {
  return wait_for_room(ring, position, ring->count / 4)
             ? load(&ring->tail) + ring->count - position - 1
             : 0;
}

/* The last record, if there is room for it. */
static int end(struct ipoint_ring_header *ring, uint64_t position,
               uint32_t why) {
  int drained = ipoint_policy_drains((enum ipoint_policy)ring->policy);
  uint64_t room = drained ? load(&ring->tail) + ring->count - position
                  : ring->policy == IPOINT_DISCARD ? ring->count - position
                                                   : 1;
  if (why && room > 0) {
    raise_granted(ring, position + 1);
    push(ring, position, ipoint_record_untimed(IPOINT_ID_END, why));
  }
  if (why)
    ipoint_platform_now->ended(why);
  ring->ended = 1;
  __atomic_store_n(&ring->finished, IPOINT_RING_FINISHED, __ATOMIC_RELEASE);
  return 0;
}

static int fall_asleep(struct ipoint_ring_header *ring, uint64_t position,
                       uint32_t why, uint64_t begin) {
  if (ring->policy == IPOINT_DISCARD &&
      position + 2 * IPOINT_RING_RESERVE >= ring->count)
    return end(ring, position, IPOINT_END_FULL);
  mark(ring, position, begin);
  __atomic_store_n(&ring->sleep.cursor, IPOINT_CURSOR_ASLEEP, __ATOMIC_RELAXED);
  __atomic_store_n(&ring->asleep, why, __ATOMIC_RELEASE);
  return 0;
}

static void wake(struct ipoint_ring_header *ring) {
  ring->gap = ring->asleep;
  __atomic_store_n(&ring->asleep, 0, __ATOMIC_RELEASE);
}

/* Takes off what has been recorded since the last renewal. */
static void count_down(struct ipoint_ring_header *ring, uint64_t position) {
  uint64_t made = position - ring->begun;
  if (ring->marked || ring->ended)
    return;
  ring->begun = position;
  if (ring->trigger_left != UINT64_MAX)
    ring->trigger_left -= lesser(ring->trigger_left, made);
}

/* The next records have room, and their time begins now. */
static int go_on(struct ipoint_ring_header *ring, uint64_t position,
                 uint64_t begin) {
  uint64_t last = UINT64_MAX, room;
  if (ring->policy == IPOINT_DISCARD && position + 1 >= ring->count)
    return end(ring, position, IPOINT_END_FULL);
  position = mark(ring, position, begin);
  if (ipoint_policy_drains((enum ipoint_policy)ring->policy)) {
    room = find_room(ring, position);
    if (!room)
      return 0;
    last = position + room;
  }
  resume(ring, position, last);
  return 1;
}

static int serve(struct ipoint_ring_header *ring, uint64_t wish, uint64_t begin,
                 int waited) {
  uint64_t position = ipoint_ring_position(ring);
  uint32_t state = (uint32_t)(wish & IPOINT_STATE_MASK);
  count_down(ring, position);
  if (ipoint_platform_now->closed())
    return end(ring, position, 0);
  if (state == IPOINT_STATE_STOPPED)
    return end(ring, position, IPOINT_END_STOP);
  if (wish >> IPOINT_WISH_TRIGGER_SHIFT && !ring->triggered) {
    ring->triggered = 1;
    ring->trigger_left = (wish >> IPOINT_WISH_TRIGGER_SHIFT) - 1;
  }
  if (ring->trigger_left == 0)
    return end(ring, position, IPOINT_END_TRIGGER);
  if (state == IPOINT_STATE_PAUSED)
    return fall_asleep(ring, position, IPOINT_GAP_PAUSED, begin);
  if (ring->asleep)
    wake(ring);
  if (!waited && !ring->marked && !ring->gap && position < ring->granted) {
    /* Called for something that does not concern it, or that was done. */
    open_until(ring, position,
               lesser(ring->granted, limit_after(ring, position)));
    return 1;
  }
  return go_on(ring, position, begin);
}

static int renew(struct ipoint_ring_header *ring, uint64_t begin, int waited) {
  for (;;) {
    uint64_t wish = load(&ipoint_requested);
    int closed = ipoint_platform_now->closed();
    int granted = serve(ring, wish, begin, waited);
    /* A wish that came before the limit was set would go unheard. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (ring->ended || (!granted && !ring->asleep) ||
        (load(&ipoint_requested) == wish &&
         ipoint_platform_now->closed() == closed))
      return granted;
    begin = ipoint_port_counter();
    waited = 0;
  }
}

int ipoint_ring_renew(struct ipoint_ring_header *ring) {
  return renew(ring, ipoint_port_counter(), 0);
}

struct ipoint_ring *ipoint_ring_entry(struct ipoint_ring_header *ring) {
  if (ring->made_private) /* the next probe makes another */
    return (struct ipoint_ring *)(uintptr_t)(ring->handler
                                                 ? &ipoint_handler_ring
                                                 : &ipoint_idle_ring);
  if (ring->ended)
    return (struct ipoint_ring *)(uintptr_t)&ipoint_off_ring;
  return ring->asleep ? &ring->sleep : &ring->probe;
}

/* The ring that this thread's slow path is renewing. */
static __thread struct ipoint_ring_header *renewing;

void ipoint_ring_abandon(void) {
  if (renewing)
    __atomic_store_n(&renewing->finished, IPOINT_RING_FINISHED,
                     __ATOMIC_RELEASE);
  renewing = 0;
}

/* Until end_renewing() this thread's probes find its ring busy. Returns the
   ring whose slow path this one has interrupted, or null. */
static struct ipoint_ring_header *
begin_renewing(struct ipoint_ring_header *ring) {
  struct ipoint_ring_header *before = renewing;
  renewing = ring;
  ipoint_ring_switch(&ipoint_busy_ring);
  return before;
}

static void end_renewing(struct ipoint_ring_header *ring,
                         struct ipoint_ring_header *before) {
  ipoint_self = ipoint_ring_entry(ring);
  renewing = before;
}

struct ipoint_ring_header *ipoint_ring_owner(struct ipoint_ring *self) {
  char *memory = (char *)self;
  if (self == &ipoint_idle_ring || self == &ipoint_handler_ring ||
      self == &ipoint_busy_ring || self == &ipoint_off_ring ||
      self == &ipoint_paused_ring)
    return 0;
  memory -= (uintptr_t)cursor_of(self) <= (uintptr_t)IPOINT_CURSOR_WOKEN
                ? offsetof(struct ipoint_ring_header, sleep)
                : offsetof(struct ipoint_ring_header, probe);
  return (struct ipoint_ring_header *)(void *)memory;
}

/* This thread's ring with room for a record, or null. */
static struct ipoint_ring *room(void) {
  struct ipoint_ring *self = ipoint_self;
  struct ipoint_ring_header *ring, *before;
  int granted, strange = ipoint_platform_now->is_strange();
  if (self == &ipoint_busy_ring && !strange) {
    if (renewing)
      count_lost(renewing);
    return 0;
  }
  if (self == &ipoint_idle_ring || self == &ipoint_handler_ring ||
      self == &ipoint_paused_ring || strange) {
    ring = ipoint_platform_now->is_cramped(0) ? 0 : ipoint_port_attach();
    if (!ring)
      return 0;
    /* A handler that came in between may have made it, and filled it. */
    if (cursor_of(&ring->probe) < ring->probe.limit && !ring->gap &&
        !load(&ipoint_requested))
      return &ring->probe;
  } else {
    ring = ipoint_ring_owner(self);
  }
  before = begin_renewing(ring);
  granted = ipoint_ring_renew(ring);
  end_renewing(ring, before);
  return granted ? &ring->probe : 0;
}

void ipoint_ring_waited(uint64_t begin) {
  struct ipoint_ring_header *ring = ipoint_ring_owner(ipoint_self);
  struct ipoint_ring_header *before;
  if (!ring || ipoint_self != &ring->probe || ipoint_platform_now->is_strange())
    return; /* it records nothing */
  before = begin_renewing(ring);
  renew(ring, begin, 1);
  end_renewing(ring, before);
}

enum ipoint_cut ipoint_ring_cut(uint32_t why, int resumes) {
  struct ipoint_ring *self;
  struct ipoint_ring_header *ring, *before;
  if (cursor_of(ipoint_self) == IPOINT_CURSOR_WOKEN &&
      ipoint_ring_owner(ipoint_self))
    room(); /* the pause is over */
  self = ipoint_self;
  ring = ipoint_ring_owner(self);
  if (self == &ipoint_idle_ring ||
      (self == &ipoint_paused_ring && cursor_of(self) == IPOINT_CURSOR_WOKEN))
    return ipoint_unwanted ? IPOINT_CUT_NEVER : IPOINT_CUT_NOW;
  if (self == &ipoint_busy_ring || self == &ipoint_handler_ring ||
      (ring && (ring->handler || ipoint_platform_now->is_strange())))
    return IPOINT_CUT_LATER;
  if (!ring || self != &ring->probe)
    return IPOINT_CUT_NEVER;
  if (ring->policy == IPOINT_DISCARD &&
      ipoint_ring_position(ring) + 2 * IPOINT_RING_RESERVE >= ring->count)
    return IPOINT_CUT_NEVER;
  before = begin_renewing(ring);
  mark(ring, ipoint_ring_position(ring), ipoint_port_counter());
  ring->gap = why;
  if (resumes)
    ipoint_ring_renew(ring);
  end_renewing(ring, before);
  return IPOINT_CUT_NOW;
}

/* This thread's ring if it is in a gap that records may be put into, or null.
 */
static struct ipoint_ring_header *in_gap(void) {
  struct ipoint_ring_header *ring = ipoint_ring_owner(ipoint_self);
  return ring && ipoint_self == &ring->probe && ring->marked &&
                 ring->policy == IPOINT_STREAM &&
                 !ipoint_platform_now->is_strange()
             ? ring
             : 0;
}

static int gap_takes(struct ipoint_ring_header *ring, uint64_t records) {
  return load(&ring->tail) + ring->count - ipoint_ring_position(ring) >=
         IPOINT_RING_RESERVE + records;
}

int ipoint_ring_takes(uint64_t records) {
  struct ipoint_ring *self = ipoint_self;
  struct ipoint_ring_header *ring = ipoint_ring_owner(self), *gap = in_gap();
  ipoint_word *cursor = cursor_of(self);
  if (!ring || ring->handler)
    return 0;
  if (gap)
    return gap_takes(gap, records);
  return self == &ring->probe && cursor < self->limit &&
         (uint64_t)(self->limit - cursor) >= records &&
         !ipoint_platform_now->is_strange();
}

void ipoint_ring_note(uint64_t record) {
  struct ipoint_ring_header *ring = in_gap();
  uint64_t position;
  if (!ring) {
    ipoint_port_untimed_probe(record);
    return;
  }
  if (!gap_takes(ring, 1)) {
    struct ipoint_ring_header *before = begin_renewing(ring);
    int has_room =
        wait_for_room(ring, ipoint_ring_position(ring), ring->count / 4);
    end_renewing(ring, before);
    if (!has_room || ipoint_self != &ring->probe)
      return;
  }
  position = ipoint_ring_position(ring);
  raise_granted(ring, position + 1);
  push(ring, position, record);
}

void ipoint_ring_jumped(void) {
  const struct ipoint_ring_header *ring = ipoint_ring_owner(ipoint_self);
  if (ring && !ring->handler && !in_gap())
    ipoint_port_untimed_probe(ipoint_record_untimed(IPOINT_ID_JUMP, 0));
}

void ipoint_ring_name(const char *name) {
  struct ipoint_ring_header *ring = ipoint_ring_owner(ipoint_self);
  size_t i;
  for (i = 0; ring && name[i] && i + 1 < IPOINT_NAME_SIZE; i++)
    ring->name[i] = name[i];
  if (ring)
    ring->name[i] = 0;
}

/* Where nothing is recorded, every probe comes here: it leaves at once. */
void ipoint_slow(ipoint_word record) {
  struct ipoint_ring *ring =
      cursor_of(ipoint_self) == IPOINT_CURSOR_ASLEEP ? 0 : room();
  if (!ring)
    return;
  if (record & IPOINT_RECORD_TIMED)
    record = ipoint_port_timed_record(record);
  ipoint_port_publish(ring->cursor, record, &ring->cursor);
}
