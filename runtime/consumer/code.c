/*===- code.c - Switches the probes in a process's code on and off --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "consumer/code.h"

#include "wire/session.h"
#include "core/sleds.h"
#include "support/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is written at once; room for it must be found on the stack. */
#define PART_MAX 65536u
/* More bytes without a sled than this are not written. */
#define PART_GAP 4096u
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

/* The code at `address`, as it is, from one sled to another. */
static void add_part(struct ipoint_code *code, uint64_t address,
                     const unsigned char *bytes, size_t size) {
  struct ipoint_code_part *grown =
      realloc(code->parts, (code->part_count + 1) * sizeof *grown);
  unsigned char *images = malloc(2 * size);
  int on;
  if (grown)
    code->parts = grown;
  if (!grown || !images) {
    free(images);
    return;
  }
  grown += code->part_count++;
  grown->address = address;
  grown->size = size;
  for (on = 0; on < 2; on++)
    grown->images[on] = memcpy(images + (size_t)on * size, bytes, size);
}

/* Makes what was a sled at `at` one in both images. */
static void add_sled(struct ipoint_code_part *part, size_t at) {
  ipoint_sled_set(part->images[0] + at, 0);
  ipoint_sled_set(part->images[1] + at, 1);
}

static void add_code(struct ipoint_code *code, uint64_t address,
                     const unsigned char *bytes, size_t size) {
  size_t begin = ipoint_sled_find(bytes, size, 0), count;
  while (begin < size) {
    size_t last = begin, next = begin, at;
    for (; next < size && next - last < PART_GAP &&
           next + SLED_SIZE - begin <= PART_MAX;
         next = ipoint_sled_find(bytes, size, next + 4))
      last = next;
    count = code->part_count;
    add_part(code, address + begin, bytes + begin, last + SLED_SIZE - begin);
    for (at = begin; code->part_count > count && at < next;
         at = ipoint_sled_find(bytes, size, at + 4))
      add_sled(&code->parts[count], at - begin);
    begin = next;
  }
}

static void add_module(struct ipoint_code *code, uint64_t begin, uint64_t end) {
  unsigned char *bytes;
  size_t size = (size_t)(end - begin);
  if (begin % 4 != 0 || end <= begin || end - begin > CODE_MAX ||
      !(bytes = malloc(size)))
    return;
  if (pread(code->memory, bytes, size, (off_t)begin) == (ssize_t)size)
    add_code(code, begin, bytes, size);
  free(bytes);
}

size_t ipoint_code_find(struct ipoint_code *code, int folder) {
  char name[64];
  uint64_t module[2];
  int file;
  if (code->memory < 0)
    return 0;
  snprintf(name, sizeof name, IPOINT_CODE_PREFIX "%u", code->pid);
  file = ipoint_file_open(folder, name, O_RDONLY);
  while (file >= 0 && pread(file, module, sizeof module, (off_t)code->read) ==
                          (ssize_t)sizeof module) {
    code->read += sizeof module;
    add_module(code, module[0], module[1]);
  }
  if (file >= 0)
    close(file);
  return code->part_count;
}

/* Something else was changed in it too, such as a breakpoint: only what is
   still a sled is. */
static void switch_sleds(const struct ipoint_code_part *part,
                         unsigned char *bytes, int on) {
  size_t at;
  for (at = 0; at < part->size; at += SLED_SIZE)
    if (memcmp(part->images[0] + at, part->images[1] + at, SLED_SIZE) != 0 &&
        ipoint_sled_is(bytes + at))
      ipoint_sled_set(bytes + at, on);
}

static int switch_part(const struct ipoint_code *code,
                       const struct ipoint_code_part *part, int on) {
  unsigned char bytes[PART_MAX];
  const unsigned char *wanted = part->images[on];
  off_t address = (off_t)part->address;
  ssize_t size = (ssize_t)part->size;
  if (pread(code->memory, bytes, part->size, address) != size)
    return 0;
  if (memcmp(bytes, wanted, part->size) == 0)
    return 1;
  if (memcmp(bytes, part->images[!on], part->size) != 0) {
    switch_sleds(part, bytes, on);
    wanted = bytes;
  }
  return pwrite(code->memory, wanted, part->size, address) == size;
}

void ipoint_code_switch(struct ipoint_code *code, int on) {
  uint32_t pid = code->pid;
  size_t i;
  if (code->on == on)
    return;
  for (i = 0; i < code->part_count && code->memory >= 0; i++) {
    if (switch_part(code, &code->parts[i], on))
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
  for (i = 0; i < code->part_count; i++)
    free(code->parts[i].images[0]);
  free(code->parts);
  if (code->memory >= 0)
    close(code->memory);
  memset(code, 0, sizeof *code);
  code->memory = -1;
}
