/*===- sleds.c - Places in code where a probe can be put ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Freestanding: no libc.
|*
\*===----------------------------------------------------------------------===*/

#include "core/sleds.h"

#include <stdint.h>

#ifdef IPOINT_PORT_SLED

/* Of the sled, and of the no-op in front of the probe. */
#define SIZE 8u

static uint32_t word(const unsigned char *at) {
  uint32_t value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}

int ipoint_sled_is(const unsigned char *sled) {
  uint32_t first = word(sled);
  return first == IPOINT_PORT_SLED || first == IPOINT_PORT_SLED_JUMP;
}

static int is_sled(const unsigned char *code, size_t size, size_t at) {
  int64_t probe;
  if (!ipoint_sled_is(code + at))
    return 0;
  probe = (int64_t)(at + SIZE) + (int32_t)word(code + at + 4);
  return probe >= SIZE && probe <= (int64_t)size &&
         word(code + probe - 8) == IPOINT_PORT_SLED &&
         word(code + probe - 4) == IPOINT_PORT_SLED_MARK;
}

size_t ipoint_sled_find(const unsigned char *code, size_t size, size_t from) {
  for (; from + SIZE <= size; from += 4)
    if (is_sled(code, size, from))
      return from;
  return size;
}

void ipoint_sled_set(unsigned char *sled, int on) {
  *(__volatile__ uint32_t *)(void *)sled =
      on ? IPOINT_PORT_SLED_JUMP : IPOINT_PORT_SLED;
}

#else

size_t ipoint_sled_find(const unsigned char *code, size_t size, size_t from) {
  (void)code, (void)from;
  return size;
}

int ipoint_sled_is(const unsigned char *sled) {
  (void)sled;
  return 0;
}

void ipoint_sled_set(unsigned char *sled, int on) { (void)sled, (void)on; }

#endif
