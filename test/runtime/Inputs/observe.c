#include "ipoint/observe.h"

#include <stdio.h>

static void put(char character) { putchar(character); }

static ipoint_observed times[500];

/* A chain of as many multiplications. */
static unsigned chain(unsigned x, int count) {
  while (count-- > 0) {
    x = x * 5 + 1;
    IPOINT_KEEP(x);
  }
  return x;
}

int main(void) {
  struct ipoint_observations all;
  unsigned x = 1;
  int i;
  ipoint_observe_begin(&all, times, 500);
  for (i = 0; i < 501; i++)
    IPOINT_OBSERVE(&all, x = chain(x, 100));
  ipoint_observe_print(&all, "short", put);
  ipoint_observe_list(&all, "short", put);
  ipoint_observe_begin(&all, times, 500);
  for (i = 0; i < 500; i++)
    IPOINT_OBSERVE(&all, x = chain(x, 1000));
  ipoint_observe_list(&all, "long", put);
  IPOINT_KEEP(x);
  /* Bases of 10, 2, 8 and 0, times of 10, 15, 20 and 25. */
  ipoint_observe_begin(&all, times, 500);
  ipoint_observe_add(&all, 10, 10);
  ipoint_observe_add(&all, 2, 15);
  ipoint_observe_add(&all, 8, 20);
  ipoint_observe_add(&all, 0, 25);
  ipoint_observe_print(&all, "made", put);
  ipoint_observe_begin(&all, times, 500);
  ipoint_observe_print(&all, "none", put);
  return 0;
}
