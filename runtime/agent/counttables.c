/*===- counttables.c - The count tables of this process -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A thread gets its table when it first calls a function that stores sums, and
|* keeps it: functions hold its address. A thread that comes to a unit beyond
|* its table gets a larger one beside it. Tables of threads that have ended are
|* given to those that begin, as nothing but sums is in them.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "wire/counttable.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* What this process alone knows of a table; the page before its header. */
struct table {
  struct table *next; /* of all */
  pthread_t owner;
  size_t end;
  int shared;  /* 1: with the drain */
  void *apart; /* while recording is paused: where its counts are, and what is
                  counted in their place is not kept; else null */
  int busy;    /* 1: a thread changes `apart` */
};

#define NODE_SIZE IPOINT_COUNTS_HEADER_SIZE

static struct table *all;
/* Indices of the units that were registered. */
static unsigned long expected_first = ~0ul, expected_end;
/* In which of these nothing is counted. */
static struct ipoint_index_range states[IPOINT_STATES_MAX];
static uint32_t state_count;
static unsigned next_number;
/* 1: some unit has ipoints that are timed in windows. */
static int has_windows;
static pthread_key_t key;
static int has_key;

/* Tables of ended threads. */
#define PARKED 256u
static void *parked[PARKED];

static struct ipoint_counts_header *header_of(struct table *table) {
  return (struct ipoint_counts_header *)((char *)table + NODE_SIZE);
}

static ipoint_counter *counts_of(struct table *table) {
  return (ipoint_counter *)((char *)header_of(table) +
                            IPOINT_COUNTS_HEADER_SIZE);
}

static struct ipoint_window *window_of(struct table *table) {
  return (struct ipoint_window *)(void *)counts_of(table) - 1;
}

static size_t file_size(size_t end) {
  return IPOINT_COUNTS_HEADER_SIZE + end * sizeof(ipoint_counter);
}

/* What was registered so far. */
static void put_states(struct table *table) {
  struct ipoint_counts_header *header = header_of(table);
  uint32_t count = __atomic_load_n(&state_count, __ATOMIC_ACQUIRE);
  if (count > IPOINT_STATES_MAX)
    count = IPOINT_STATES_MAX;
  memcpy(header->state, states, count * sizeof *states);
  __atomic_store_n(&header->states, count, __ATOMIC_RELEASE);
}

/* `spent`: in the child of a fork, calls go on that its parent began. */
static void begin_windows(struct table *table, size_t first, uint64_t spent) {
  const struct ipoint_control *control = ipoint_agent.control;
  struct ipoint_window *window = window_of(table);
  window->allocated = (uint32_t)first;
  window->before = 0 - ipoint_thread_cpu_time();
  window->factor = 1;
  window->spent = window->apart = spent;
  window->excess = window->seen_cpu = 0;
  window->seen = ipoint_port_counter();
  window->since = window->seen - spent;
  window->per_ms = control->rate / 1000;
  window->allowed = control->window_allowed;
  window->cost = control->window_cost;
  window->measured = 0;
  __atomic_store_n(&window->records, has_windows ? control->window_records : 0,
                   __ATOMIC_RELAXED);
  window->open = window->records != 0;
}

/* A file for indices up to `end`, or -1 with errno. Blocks are allocated, for a
   store into a full tmpfs would end the program. */
static int make_file(size_t first, size_t end) {
  struct rlimit limit;
  struct ipoint_path name;
  int file, error;
  size_t length, from = file_size(first) & ~(size_t)4095;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < file_size(end)) {
    errno = EFBIG;
    return -1;
  }
  ipoint_path_begin(&name, IPOINT_COUNTS_PREFIX);
  ipoint_path_add_number(&name, (uint64_t)ipoint_agent_pid());
  ipoint_path_add(&name, "-");
  length = name.length;
  do {
    name.length = length;
    ipoint_path_add_number(
        &name, __atomic_fetch_add(&next_number, 1, __ATOMIC_RELAXED));
    file = open(name.text, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  } while (file < 0 && errno == EEXIST);
  if (file < 0)
    return -1;
  error = ftruncate(file, (off_t)file_size(end)) != 0 ? errno : 0;
  if (!error)
    error = posix_fallocate(file, 0, sizeof(struct ipoint_counts_header));
  if (!error)
    error = posix_fallocate(file, (off_t)from, (off_t)(file_size(end) - from));
  if (!error)
    return file;
  close(file);
  unlink(name.text);
  errno = error;
  return -1;
}

