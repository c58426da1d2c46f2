/* What is sampled: functions of known shares, some of them inlined. */
#include "work.h"

static uint32_t state = 12345;
static uint32_t table[64];

static uint32_t next_random(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

uint32_t checksum(uint32_t word) {
  for (int bit = 0; bit < 32; bit++)
    word = word & 1u ? word >> 1 ^ 0xedb88320u : word >> 1;
  return word;
}

uint32_t smooth(uint32_t value) {
  uint32_t sum = 0;
  for (int tap = 0; tap < 12; tap++)
    sum += table[(value + (uint32_t)tap) % 64u] * (uint32_t)(tap + 1);
  return sum >> 4;
}

/* The oldest goes, and the rest stays sorted. */
void insert(uint32_t value) {
  static uint32_t sorted[16], ages[16], now;
  int place = 0, oldest = 0;
  for (int i = 1; i < 16; i++)
    if (ages[i] < ages[oldest])
      oldest = i;
  for (place = oldest; place > 0 && sorted[place - 1] > value; place--) {
    sorted[place] = sorted[place - 1];
    ages[place] = ages[place - 1];
  }
  for (; place < 15 && sorted[place + 1] < value; place++) {
    sorted[place] = sorted[place + 1];
    ages[place] = ages[place + 1];
  }
  sorted[place] = value;
  ages[place] = ++now;
  table[value % 64u] = value;
}

uint32_t work(void) {
  uint32_t sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t value = next_random();
    sum += checksum(value);
    if (value % 4u == 0)
      sum += smooth(value);
    if (value % 8u == 1)
      insert(value);
  }
  return sum;
}
