/* What the recordings in these folders are of: on a host, and on a board, whose recorder calls work(). */
#include "ipoint/ipoint.h"

unsigned result;

static unsigned crc(unsigned crc, unsigned byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; ++bit) {
    if (crc & 1)
      crc = crc >> 1 ^ 0xa001u;
    else
      crc >>= 1;
  }
  return crc;
}

#ifndef ROUNDS
#define ROUNDS 20
#endif

void work(void) {
  unsigned sum = 0xffff;
  for (unsigned i = 0; i < ROUNDS; ++i)
    sum = crc(sum, i & 255);
  IPOINT_MARK_VALUE("sum", sum);
  result = sum;
}

#ifndef BOARD
int main(void) {
  work();
  return result == 0;
}
#endif
