/*===- patch.c - Puts the probes of modules in their places ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Nobody runs through a module while it is loaded: its probes are put in their
|* places then. Between bursts they are taken out while threads run through
|* them (patcher.c). A sled's four bytes are written by one aligned store, and
|* no-op and jump have one length, so that whoever comes by executes the one or
|* the other. Behind the stores each CPU that runs a thread of this process is
|* made to serialise (membarrier), as the Intel SDM, volume 3, "Handling Self-
|* and Cross-Modifying Code", wants before new code is relied on.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/patch.h"

#include "core/sleds.h"

#ifdef IPOINT_PORT_SLED

#include "agent/patcher.h"
#include "agent/rings.h"
#include "agent/state.h"
#include "agent/syscalls.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096u

/* Code that has sleds. */
struct part {
  uintptr_t module; /* where that was loaded */
  uintptr_t begin;
  uintptr_t end; /* 0: this place is free */
  int protection;
  int error; /* errno if it can't be written, which is tried once */
};
#define PARTS 256u
static struct part parts[PARTS];

/* By whoever looks at the parts; a thread that forks does not wait for it. */
static int locked;

/* The window that the probes are right for, and whether it changes. */
static uint32_t settled;
static int followed;

static void lock(void) {
  const struct timespec nap = {0, 50000};
  while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
    ipoint_syscall(SYS_nanosleep, (long)&nap, 0, 0, 0);
}

static void unlock(void) { __atomic_store_n(&locked, 0, __ATOMIC_RELEASE); }

/* At the beginning nothing was taken out. */
static int wants_probes(uint32_t window) {
  return window == 0 || window % 2 == 1;
}

/* errno, or 0. */
static int protect(const struct part *part, int protection) {
  uintptr_t begin = part->begin & ~(uintptr_t)(PAGE - 1);
  return (int)-ipoint_syscall(SYS_mprotect, (long)begin,
                              (long)(part->end - begin), protection, 0);
}

/* Puts all probes of a part in their places, or takes them out. */
static void write_part(struct part *part, int on) {
  unsigned char *code = (unsigned char *)part->begin;
  size_t size = part->end - part->begin, at;
  if (part->error)
    return;
  part->error = protect(part, PROT_READ | PROT_WRITE | PROT_EXEC);
  if (part->error)
    return;
  for (at = ipoint_sled_find(code, size, 0); at < size;
       at = ipoint_sled_find(code, size, at + 4))
    ipoint_sled_set(code + at, on);
  protect(part, part->protection);
}

/* A free place, or null. */
static struct part *free_part(void) {
  size_t i;
  for (i = 0; i < PARTS; i++)
    if (parts[i].end == 0)
      return &parts[i];
  return NULL;
}

static int is_known(uintptr_t module) {
  size_t i;
  for (i = 0; i < PARTS; i++)
    if (parts[i].end != 0 && parts[i].module == module)
      return 1;
  return 0;
}

static void count_unpatched(int error) {
  __atomic_store_n(&ipoint_agent.control->why_unpatched, (uint32_t)error,
                   __ATOMIC_RELAXED);
  __atomic_fetch_add(&ipoint_agent.control->unpatched, 1, __ATOMIC_RELAXED);
}

static int is_in(const struct dl_phdr_info *info, const void *unit) {
  uintptr_t inside = (uintptr_t)unit;
  int i;
  for (i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && inside >= begin &&
        inside - begin < part->p_memsz)
      return 1;
  }
  return 0;
}

/* The part of a program header, if it is code with sleds in it. 0 if not. */
static int read_part(const struct dl_phdr_info *info, const ElfW(Phdr) * header,
                     struct part *part) {
  uintptr_t begin = info->dlpi_addr + header->p_vaddr;
  part->module = info->dlpi_addr;
  part->begin = (begin + 3) & ~(uintptr_t)3;
  part->end = begin + header->p_filesz;
  part->protection = (header->p_flags & PF_R ? PROT_READ : 0) |
                     (header->p_flags & PF_W ? PROT_WRITE : 0) | PROT_EXEC;
  part->error = 0;
  return header->p_type == PT_LOAD && (header->p_flags & PF_X) &&
         header->p_flags & PF_R && part->end > part->begin &&
         ipoint_sled_find((const unsigned char *)part->begin,
                          part->end - part->begin, 0) < part->end - part->begin;
}

static int patch_module(struct dl_phdr_info *info, size_t size, void *unit) {
  int i, error = 0;
  (void)size;
  if (!is_in(info, unit))
    return 0;
  if (is_known(info->dlpi_addr))
    return 1;
  for (i = 0; i < info->dlpi_phnum; i++) {
    struct part part, *place;
    if (!read_part(info, &info->dlpi_phdr[i], &part))
      continue;
    place = free_part();
    if (place) {
      *place = part;
      write_part(place, wants_probes(settled));
    }
    error = place ? place->error : ENOSPC;
  }
  if (error)
    count_unpatched(error);
  return 1;
}

/* Puts all probes in their places, or takes them out, as the window wants it.
   Called by the patcher. */
static void follow(uint32_t window) {
  size_t i;
  if (__atomic_load_n(&settled, __ATOMIC_RELAXED) == window)
    return;
  if (!wants_probes(window)) /* the next one shall see that it is closed */
    ipoint_rings_notify();
  lock();
  for (i = 0; i < PARTS; i++)
    if (parts[i].end != 0)
      write_part(&parts[i], wants_probes(window));
  ipoint_patcher_serialise();
  __atomic_store_n(&settled, window, __ATOMIC_SEQ_CST);
  unlock();
  if (wants_probes(window)) /* it may have seen that it is closed still */
    ipoint_rings_notify();
}

void ipoint_patch_module_of(const void *unit) {
  int wanted;
  lock();
  dl_iterate_phdr(patch_module, (void *)(uintptr_t)unit);
  wanted = !followed && ipoint_agent.control->policy == IPOINT_BURST &&
           parts[0].end != 0 && !parts[0].error && ipoint_patcher_can();
  unlock();
  if (wanted && ipoint_patcher_start(follow))
    __atomic_store_n(&followed, 1, __ATOMIC_SEQ_CST);
}

static int forget_module(struct dl_phdr_info *info, size_t size, void *unit) {
  size_t i;
  (void)size;
  if (!is_in(info, unit))
    return 0;
  for (i = 0; i < PARTS; i++)
    if (parts[i].module == info->dlpi_addr)
      memset(&parts[i], 0, sizeof parts[i]);
  return 1;
}

void ipoint_patch_forget_module_of(const void *unit) {
  lock();
  dl_iterate_phdr(forget_module, (void *)(uintptr_t)unit);
  unlock();
}

uint32_t ipoint_patch_window(uint32_t window) {
  if (window % 2 == 1 && __atomic_load_n(&followed, __ATOMIC_RELAXED) &&
      __atomic_load_n(&settled, __ATOMIC_SEQ_CST) != window)
    return window - 1;
  return window;
}

/* Its patcher makes good what its parent's was about. */
void ipoint_patch_child(void) {
  locked = 0;
  if (!followed || ipoint_agent_is_confined())
    return;
  settled = UINT32_MAX;
  followed = ipoint_patcher_can() && ipoint_patcher_start(follow);
}

#else

void ipoint_patch_module_of(const void *unit) { (void)unit; }
void ipoint_patch_forget_module_of(const void *unit) { (void)unit; }
void ipoint_patch_child(void) {}
uint32_t ipoint_patch_window(uint32_t window) { return window; }

#endif
