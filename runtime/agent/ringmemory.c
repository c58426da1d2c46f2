/*===- ringmemory.c - Where rings lie -------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Files of the session, as large as there is room for, which both the process
|* and the drain map; those of ended threads are used again.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Gives a ring its page for the limit (wire/ring.h). 0 if memory can't be had.
   Where pages are larger, or the kernel does not wipe, a child whose fork was
   not noticed is found at the ring's next quarter only. */
static int have_limit(void *ring) {
  char *page = (char *)ring + IPOINT_RING_PAGE;
  if (sysconf(_SC_PAGESIZE) != (long)IPOINT_RING_PAGE)
    return 1;
  if (mmap(page, IPOINT_RING_PAGE, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1,
           0) == MAP_FAILED)
    return 0;
  ((struct ipoint_ring_header *)ring)->wiped =
      madvise(page, IPOINT_RING_PAGE, MADV_WIPEONFORK) == 0;
  return 1;
}

/* A populated mapping of a new file, or null with errno set. The file's blocks
   are allocated first: a store into a full tmpfs would end the program with
   SIGBUS. */
static void *map_new_file(const char *name, size_t size) {
  struct rlimit limit;
  void *memory = MAP_FAILED;
  int error;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
      limit.rlim_cur < size) { /* else SIGXFSZ */
    errno = EFBIG;
    return NULL;
  }
  int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL; /* errno is open's */
  error = posix_fallocate(fd, 0, (off_t)size);
  if (error == 0) {
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                  fd, 0);
    error = memory == MAP_FAILED ? errno : 0;
  }
  close(fd);
  if (!error && !have_limit(memory)) {
    munmap(memory, size);
    error = ENOMEM;
  }
  if (error) {
    unlink(name);
    errno = error;
    return NULL;
  }
  return memory;
}

/* Handlers' rings are smaller by this. */
#define HANDLER_SHARE 16u
/* Further rings that are expected: the room for one is a fair share of what is
   left, however many come. */
#define RINGS_EXPECTED 8u
/* Nor does a ring take more than this part of the program's address space,
   where that is limited. */
#define ADDRESS_SPACE_SHARE 64u
/* Slots. A ring is not made smaller than this for want of room, but for its
   last chance. */
#define LEAST_COUNT 512u

/* What is free where rings lie, bytes. */
static uint64_t free_room(void) {
  struct statfs space;
  if (statfs(ipoint_agent.session, &space) != 0)
    return UINT64_MAX;
  return (uint64_t)space.f_bavail * (uint64_t)space.f_bsize;
}

/* Of a ring whose thread records in windows: some hundred of these. A larger
   one takes milliseconds to make. */
#define WINDOWS_COUNT 65536u

/* Slots of a ring, if there is room. */
static uint64_t wanted_count(void) {
  const struct ipoint_control *control = ipoint_agent.control;
  return ipoint_counts_in_windows() && !control->ring_count_chosen &&
                 control->ring_count > WINDOWS_COUNT
             ? WINDOWS_COUNT
             : control->ring_count;
}

/* Slots of one more ring, which is counted as being there from now on: threads
   that start at the same time must not all take the same room. */
