/* A program that defines clock_gettime(), instrumented. */
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  ipoint_timed(256u);
  return (int)syscall(SYS_clock_gettime, clock, time);
}

int main(void) {
  int i;
  for (i = 0; i < 10; i++)
    ipoint_timed(257u);
  puts("fine");
  return 0;
}
#include "unit.h"