/* Puts the memory of `table` into a new file. 0 with errno. */
static int share(struct table *table, size_t first) {
  uint64_t spent = window_of(table)->spent;
  void *memory = MAP_FAILED;
  int file = make_file(first, table->end), error;
  if (file < 0)
    return 0;
  memory = mmap(header_of(table), file_size(table->end), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, file, 0);
  error = errno;
  close(file);
  errno = error;
  if (memory == MAP_FAILED)
    return 0;
  begin_windows(table, first, spent);
  header_of(table)->first = first;
  header_of(table)->end = table->end;
  put_states(table);
  __atomic_store_n(&header_of(table)->magic, IPOINT_COUNTS_MAGIC,
                   __ATOMIC_RELEASE);
  table->shared = 1;
  ipoint_agent_announce_change();
  return 1;
}

static int is_paused(void) {
  return (__atomic_load_n(&ipoint_requested, __ATOMIC_SEQ_CST) &
          IPOINT_STATE_MASK) != IPOINT_STATE_RUNNING;
}

/* Functions hold the table's address: other memory takes its place there, and
   what has been counted is moved away as a whole, or back. */
static void exchange(struct table *table) {
  const size_t size = table->end * sizeof(ipoint_counter);
  void *counts = counts_of(table), *moved;
  if (is_paused() == (table->apart != NULL))
    return;
  if (table->apart) {
    moved =
        mremap(table->apart, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, counts);
    if (moved != MAP_FAILED)
      table->apart = NULL;
    return;
  }
  moved = mremap(counts, 0, size, MREMAP_MAYMOVE); /* a second one */
  if (moved == MAP_FAILED)
    return;
  if (mmap(counts, size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0) == MAP_FAILED)
    munmap(moved, size);
  else
    table->apart = moved;
}

/* A caller returns at once if another thread, or the code that a signal handler
   has interrupted, is exchanging: that one looks again when it has finished. */
static void follow_requests(struct table *table) {
  int tries;
  for (tries = 0; tries < 2 && table->shared; tries++) {
    if (__atomic_exchange_n(&table->busy, 1, __ATOMIC_ACQUIRE))
      return;
    exchange(table);
    __atomic_store_n(&table->busy, 0, __ATOMIC_SEQ_CST);
    if (is_paused() == (table->apart != NULL))
      return;
  }
}

void ipoint_counts_follow_requests(void) {
  struct table *table;
  int saved = errno;
  for (table = __atomic_load_n(&all, __ATOMIC_ACQUIRE); table;
       table = table->next)
    follow_requests(table);
  errno = saved;
}

/* Memory for `end` entries, or null. */
static struct table *map(size_t end) {
  struct table *table =
      mmap(NULL, NODE_SIZE + file_size(end), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED)
    return NULL;
  table->owner = pthread_self();
  table->end = end;
  return table;
}

static int is_recorded(void) {
  return ipoint_agent.control && !ipoint_agent_drain_is_dead();
}