static uint64_t reserve(struct ipoint_control *control, unsigned handler) {
  uint64_t wanted = wanted_count(), count, room = free_room();
  uint64_t taken = __atomic_load_n(&control->ring_bytes, __ATOMIC_RELAXED);
  uint32_t others = __atomic_fetch_add(&control->rings, 1, __ATOMIC_RELAXED);
  struct rlimit limit;
  while (wanted > IPOINT_RING_COUNT_MAX)
    wanted /= 2;
  if (handler && wanted / HANDLER_SHARE >= IPOINT_RING_MIN_COUNT)
    wanted /= HANDLER_SHARE;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    while (wanted > LEAST_COUNT &&
           ipoint_ring_bytes(wanted) > limit.rlim_cur / ADDRESS_SPACE_SHARE)
      wanted /= 2;
  do {
    uint64_t left =
        taken < control->budget ? control->budget - taken : UINT64_C(0);
    left = left < room ? left : room;
    for (count = wanted;
         count > LEAST_COUNT &&
         ipoint_ring_bytes(count) > left / (RINGS_EXPECTED + others);)
      count /= 2;
  } while (!__atomic_compare_exchange_n(&control->ring_bytes, &taken,
                                        taken + ipoint_ring_bytes(count), 1,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return count;
}

static void release(struct ipoint_control *control, uint64_t count) {
  __atomic_fetch_sub(&control->ring_bytes, ipoint_ring_bytes(count),
                     __ATOMIC_RELAXED);
}

static void *map_ring_file(long pid, long tid, uint64_t count) {
  struct ipoint_path name;
  void *memory = NULL;
  size_t length;
  unsigned i;
  ipoint_path_begin(&name, "");
  ipoint_path_add_number(&name, (uint64_t)pid);
  ipoint_path_add(&name, "-");
  ipoint_path_add_number(&name, (uint64_t)tid);
  ipoint_path_add(&name, ".");
  length = name.length;
  errno = EEXIST;
  /* The name may be taken for a moment: by this process before an exec, by a
   * thread that ended. */
  for (i = 0; i < 100 && !memory && errno == EEXIST; i++) {
    name.length = length;
    ipoint_path_add_number(&name, i);
    memory = map_new_file(name.text, ipoint_ring_bytes(count));
  }
  return memory;
}

static int is_want_of_room(int error) {
  return error == ENOSPC || error == ENOMEM || error == EFBIG ||
         error == EDQUOT;
}

/* For ipoint-run to report. */
static void note_smaller(struct ipoint_control *control, uint64_t count) {
  uint64_t least = __atomic_load_n(&control->least_count, __ATOMIC_RELAXED);
  __atomic_fetch_add(&control->smaller_rings, 1, __ATOMIC_RELAXED);
  while ((least == 0 || count < least) &&
         !__atomic_compare_exchange_n(&control->least_count, &least, count, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* Rings of threads that have ended, for those that begin: programs that start a
   thread for every task would spend their time on new ones. They stay in the
   list of the process: to be called does them no harm. */
#define PARKED_RINGS 4u
static void *parked[PARKED_RINGS];

/* There is no place for a parked ring: the drain is to do what it has not done
   yet. */
static void drop(struct ipoint_ring_header *ring) {
  uint32_t state = IPOINT_RING_PARKED;
  if (!__atomic_compare_exchange_n(&ring->finished, &state,
                                   IPOINT_RING_FINISHED, 0, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    __atomic_store_n(&ring->finished, IPOINT_RING_DROPPED, __ATOMIC_RELEASE);
  ipoint_rings_remove(ring);
}

void ipoint_memory_park_ring(struct ipoint_ring_header *ring) {
  __atomic_store_n(&ring->finished, IPOINT_RING_PARKED, __ATOMIC_RELEASE);
  if (!ipoint_agent_put(parked, PARKED_RINGS, ring))
    drop(ring);
}

/* A parked ring that the drain has emptied, or null. */
static struct ipoint_ring_header *take_parked(uint32_t tid) {
  struct ipoint_control *control = ipoint_agent.control;
  unsigned i;
  for (i = 0; i < PARKED_RINGS; i++) {
    struct ipoint_ring_header *ring =
        __atomic_exchange_n(&parked[i], NULL, __ATOMIC_ACQ_REL);
    uint32_t empty = IPOINT_RING_EMPTY;
    uint32_t wiped;
    uint64_t count;
    if (!ring)
      continue;
    if (!__atomic_compare_exchange_n(&ring->finished, &empty, IPOINT_RING_TAKEN,
                                     0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      if (!ipoint_agent_put(&parked[i], 1, ring))
        drop(ring);
      continue;
    }
    count = ring->count;
    wiped = ring->wiped;
    memset(ring, 0, offsetof(struct ipoint_ring_header, finished));
    memset(&ring->finished + 1, 0,
           sizeof *ring - offsetof(struct ipoint_ring_header, finished) -
               sizeof ring->finished);
    ring->wiped = wiped;
    ipoint_ring_init(ring, count, (enum ipoint_policy)control->policy,
                     (uint32_t)getpid(), tid, 0);
    __atomic_store_n(&ring->finished, 0, __ATOMIC_RELEASE);
    return ring;
  }
  return NULL;
}

struct ipoint_ring_header *ipoint_memory_make_ring(unsigned handler) {
  struct ipoint_control *control = ipoint_agent.control;
  long pid = (long)getpid(), tid = syscall(SYS_gettid);
  struct ipoint_ring_header *ring = handler ? NULL : take_parked((uint32_t)tid);
  uint64_t count;
  void *memory;
  if (ring)
    return ring;
  if (ipoint_agent_drain_is_dead()) /* else the file would stay */
    return NULL;
  count = reserve(control, handler);
  memory = map_ring_file(ipoint_agent_pid(), tid, count);
  while (!memory && is_want_of_room(errno) &&
         count / 2 >= IPOINT_RING_MIN_COUNT) {
    count /= 2;
    __atomic_fetch_sub(&control->ring_bytes, count * sizeof(uint64_t),
                       __ATOMIC_RELAXED);
    memory = map_ring_file(ipoint_agent_pid(), tid, count);
  }
  if (!memory) {
    release(control, count);
    __atomic_fetch_sub(&control->rings, 1, __ATOMIC_RELAXED);
    return NULL;
  }
  if (!handler && count < wanted_count())
    note_smaller(control, count);
  ring = ipoint_ring_init(memory, count, (enum ipoint_policy)control->policy,
                          (uint32_t)pid, (uint32_t)tid, handler);
  if (ipoint_rings_add(ring))
    return ring;
  __atomic_store_n(&ring->finished, IPOINT_RING_FINISHED, __ATOMIC_RELEASE);
  munmap(memory, ipoint_ring_bytes(count));
  errno = ENOMEM;
  return NULL;
}

void ipoint_memory_forget_parked(void) {
  unsigned i;
  for (i = 0; i < PARKED_RINGS; i++)
    parked[i] = NULL;
}
