/*===- code.c - Switches the probes in a process's code on and off --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "code.h"

#include "host/session.h"
#include "src/sleds.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 4096u
/* Bytes of a sled that are ever changed. */
#define SLED_SIZE 4u
/* More than that no module's code has. */
#define CODE_MAX (UINT64_C(1) << 32)

void ipoint_code_open(struct ipoint_code *code, uint32_t pid) {
  char name[64];
  memset(code, 0, sizeof *code);
  code->pid = pid;
  code->on = -1;
  snprintf(name, sizeof name, "/proc/%u/mem", pid);
  code->memory = open(name, O_RDWR | O_CLOEXEC);
}

/* The sleds of one page's worth of code, from the first, at `begin`, on. */
static void add_page(struct ipoint_code *code, uint64_t address,
                     const unsigned char *bytes, size_t size, size_t begin,
                     size_t end) {
  struct ipoint_code_page page = {address + begin, 0, NULL, 0}, *grown;
  size_t at;
  page.sleds = malloc((end - begin) / 4 * sizeof *page.sleds);
  for (at = begin; page.sleds && at < end;
       at = ipoint_sled_find(bytes, size, at + 4)) {
    page.sleds[page.sled_count++] = (uint32_t)(at - begin);
    page.size = (uint32_t)(at - begin) + SLED_SIZE;
  }
  grown = page.sleds
              ? realloc(code->pages, (code->page_count + 1) * sizeof *grown)
              : NULL;
  if (!grown) {
    free(page.sleds);
    return;
  }
  code->pages = grown;
  grown[code->page_count++] = page;
}

static void add_module(struct ipoint_code *code, uint64_t begin, uint64_t end) {
  unsigned char *bytes;
  size_t size = (size_t)(end - begin), at, next;
  if (begin % 4 != 0 || end <= begin || end - begin > CODE_MAX ||
      !(bytes = malloc(size)))
    return;
  if (pread(code->memory, bytes, size, (off_t)begin) == (ssize_t)size)
    for (at = ipoint_sled_find(bytes, size, 0); at < size;
         at = ipoint_sled_find(bytes, size, next)) {
      next = ((begin + at) / PAGE + 1) * PAGE - begin;
      if (next > size)
        next = size;
      add_page(code, begin, bytes, size, at, next);
      next &= ~(size_t)3;
    }
  free(bytes);
}

size_t ipoint_code_find(struct ipoint_code *code, int folder) {
  char name[64];
  uint64_t module[2];
  int file;
  if (code->memory < 0)
    return 0;
  snprintf(name, sizeof name, IPOINT_CODE_PREFIX "%u", code->pid);
  file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  while (file >= 0 && pread(file, module, sizeof module, (off_t)code->read) ==
                          (ssize_t)sizeof module) {
    code->read += sizeof module;
    add_module(code, module[0], module[1]);
  }
  if (file >= 0)
    close(file);
  return code->page_count;
}

/* What else was changed in the page, such as a breakpoint, is kept. */
static int switch_page(const struct ipoint_code *code,
                       const struct ipoint_code_page *page, int on) {
  unsigned char bytes[PAGE];
  off_t address = (off_t)page->address;
  size_t i;
  if (pread(code->memory, bytes, page->size, address) != (ssize_t)page->size)
    return 0;
  for (i = 0; i < page->sled_count; i++)
    if (ipoint_sled_is(bytes + page->sleds[i]))
      ipoint_sled_set(bytes + page->sleds[i], on);
  return pwrite(code->memory, bytes, page->size, address) ==
         (ssize_t)page->size;
}

void ipoint_code_switch(struct ipoint_code *code, int on) {
  uint32_t pid = code->pid;
  size_t i;
  if (code->on == on)
    return;
  for (i = 0; i < code->page_count && code->memory >= 0; i++) {
    if (switch_page(code, &code->pages[i], on))
      continue;
    /* It runs another program now, which lists its own. */
    ipoint_code_close(code);
    ipoint_code_open(code, pid);
    return;
  }
  code->on = on;
}

void ipoint_code_close(struct ipoint_code *code) {
  size_t i;
  for (i = 0; i < code->page_count; i++)
    free(code->pages[i].sleds);
  free(code->pages);
  if (code->memory >= 0)
    close(code->memory);
  memset(code, 0, sizeof *code);
  code->memory = -1;
}
