/*===- thread.c - A thread's ring, from its first probe to its end --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "host/host.h"

#include "src/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
  if (error) {
    unlink(name);
    errno = error;
    return NULL;
  }
  return memory;
}

/* Handlers' rings are smaller by this. */
#define HANDLER_SHARE 16u

static struct ipoint_ring_header *make_ring(unsigned handler) {
  struct ipoint_control *control = ipoint_host.control;
  uint64_t count = control->ring_count;
  char name[PATH_MAX];
  long pid = (long)getpid(), tid = syscall(SYS_gettid);
  void *memory = NULL;
  int i;
  if (handler && count / HANDLER_SHARE >= IPOINT_RING_MIN_COUNT)
    count /= HANDLER_SHARE;
  errno = EEXIST;
  /* The name may be taken for a moment: by this process before an exec, by a
   * thread that ended. */
  for (i = 0; i < 100 && !memory && errno == EEXIST; i++) {
    errno = ENAMETOOLONG;
    if (snprintf(name, sizeof name, "%s/%ld-%ld.%d", ipoint_host.session, pid,
                 tid, i) < (int)sizeof name)
      memory = map_new_file(name, ipoint_ring_bytes(count));
  }
  if (!memory)
    return NULL;
  return ipoint_ring_init(memory, count, (enum ipoint_policy)control->policy,
                          (uint32_t)pid, (uint32_t)tid, handler);
}

/* Signals wait and the thread can't be cancelled in here: a handler's probe
   would start over, and open and close are points of cancellation. The program
   may have a snprintf or a memcpy of its own that is instrumented, and that the
   runtime gets too: it finds the ring busy. */
struct ipoint_ring_header *ipoint_host_attach(void) {
  struct ipoint_ring_header *ring;
  unsigned handler =
      ipoint_self == &ipoint_handler_ring ? ipoint_host_handler_depth() : 0;
  sigset_t all, before;
  int saved, cancel;
  if (!ipoint_host.control) {
    /* From here on a probe of this thread takes the shortest way out. */
    if (ipoint_host.started)
      ipoint_ring_switch(&ipoint_off_ring);
    return NULL;
  }
  saved = errno;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  ipoint_ring_switch(&ipoint_busy_ring);
  ring = ipoint_host_closed() ? NULL : make_ring(handler);
  if (ring) {
    if (handler)
      ipoint_host_keep_handler_ring(ring);
    else if (ipoint_host.has_key)
      pthread_setspecific(ipoint_host.key, ring);
    ipoint_self = &ring->probe;
  } else {
    if (!ipoint_host_closed()) {
      __atomic_store_n(&ipoint_host.control->why_without, (uint32_t)errno,
                       __ATOMIC_RELAXED);
      __atomic_fetch_add(&ipoint_host.control->threads_without, 1,
                         __ATOMIC_RELAXED);
    }
    ipoint_ring_switch(&ipoint_off_ring);
  }
  pthread_setcancelstate(cancel, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
  return ring;
}

/* Ten seconds without progress, or a dead drain, and records are dropped from
 * then on. */
int ipoint_host_wait(struct ipoint_ring_header *ring, uint64_t wanted) {
  const struct timespec nap = {0, 50000};
  struct timespec now, progress;
  uint64_t position = ring->granted, seen = 0;
  int saved = errno, tries, done = 0;
  clock_gettime(CLOCK_MONOTONIC, &progress);
  for (tries = 1;; tries++) {
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    if (tail + ring->count - position >= wanted) {
      done = 1;
      break;
    }
    if (ipoint_host_closed())
      break;
    if (tail != seen) {
      seen = tail;
      clock_gettime(CLOCK_MONOTONIC, &progress);
    }
    syscall(SYS_nanosleep, &nap,
            NULL); /* unlike nanosleep(), no point of cancellation */
    if (tries % 64 != 0)
      continue;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - progress.tv_sec > 10 ||
        (kill((pid_t)ipoint_host.control->drain_pid, 0) != 0 && errno == ESRCH))
      break;
  }
  errno = saved;
  return done;
}

void ipoint_host_thread_end(void *memory) {
  struct ipoint_ring_header *ring = memory;
  /* Destructors of other keys may have probes, and run in no fixed order: be
   * among the last. */
  if (ring->finished < 2) {
    ring->finished++;
    pthread_setspecific(ipoint_host.key, ring);
    return;
  }
  ipoint_ring_switch(&ipoint_off_ring);
  ipoint_host_drop_handler_rings(1);
  __atomic_store_n(&ring->finished, IPOINT_RING_FINISHED, __ATOMIC_RELEASE);
  munmap(ring, ipoint_ring_bytes(ring->count));
}

void ipoint_host_forget_ring(void) {
  struct ipoint_ring_header *ring =
      ipoint_host.has_key ? pthread_getspecific(ipoint_host.key) : NULL;
  if (ipoint_self == &ipoint_idle_ring || ipoint_self == &ipoint_off_ring)
    return;
  ipoint_ring_switch(ipoint_host_handler_depth() ? &ipoint_handler_ring
                                                 : &ipoint_idle_ring);
  ipoint_host_drop_handler_rings(0);
  if (!ring)
    return;
  pthread_setspecific(ipoint_host.key, NULL);
  munmap(ring, ipoint_ring_bytes(ring->count));
}