static void add_to_all(struct table *table) {
  table->next = __atomic_load_n(&all, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&all, &table->next, table, 1,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

static struct table *take_parked(size_t end) {
  unsigned i;
  for (i = 0; i < PARKED; i++) {
    struct table *table =
        __atomic_exchange_n(&parked[i], NULL, __ATOMIC_ACQ_REL);
    if (!table)
      continue;
    if (table->end >= end) {
      window_of(table)->before -= ipoint_thread_cpu_time();
      table->owner = pthread_self();
      return table;
    }
    ipoint_agent_put(&parked[i], 1, table); /* else it stays in `all` */
  }
  return NULL;
}

/* Another thread may take it. */
static void park(void *memory) {
  struct table *table = memory;
  ipoint_table_self.end = 0;
  window_of(table)->before += ipoint_thread_cpu_time();
  ipoint_agent_put(parked, PARKED, table);
}

/* Without memory the program has no place to count in. */
static void give_up(void) {
  /* record/run/recording.c knows static programs by it. */
  static const char text[] = "ipoint: no memory for a count table\n";
  if (write(2, text, sizeof text - 1) < 0)
    _exit(127);
  _exit(127);
}

/* Functions that are open go on with the table that this thread has had:
   without windows, as there is one state of them. */
static void retire(void) {
  struct ipoint_window *window;
  if (!ipoint_table_self.counts || ipoint_table_self.end == 0)
    return;
  window = (struct ipoint_window *)(void *)ipoint_table_self.counts - 1;
  __atomic_store_n(&window->records, 0, __ATOMIC_RELAXED);
  window->open = 0;
}

/* Counts of this thread go to `table` from now on. */
static void use(struct table *table) {
  retire();
  ipoint_table_self.counts = counts_of(table);
  ipoint_table_self.end = table->end;
}

/* It is used before it is shared: the program may define a strlen or a memcpy
   that is instrumented, and that the runtime gets too. */
static struct table *make(size_t first, size_t end) {
  struct table *table = take_parked(end);
  if (table) {
    use(table);
    return table;
  }
  table = map(end);
  if (!table)
    return NULL;
  use(table);
  if (is_recorded() && !share(table, first))
    ipoint_agent_count_without(errno);
  add_to_all(table);
  follow_requests(table);
  return table;
}

/* Signals wait: what a handler counted before the table is shared would be
   lost. */
ipoint_counter *ipoint_counts_attach(unsigned long end) {
  unsigned long first = __atomic_load_n(&expected_first, __ATOMIC_RELAXED),
                most = __atomic_load_n(&expected_end, __ATOMIC_RELAXED);
  struct table *table;
  sigset_t signals, before;
  int saved = errno, cancel;
  if (end < most)
    end = most;
  if (first > end)
    first = 0;
  sigfillset(&signals);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  table = make(first, end);
  if (!table)
    give_up();
  if (has_key)
    pthread_setspecific(key, table);
  pthread_setcancelstate(cancel, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
  return counts_of(table);
}

void ipoint_counts_expect(unsigned long first, unsigned long end) {
  unsigned long was = __atomic_load_n(&expected_first, __ATOMIC_RELAXED);
  struct table *table;
  while (first < was &&
         !__atomic_compare_exchange_n(&expected_first, &was, first, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  was = __atomic_load_n(&expected_end, __ATOMIC_RELAXED);
  while (end > was &&
         !__atomic_compare_exchange_n(&expected_end, &was, end, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  if (!has_key)
    has_key = pthread_key_create(&key, park) == 0;
  /* A library that is loaded later may lie before what tables have. */
  for (table = __atomic_load_n(&all, __ATOMIC_ACQUIRE); table;
       table = table->next)
    if (table->shared && first < header_of(table)->first)
      __atomic_store_n(&header_of(table)->first, first, __ATOMIC_RELAXED);
}

int ipoint_counts_in_windows(void) {
  return __atomic_load_n(&has_windows, __ATOMIC_RELAXED);
}

void ipoint_counts_have_windows(void) {
  struct table *table;
  if (__atomic_exchange_n(&has_windows, 1, __ATOMIC_RELAXED))
    return;
  for (table = __atomic_load_n(&all, __ATOMIC_ACQUIRE); table;
       table = table->next)
    if (table->shared)
      __atomic_store_n(&window_of(table)->records,
                       ipoint_agent.control->window_records, __ATOMIC_RELAXED);
}

void ipoint_calls_expect(unsigned long first, unsigned long end) {
  uint32_t at = __atomic_load_n(&state_count, __ATOMIC_RELAXED), i;
  struct table *table;
  for (i = 0; i < at; i++)
    if (states[i].first == first)
      return; /* a library that was loaded before */
  if (at >= IPOINT_STATES_MAX)
    return;
  states[at].first = (uint32_t)first;
  states[at].end = (uint32_t)end;
  __atomic_store_n(&state_count, at + 1, __ATOMIC_RELEASE);
  for (table = __atomic_load_n(&all, __ATOMIC_ACQUIRE); table;
       table = table->next)
    if (table->shared)
      put_states(table);
}

/* Counts of code that ran before this call are not kept. */
void ipoint_counts_begin(void) { ipoint_table_self.end = 0; }

/* Functions of this thread hold the address of its table: another file takes
   the parent's place there. */
void ipoint_counts_child_began(void) {
  struct table *table;
  unsigned i;
  for (i = 0; i < PARKED; i++)
    parked[i] = NULL;
  for (table = all; table; table = table->next) {
    size_t first = header_of(table)->first;
    if (!table->shared)
      continue;
    table->shared = table->busy = 0;
    if (table->apart)
      munmap(table->apart, table->end * sizeof(ipoint_counter));
    table->apart = NULL;
    if (pthread_equal(table->owner, pthread_self()) && is_recorded()) {
      if (share(table, first)) {
        follow_requests(table);
        continue;
      }
      ipoint_agent_count_without(errno);
    }
    if (mmap(header_of(table), file_size(table->end), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
      continue; /* without memory it counts for its parent */
  }
}
