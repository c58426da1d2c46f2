/* What is measured: a checksum and a sort, which are built for rv32 and rv64. */
#include "ipoint/ipoint.h"

#include <stdint.h>

#define COUNT 32

static uint32_t checksum(const uint16_t *values, int count) {
  uint32_t a = 1, b = 0;
  for (int i = 0; i < count; i++) {
    IPOINT_LOOP_BOUND(COUNT);
    a = (a + values[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static void sort(uint16_t *values, int count) {
  for (int i = 1; i < count; i++) {
    uint16_t value = values[i];
    int j = i;
    for (; j > 0 && values[j - 1] > value; j--)
      values[j] = values[j - 1];
    values[j] = value;
  }
}

int work(void);
int work(void) {
  uint16_t values[COUNT];
  uint32_t before;
  for (int i = 0; i < COUNT; i++)
    values[i] = (uint16_t)(i * 40503u >> 3);
  before = checksum(values, COUNT);
  sort(values, COUNT);
  return before != checksum(values, COUNT);
}
