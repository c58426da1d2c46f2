/*===- patch.c - Puts the probes of a module in their places --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Objects of IPOINT_PATCHED_PROBES have no-ops where probes will be
|* (ipoint/port/x86_64.h). They are in no table: a section of addresses would
|* keep functions from being dropped by the linker. They are found in the code,
|* by their four bytes at a multiple of four, and by the mark in front of what
|* they lead to.
|*
|* /proc/self/mem writes to pages that are mapped for reading only, so that
|* nothing is made writable; where it can't, mprotect is tried.
|*
\*===----------------------------------------------------------------------===*/

#include "host/host.h"

#ifdef IPOINT_PORT_SLED

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096u

/* Modules that were patched, each known by its place and by the first unit that
   it told of: when that one comes again the module was loaded again. With more
   modules than this, units of the others have theirs searched again. */
#define MODULES 64u
static struct {
  uintptr_t place;
  const void *unit;
} modules[MODULES];

struct search {
  const void *unit; /* in the module */
  int file;         /* /proc/self/mem once it is wanted; -1: it can't be had */
  int wanted;
  int error; /* errno of the first page that could not be written */
};

static uint32_t word(const unsigned char *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

/* Does `at` begin a probe's no-op? `begin` and `end`: the code around it. */
static int is_sled(const unsigned char *at, const unsigned char *begin,
                   const unsigned char *end) {
  const unsigned char *probe;
  int64_t distance;
  if (word(at) != IPOINT_PORT_SLED)
    return 0;
  distance = (int32_t)word(at + 4);
  if (distance < begin - at || distance > end - at - 8)
    return 0;
  probe = at + 8 + distance;
  return probe - begin >= 8 && word(probe - 8) == IPOINT_PORT_SLED &&
         word(probe - 4) == IPOINT_PORT_SLED_MARK;
}

/* Writes a page, or what of it is code. errno, or 0. */
static int write_code(struct search *search, unsigned char *to,
                      const unsigned char *from, size_t size) {
  void *page = (void *)((uintptr_t)to & ~(uintptr_t)(PAGE - 1));
  if (!search->wanted)
    search->file = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  search->wanted = 1;
  if (search->file >= 0 &&
      pwrite(search->file, from, size, (off_t)(uintptr_t)to) == (ssize_t)size)
    return 0;
  if (mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    return errno;
  memcpy(to, from, size);
  mprotect(page, PAGE, PROT_READ | PROT_EXEC);
  return 0;
}

/* One page's worth of a module's code. */
static void patch_page(struct search *search, unsigned char *from,
                       unsigned char *to, const unsigned char *begin,
                       const unsigned char *end) {
  unsigned char changed[PAGE];
  const uint32_t jump = IPOINT_PORT_SLED_JUMP;
  unsigned char *at;
  int found = 0, error;
  for (at = from; at + 8 <= end && at < to; at += 4) {
    if (!is_sled(at, begin, end))
      continue;
    if (!found)
      memcpy(changed, from, (size_t)(to - from));
    found = 1;
    memcpy(changed + (at - from), &jump, sizeof jump);
  }
  if (!found)
    return;
  error = write_code(search, from, changed, (size_t)(to - from));
  if (error && !search->error)
    search->error = error;
}

static void patch_code(struct search *search, unsigned char *begin,
                       unsigned char *end) {
  unsigned char *from = begin;
  while (from < end) {
    unsigned char *to = (unsigned char *)(((uintptr_t)from | (PAGE - 1)) + 1);
    if (to > end)
      to = end;
    patch_page(search, from, to, begin, end);
    from = to;
  }
}

/* Notes that the module at `place` has probes now; 0 if it had them. */
static int is_new(uintptr_t place, const void *unit) {
  unsigned i;
  for (i = 0; i < MODULES && modules[i].unit; i++)
    if (modules[i].place == place && modules[i].unit != unit)
      return 0;
    else if (modules[i].place == place)
      return 1;
  if (i < MODULES) {
    modules[i].place = place;
    modules[i].unit = unit;
  }
  return 1;
}

static int patch_module(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = data;
  uintptr_t inside = (uintptr_t)search->unit;
  int i, here = 0;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    here |= part->p_type == PT_LOAD && inside >= begin &&
            inside - begin < part->p_memsz;
  }
  if (here && !is_new(info->dlpi_addr, search->unit))
    return 1;
  for (i = 0; here && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = (info->dlpi_addr + part->p_vaddr + 3) & ~(uintptr_t)3;
    if (part->p_type == PT_LOAD && part->p_flags & PF_X && part->p_filesz >= 4)
      patch_code(
          search, (unsigned char *)begin,
          (unsigned char *)(info->dlpi_addr + part->p_vaddr + part->p_filesz));
  }
  return here;
}

void ipoint_host_patch(const void *unit) {
  struct search search = {unit, -1, 0, 0};
  dl_iterate_phdr(patch_module, &search);
  if (search.file >= 0)
    close(search.file);
  if (search.error) {
    __atomic_store_n(&ipoint_host.control->why_unpatched,
                     (uint32_t)search.error, __ATOMIC_RELAXED);
    __atomic_fetch_add(&ipoint_host.control->unpatched, 1, __ATOMIC_RELAXED);
  }
}

#else

void ipoint_host_patch(const void *unit) { (void)unit; }

#endif
