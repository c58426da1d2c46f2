/* A function that a loop calls, and a handler that interrupts the loop at all of its instructions: Cortex-M3 in QEMU. */
#include "work.h"

#define TIMER ((volatile uint32_t *)0x40000000) /* control, value, reload, clear; CMSDK's */
#define ENABLE ((volatile uint32_t *)0xE000E100)
#define VECTORS (*(const uint32_t *volatile *)0xE000ED08)
#define PERIOD 331

static uint32_t vectors[32] __attribute__((aligned(128)));

__attribute__((noinline)) uint32_t checksum(uint32_t word) {
  if (word & 1)
    word ^= 0xedb88320u;
  return word >> 1;
}

static uint32_t seen;

void timer_handler(void);
void timer_handler(void) {
  TIMER[3] = 1;
  seen = checksum(seen) + 3;
}

uint32_t work(void) {
  uint32_t sum = 1;
  for (uint32_t i = 0; i < 16 + 8; i++)
    vectors[i] = VECTORS[i];
  vectors[16 + 8] = (uint32_t)timer_handler;
  VECTORS = vectors;
  TIMER[2] = TIMER[1] = PERIOD;
  TIMER[0] = 9;
  *ENABLE = 1u << 8;
  for (uint32_t i = 0; i < 300000; i++)
    sum = checksum(sum) + i;
  TIMER[0] = 0;
  return sum;
}
