/*===- host.c - The programs under Linux, recorded by ipoint-run ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#define _POSIX_C_SOURCE 200809L
#include "selftest.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void selftest_fact(const char *what, const char *function, const char *where,
                   unsigned long number) {
  printf("fact %s %s %s %lu\n", what, function, where, number);
}

void selftest_handle(void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(SIGUSR1, &action, 0);
}
void selftest_strike(void) { raise(SIGUSR1); }

unsigned long selftest_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (unsigned long)now.tv_sec * 1000000000ul + (unsigned long)now.tv_nsec;
}

/* A step is a microsecond. */
void selftest_spin(unsigned long steps) {
  unsigned long end = selftest_nanoseconds() + 1000 * steps;
  while (selftest_nanoseconds() < end)
    ;
}

int main(void) {
  selftest_work();
  selftest_facts();
  return 0;
}
