/*===- child.c - A process that begins as a copy of another ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A child that got its parent's ring by a copy of memory must not write into
|* it. ipoint_child_began() is called by pthread_atfork's handler, and by the
|* slow path, which looks at a page that the kernel wipes in the child.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* 1 in the process that made it, 0 in a child whose fork was not noticed; null
   where the kernel has no such pages. */
static volatile unsigned *mark;

int ipoint_child_is_strange(void) { return mark && !*mark; }

void ipoint_child_make_mark(void) {
  long size = sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return;
  if (madvise(page, (size_t)size, MADV_WIPEONFORK) != 0) {
    munmap(page, (size_t)size);
    return;
  }
  mark = page;
  *mark = 1;
}

static void forget_rings(int intruded) {
  struct ipoint_ring_header *ring = ipoint_rings_own();
  int recorded = ipoint_self != &ipoint_idle_ring &&
                 ipoint_self != &ipoint_off_ring &&
                 ipoint_self != &ipoint_paused_ring;
  ipoint_memory_forget_parked();
  if (ring)
    pthread_setspecific(ipoint_agent.key, NULL);
  if (recorded)
    ipoint_ring_switch(ipoint_handlers_depth() ? &ipoint_handler_ring
                                               : &ipoint_idle_ring);
  ipoint_handlers_drop_rings(intruded ? IPOINT_DROP_INTRUDED
                                      : IPOINT_DROP_PARENTS);
  if (ring && recorded && intruded && !ring->wiped)
    __atomic_store_n(&ring->intruded, 1, __ATOMIC_RELAXED);
  if (ring && ipoint_handlers_depth() > 0)
    ipoint_rings_make_private(ring);
  ipoint_rings_forget();
}

/* The drain must know of a daemon's process before its parent ends, be it long
   before its first probe; and of a program that is executed, as the rings that
   its process had before `began` are no more. */
void ipoint_child_announce(uint64_t began) {
  struct ipoint_path name;
  int file;
  if (ipoint_agent.foreign)
    return;
  ipoint_path_begin(&name, IPOINT_BORN_PREFIX);
  ipoint_path_add_number(&name, (uint64_t)getpid());
  ipoint_path_add(&name, "-");
  ipoint_path_add_number(&name, began);
  file = open(name.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) {
    close(file);
    ipoint_agent_announce_change();
  }
}

/* open, write and close are points of cancellation, and fork() and dlopen(),
   which call us, are none. */
void ipoint_child_began(enum ipoint_child how) {
  int saved = errno, cancel;
  if (!ipoint_agent.control)
    return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  forget_rings(how == IPOINT_CHILD_STRANGE);
  ipoint_counts_child_began();
  if (mark)
    *mark = 1;
  ipoint_agent_check_pid_space();
  __atomic_fetch_add(&ipoint_agent.control->processes, 1, __ATOMIC_RELAXED);
  if (how == IPOINT_CHILD_FORKED) {
    ipoint_child_announce(0);
    __atomic_fetch_add(&ipoint_agent.control->forks_joined, 1,
                       __ATOMIC_RELEASE);
  }
  pthread_setcancelstate(cancel, NULL);
  errno = saved;
}
