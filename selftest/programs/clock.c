/*===- clock.c - The programs with a clock that only they advance ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

#include "ipoint/bare.h"

#include <stdio.h>

unsigned long selftest_clock = 1000;

static FILE *image;
static void (*struck_by)(int);

void selftest_fact(const char *what, const char *function, const char *where,
                   unsigned long number) {
  printf("fact %s %s %s %lu\n", what, function, where, number);
}

void selftest_handle(void (*handler)(int)) { struck_by = handler; }
void selftest_strike(void) { struck_by(0); }

static void put(const void *bytes, uint32_t size) {
  fwrite(bytes, 1, size, image);
}

int main(void) {
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 1000000))
    return 3;
  selftest_work();
  ipoint_bare_stop();
  image = fopen("memory.img", "wb");
  if (!image)
    return 2;
  ipoint_bare_dump(put);
  if (fclose(image))
    return 2;
  selftest_facts();
  return 0;
}
