/*===- state.c - What a recorded process knows of its recording -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct ipoint_agent ipoint_agent;

long ipoint_agent_pid(void) {
  return ipoint_agent.foreign ? 0 : (long)getpid();
}

void ipoint_agent_check_pid_space(void) {
  uint32_t here = ipoint_pid_space(), drains = ipoint_agent.control->pid_space;
  ipoint_agent.foreign = here && drains && here != drains;
}

/* System calls by number, as open and close are points of cancellation. A child
   that another thread forks meanwhile holds no lock. */
int ipoint_agent_drain_is_dead(void) {
  int dead, folder = (int)syscall(SYS_openat, AT_FDCWD, ipoint_agent.session,
                                  O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (folder < 0)
    return 0; /* not known: perhaps there are too many open files */
  dead = flock(folder, LOCK_SH | LOCK_NB) == 0;
  if (dead) {
    flock(folder, LOCK_UN);
    __atomic_store_n(&ipoint_agent.control->closed, 1, __ATOMIC_RELEASE);
  }
  syscall(SYS_close, folder);
  return dead;
}

int ipoint_agent_closed(void) {
  return (int)__atomic_load_n(&ipoint_agent.control->closed, __ATOMIC_ACQUIRE);
}

void ipoint_agent_ended(uint32_t why) {
  uint32_t none = 0;
  __atomic_compare_exchange_n(&ipoint_agent.control->ended, &none, why, 0,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void ipoint_agent_count_without(int error) {
  struct ipoint_control *control = ipoint_agent.control;
  __atomic_store_n(&control->why_without, (uint32_t)error, __ATOMIC_RELAXED);
  __atomic_fetch_add(&control->threads_without, 1, __ATOMIC_RELAXED);
}

int ipoint_agent_put(void **places, unsigned count, void *item) {
  unsigned i;
  for (i = 0; i < count; i++) {
    void *none = NULL;
    if (!__atomic_load_n(&places[i], __ATOMIC_RELAXED) &&
        __atomic_compare_exchange_n(&places[i], &none, item, 0,
                                    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      return 1;
  }
  return 0;
}

void ipoint_agent_ring_bell(void) {
  struct ipoint_control *control = ipoint_agent.control;
  int saved = errno;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!control || __atomic_load_n(&control->asleep, __ATOMIC_RELAXED) != 1 ||
      __atomic_exchange_n(&control->asleep, 0, __ATOMIC_SEQ_CST) != 1)
    return;
  syscall(SYS_futex, &control->asleep, FUTEX_WAKE, 1, NULL, NULL, 0);
  errno = saved;
}

void ipoint_agent_announce_change(void) {
  __atomic_fetch_add(&ipoint_agent.control->changes, 1, __ATOMIC_RELEASE);
  ipoint_agent_ring_bell();
}

void ipoint_agent_rest(int before) {
  const int longer = before / 16 < 6 ? before / 16 : 6;
  const struct timespec nap = {0, 50000L << longer};
  /* Unlike nanosleep(), no point of cancellation. */
  syscall(SYS_nanosleep, &nap, NULL);
}
