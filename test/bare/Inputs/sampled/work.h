#include <stdint.h>
#ifndef ROUNDS
#define ROUNDS 4000
#endif
uint32_t checksum(uint32_t word);
uint32_t smooth(uint32_t value);
void insert(uint32_t value);
uint32_t work(void);
