/* As examples/cores: each core takes part in passing a token round, and then works by itself; core 0 sends what all record, by semihosting.
   With PIECE bytes at most at once, while the others work. With IPOINT_RTT through a channel that a debug probe reads. */
#include "board.h"
#include "work.h"

#include "ipoint/bare.h"
#include "ipoint/stream.h"

#ifndef RATE
#define RATE 10000000
#endif
#ifndef PATIENCE
#define PATIENCE 300000000u
#endif
#ifndef WAIT
#define WAIT 1000u
#endif

static volatile unsigned token;
static volatile unsigned ready[CORES], done[CORES], sent[CORES], compared[CORES];
#ifdef IPOINT_RTT
volatile uint32_t idle; /* how often there was nothing to send at the end */

static void start_sending(void) {}

static void send(void) {
  while (ipoint_rtt_poll())
    ;
}
#else
static int file;

static intptr_t semihost(intptr_t operation, const void *argument) {
#ifdef __riscv
  register intptr_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\tslli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t.option pop"
                   : "+r"(a0)
                   : "r"(a1)
                   : "memory");
  return a0;
#else
  register intptr_t x0 __asm__("x0") = operation;
  register const void *x1 __asm__("x1") = argument;
  __asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
  return x0;
#endif
}

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)(intptr_t)file, bytes, (void *)(uintptr_t)size};
  semihost(5, arguments); /* SYS_WRITE */
}

static void start_sending(void) {
  static const char name[] = "memory.img";
  const void *const opened[] = {name, (void *)5, (void *)(sizeof name - 1)};
  file = (int)semihost(1, opened); /* SYS_OPEN, "wb" */
}

static void send(void) {
  while (ipoint_stream_poll(put, PIECE))
    ;
}
#endif

/* Core 0 sends while it waits. */
static void meet(volatile unsigned *here, unsigned core) {
  board_order();
  here[core] = 1;
  for (unsigned other = 0; other < CORES; other++)
    while (!here[other])
      if (core == 0)
        send();
  board_order();
}

void run(unsigned core) {
  if (!ipoint_bare_start(IPOINT_STREAM, RATE))
    board_exit(3);
  if (core == 0) {
    start_sending();
    board_start_cores();
  }
  ipoint_bare_align(PATIENCE);
  meet(ready, core);
  for (unsigned round = 0; round < ROUNDS; round++) {
    while (token != round * CORES + core)
      if (core == 0)
        send();
    board_order();
    take(core);
    board_order();
    token = token + 1;
  }
  work(core);
  for (volatile unsigned i = 0; i < WAIT; i = i + 1)
    ;
  meet(done, core);
  if (core == 0)
    send(); /* so that there is room for what has been compared */
  meet(sent, core);
  ipoint_bare_align(PATIENCE);
  meet(compared, core);
  if (core)
    for (;;)
      ;
  ipoint_bare_stop();
#ifdef IPOINT_RTT
  for (;; idle = idle + 1)
    send();
#endif
  send();
  board_exit(0);
}
