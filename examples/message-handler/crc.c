#include "message.h"

uint16_t crc16(uint16_t crc, const uint8_t *bytes, unsigned length) {
  while (length--) {
    crc ^= (uint16_t)(*bytes++ << 8);
    for (int bit = 0; bit < 8; ++bit) {
      if (crc & 0x8000)
        crc = (uint16_t)(crc << 1 ^ 0x1021);
      else
        crc = (uint16_t)(crc << 1);
    }
  }
  return crc;
}
