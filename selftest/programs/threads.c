/*===- threads.c - Three threads that call one function a known number of times ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#define _GNU_SOURCE
#include "selftest.h"

#include <pthread.h>

static const char *const names[3] = {"first", "second", "third"};
static const unsigned long rounds[3] = {7, 110, 1300};
static unsigned long calls[3];

static void in_a_thread(unsigned which) { calls[which]++; }

static void *run(void *argument) {
  unsigned which = (unsigned)((const char *const *)argument - names);
  unsigned long i;
  pthread_setname_np(pthread_self(), names[which]);
  for (i = 0; i < rounds[which]; i++)
    in_a_thread(which);
  return 0;
}

void selftest_work(void) {
  pthread_t threads[3];
  int i;
  for (i = 0; i < 3; i++)
    if (pthread_create(&threads[i], 0, run, (void *)&names[i]))
      return;
  for (i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
}

void selftest_facts(void) {
  int i;
  for (i = 0; i < 3; i++)
    selftest_fact("thread", "in_a_thread", names[i], calls[i]);
  selftest_fact("calls", "in_a_thread", "-", calls[0] + calls[1] + calls[2]);
}
