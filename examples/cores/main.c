/* Each core takes part in passing a token round, and then works by itself. Built without ipoint. */
#include "board.h"
#include "work.h"

#include "ipoint/bare.h"

/* Ticks that the others may take to be at the same place; QEMU may take turns. */
#ifndef PATIENCE
#define PATIENCE 3000000000u
#endif
#ifndef WAIT
#define WAIT 100000u
#endif
#ifndef RATE
#define RATE 10000000
#endif

static volatile unsigned token;
static volatile unsigned ready[CORES], done[CORES];

/* Each core is here. */
static void meet(volatile unsigned *here, unsigned core) {
  board_order();
  here[core] = 1;
  for (unsigned other = 0; other < CORES; other++)
    while (!here[other])
      ;
  board_order();
}

/* So that counters that do not keep step are seen to drift. */
static void wait(void) {
  for (volatile unsigned i = 0; i < WAIT; i = i + 1)
    ;
}

void run(unsigned core) {
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, RATE))
    board_exit(3);
  if (core == 0)
    board_start_cores();
  ipoint_bare_align(PATIENCE);
  meet(ready, core);
  for (unsigned round = 0; round < ROUNDS; round++) {
    while (token != round * CORES + core)
      ;
    board_order();
    take(core);
    board_order();
    token = token + 1;
  }
  work(core);
  wait();
  meet(done, core);
  ipoint_bare_align(PATIENCE);
  if (core == 0) {
    ipoint_bare_stop();
    board_write("memory.img");
    board_exit(0);
  }
}
