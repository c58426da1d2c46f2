/* C89 and freestanding. Give IPOINT_OBSERVE_COUNTER and IPOINT_OBSERVE_BITS by
   -include where ipoint/observe.h knows no counter of the processor. */
#include "clock.h"

#include "ipoint/observe.h"

#define PAIRS 256
/* More than half of this between two readings: the second was the lesser. */
#define WRAP ((ipoint_observe_word)1 << (IPOINT_OBSERVE_BITS - 1))

#define READ (void)IPOINT_OBSERVE_COUNTER()
#define READ_4                                                                 \
  READ;                                                                        \
  READ;                                                                        \
  READ;                                                                        \
  READ
#define READ_16                                                                \
  READ_4;                                                                      \
  READ_4;                                                                      \
  READ_4;                                                                      \
  READ_4

static ipoint_observed times[PAIRS];

static ipoint_observed common_divisor(ipoint_observed a, ipoint_observed b) {
  while (b) {
    ipoint_observed rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void line(void (*put)(char), const char *name,
                 ipoint_observe_word number, const char *behind) {
  ipoint_observe_text(put, name);
  ipoint_observe_number(put, number);
  ipoint_observe_text(put, behind);
  ipoint_observe_text(put, "\n");
}

/* Work of a different length between the two readings of each pair, so that a
   step shows that is more than a tick: all differences are multiples of it. */
static void print_step(void (*put)(char)) {
  ipoint_observed step = 0;
  unsigned long backward = 0, i;
  for (i = 0; i < PAIRS; i++) {
    volatile unsigned long work = i % 61;
    ipoint_observe_word from = IPOINT_OBSERVE_COUNTER(), to;
    while (work)
      work--;
    to = IPOINT_OBSERVE_COUNTER();
    if (to - from >= WRAP && IPOINT_OBSERVE_BITS >= sizeof to * 8)
      backward++;
    else
      step = common_divisor(step, ipoint_observe_between(from, to));
  }
  line(put, "step: ", step, " ticks");
  line(put, "went back: ", backward, " of 256 times");
}

void print_clock(void (*put)(char)) {
  struct ipoint_observations all;
  ipoint_observed shortest;
  int i;
  print_step(put);

  /* Of observe.h's own base nothing is taken off: it is what is asked for. */
  ipoint_observe_begin(&all, times, PAIRS);
  for (i = 0; i < PAIRS; i++) {
    ipoint_observe_word from = IPOINT_OBSERVE_COUNTER();
    ipoint_observe_add(&all, 0,
                       ipoint_observe_between(from, IPOINT_OBSERVE_COUNTER()));
  }
  ipoint_observe_print(&all, "a read, alone", put);
  shortest =
      ipoint_observe_ranked(&all, PAIRS) - ipoint_observe_ranked(&all, 1);

  ipoint_observe_begin(&all, times, PAIRS);
  for (i = 0; i < PAIRS; i++)
    IPOINT_OBSERVE(&all, READ_16);
  ipoint_observe_print(&all, "16 reads in a row", put);
  line(put, "pairs of reads differ by: ", shortest, " ticks at most");
}
