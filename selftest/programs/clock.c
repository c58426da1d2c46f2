/*===- clock.c - The programs with a clock that only they advance ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#include "selftest.h"

#include "ipoint/bare.h"
#include "ipoint/stream.h"

#include <stdio.h>

unsigned long selftest_clock = 1000;

static FILE *image;
#ifdef IPOINT_FRAMES
static const enum ipoint_dump_policy policy = IPOINT_STREAM;
#else
static const enum ipoint_dump_policy policy = IPOINT_KEEP_OLDEST;
#endif
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

/* With an argument it begins later. */
int main(int words, char **word) {
  (void)word;
  selftest_clock *= (unsigned long)words;
  if (!ipoint_bare_start(policy, 1000000))
    return 3;
  selftest_work();
  ipoint_bare_stop();
  image = fopen("memory.img", "wb");
  if (!image)
    return 2;
#ifdef IPOINT_FRAMES
  while (ipoint_stream_poll(put, 4096))
    ;
#else
  ipoint_bare_dump(put);
#endif
  if (fclose(image))
    return 2;
  selftest_facts();
  return 0;
}
