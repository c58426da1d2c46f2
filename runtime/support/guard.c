/*===- guard.c - Memory that a recorded program can take away -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/guard.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct ipoint_guard *guards;
static struct sigaction before;
static uintptr_t page_size; /* 0: nothing was guarded yet */

/* What is cut reaches to the end. A store is done once more, into the zeros. */
static void fill(int number, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  struct ipoint_guard *guard;
  (void)context;
  for (guard = guards; guard; guard = guard->next) {
    char *page = (char *)(address & ~(page_size - 1));
    if (address - (uintptr_t)guard->memory >= guard->size)
      continue;
    if (mmap(page, (size_t)(guard->memory + guard->size - page),
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
             0) == MAP_FAILED)
      break;
    guard->cut = 1;
    return;
  }
  signal(number, SIG_DFL); /* it comes again */
}

void ipoint_guard_begin(struct ipoint_guard *guard, void *memory, size_t size) {
  struct sigaction action;
  sigset_t one;
  if (!page_size) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = fill;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &before);
    sigemptyset(&one);
    sigaddset(&one, SIGBUS);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
  }
  guard->memory = memory;
  guard->size = size;
  guard->next = guards;
  guards = guard;
}

void ipoint_guard_end(struct ipoint_guard *guard) {
  struct ipoint_guard **link;
  for (link = &guards; *link; link = &(*link)->next)
    if (*link == guard) {
      *link = guard->next;
      break;
    }
  guard->memory = NULL;
}

int ipoint_guard_is_whole(struct ipoint_guard *guard) {
  if (!guard->cut && guard->memory)
    (void)*(volatile char *)(guard->memory + guard->size - 1);
  return !guard->cut;
}

void ipoint_guard_leave(void) {
  if (page_size)
    sigaction(SIGBUS, &before, NULL);
}
