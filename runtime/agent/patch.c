/*===- patch.c - Puts the probes of a module in their places --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* /proc/self/mem writes to pages that are mapped for reading only, so that
|* nothing is made writable; where it can't, mprotect is tried.
|*
\*===----------------------------------------------------------------------===*/

#include "agent/patch.h"

#include "agent/state.h"

#include "core/sleds.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
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
static unsigned long long unloaded; /* modules, until the last look */

/* The program's own code that has sleds: begin and end of each part. */
#define PARTS 4u
static uint64_t parts[PARTS][2];
static unsigned part_count;
static uintptr_t program; /* where it was loaded, if it has such parts */

struct search {
  const void *unit; /* in the module */
  int file;         /* /proc/self/mem once it is wanted; -1: it can't be had */
  int wanted;
  int error; /* errno of the first page that could not be written */
};

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

/* From the first sled of a page to the page's end, or that of the code. */
static void patch_page(struct search *search, unsigned char *code, size_t size,
                       size_t from, size_t to) {
  unsigned char changed[PAGE];
  size_t at;
  int error;
  memcpy(changed, code + from, to - from);
  for (at = from; at < to; at = ipoint_sled_find(code, size, at + 4))
    ipoint_sled_set(changed + (at - from), 1);
  error = write_code(search, code + from, changed, to - from);
  if (error && !search->error)
    search->error = error;
}

static void patch_code(struct search *search, unsigned char *code,
                       size_t size) {
  size_t at = ipoint_sled_find(code, size, 0);
  while (at < size) {
    size_t next = PAGE - (((uintptr_t)code + at) & (PAGE - 1)) + at;
    if (next > size)
      next = size;
    patch_page(search, code, size, at, next);
    at = ipoint_sled_find(code, size, next & ~(size_t)3);
  }
}

/* Policy `burst`: tells the drain where it is. That of libraries may be
   unloaded, and another thing be there when the drain writes. */
static void list_code(void) {
  char name[PATH_MAX];
  size_t size = part_count * sizeof *parts;
  int file, cancel;
  if (ipoint_agent.control->policy != IPOINT_BURST || !part_count)
    return;
  if (snprintf(name, sizeof name, "%s/" IPOINT_CODE_PREFIX "%ld",
               ipoint_agent.session, (long)getpid()) >= (int)sizeof name)
    return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  file =
      open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file >= 0 && write(file, parts, size) != (ssize_t)size)
    unlink(name); /* without the list its probes stay */
  if (file >= 0)
    close(file);
  pthread_setcancelstate(cancel, NULL);
}

/* Once something was unloaded another module can be in its place. The program
   itself always stays. */
static void forget_unloaded(const struct dl_phdr_info *info) {
  unsigned i, kept = 0;
  if (info->dlpi_subs == unloaded)
    return;
  unloaded = info->dlpi_subs;
  for (i = 0; i < MODULES && modules[i].unit; i++)
    if (part_count && modules[i].place == program)
      modules[kept++] = modules[i];
  memset(modules + kept, 0, (i - kept) * sizeof *modules);
}

/* Notes that the module has probes now; 0 if it had them. */
static int is_new(const struct dl_phdr_info *info, const void *unit) {
  unsigned i;
  forget_unloaded(info);
  for (i = 0; i < MODULES && modules[i].unit; i++)
    if (modules[i].place == info->dlpi_addr)
      return modules[i].unit == unit;
  if (i < MODULES) {
    modules[i].place = info->dlpi_addr;
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
  if (here && !is_new(info, search->unit))
    return 1;
  for (i = 0; here && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = (info->dlpi_addr + part->p_vaddr + 3) & ~(uintptr_t)3;
    uintptr_t end = info->dlpi_addr + part->p_vaddr + part->p_filesz;
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || end <= begin)
      continue;
    patch_code(search, (unsigned char *)begin, end - begin);
    if (search->wanted && !*info->dlpi_name && part_count < PARTS) {
      program = info->dlpi_addr;
      parts[part_count][0] = begin;
      parts[part_count++][1] = end;
    }
  }
  return here;
}

/* While the drain switches code it is odd (wire/session.h). */
static uint32_t switches_before_fork;

static uint32_t switches(void) {
  return __atomic_load_n(&ipoint_agent.control->code_switches,
                         __ATOMIC_SEQ_CST);
}

void ipoint_patch_before_fork(void) { switches_before_fork = switches(); }

void ipoint_patch_child(int told) {
  struct search search = {NULL, -1, 0, 0};
  unsigned i;
  if (!ipoint_agent.control || ipoint_agent.control->policy != IPOINT_BURST ||
      !part_count || ipoint_agent_is_confined())
    return;
  /* Else it has all probes or none, as its parent had. */
  if (!told || switches_before_fork % 2 == 1 ||
      switches_before_fork != switches())
    for (i = 0; i < part_count; i++)
      patch_code(&search, (unsigned char *)(uintptr_t)parts[i][0],
                 (size_t)(parts[i][1] - parts[i][0]));
  if (search.file >= 0)
    close(search.file);
  list_code();
}

void ipoint_patch_module_of(const void *unit) {
  struct search search = {unit, -1, 0, 0};
  dl_iterate_phdr(patch_module, &search);
  if (search.wanted)
    list_code();
  if (search.file >= 0)
    close(search.file);
  if (search.error) {
    __atomic_store_n(&ipoint_agent.control->why_unpatched,
                     (uint32_t)search.error, __ATOMIC_RELAXED);
    __atomic_fetch_add(&ipoint_agent.control->unpatched, 1, __ATOMIC_RELAXED);
  }
}
