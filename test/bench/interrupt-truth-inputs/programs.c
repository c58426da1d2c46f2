/* What is measured. All that a program does comes from the scene's streams, and
 * nothing that it does depends on an interrupt: visits of two runs match one by
 * one. WORK(n) is the n-th stream's next number of instructions. */
#include "scene.h"

const uint16_t *next[STREAMS];

/* Straight code, and arms. */
__attribute__((noinline)) static void sample(void) { WORK(1); }

__attribute__((noinline)) static void limit(void) {
  if (NEXT(0) & 1)
    WORK(2);
  else
    WORK(3);
}

/* As many rounds as the stream says. */
__attribute__((noinline)) static void smooth(void) {
  uint32_t left = NEXT(4);
  WORK(5);
  while (left-- > 0)
    WORK(6);
}

__attribute__((noinline)) static void send(void) {
  WORK(7);
  if (NEXT(0) & 1)
    WORK(8);
}

/* A control loop. */
static void control(uint32_t iterations) {
  for (uint32_t i = 0; i < iterations; i++) {
    sample();
    limit();
    smooth();
    send();
  }
}

/* Loops that end with a little more work than they go on with: the condition's
 * last visit takes some six instructions more. */
static volatile uint32_t rows[4];
#define SETTLE() ((rows[3] = rows[0] + rows[1] * 3) == UINT32_MAX)

__attribute__((noinline)) static void matrix(void) {
  for (uint32_t row = 0; row < 4; row++) {
    for (uint32_t column = 0; column < 7 || SETTLE(); column++)
      WORK(1);
    rows[row] += row * 3 + 1;
  }
}

__attribute__((noinline)) static void search(void) {
  uint32_t left = NEXT(2);
  while (left-- > 0 || SETTLE())
    WORK(3);
  rows[0] ^= rows[1] + rows[2];
}

static void loops(uint32_t iterations) {
  for (uint32_t i = 0; i < iterations; i++) {
    matrix();
    search();
  }
}

/* Nearly all of the time in one block. */
__attribute__((noinline)) static void transform(void) { WORK(1); }

static void single(uint32_t iterations) {
  for (uint32_t i = 0; i < iterations; i++)
    transform();
}

/* Interrupts are masked but in one block. */
#define MASK() __asm__ volatile("cpsid i" ::: "memory")
#define UNMASK() __asm__ volatile("cpsie i" ::: "memory")

__attribute__((noinline)) static void window(void) {
  UNMASK();
  WORK(9);
  MASK();
}

static void masked(uint32_t iterations) {
  MASK();
  for (uint32_t i = 0; i < iterations; i++) {
    sample();
    limit();
    smooth();
    window();
  }
  UNMASK();
}

/* A control loop that waits for the clock, which counts down by 25 MHz, before
 * each pass. */
#define CLOCK (*(const volatile uint32_t *)0x40002024)
#define PACE 4000

static void paced(uint32_t iterations) {
  uint32_t due = CLOCK;
  for (uint32_t i = 0; i < iterations; i++) {
    due -= PACE;
    while ((int32_t)(CLOCK - due) > 0)
      ;
    sample();
    limit();
    send();
  }
}

/* Phases that have no block in common, over and over. */
__attribute__((noinline)) static void store(void) {
  WORK(10);
  if (NEXT(0) & 1)
    WORK(11);
}

static void take_turns(uint32_t turns, uint32_t passes) {
  for (uint32_t turn = 0; turn < turns; turn++) {
    for (uint32_t i = 0; i < passes; i++) {
      sample();
      limit();
    }
    for (uint32_t i = 0; i < passes; i++)
      smooth();
    for (uint32_t i = 0; i < passes; i++) {
      send();
      store();
    }
  }
}

static void phases(uint32_t iterations) { take_turns(1, iterations); }
static void turns(uint32_t iterations) { take_turns(20, iterations / 20); }

program *const programs[] = {control, loops,  single, masked,
                             paced,   phases, turns};
