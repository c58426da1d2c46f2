/* Chains of dependent multiplies, one to a block, in loops that ipoint instruments. CHAIN(n) is n multiplies. */
#include "chains.h"

#define BLOCKS(count)                                                                                                  \
  uint64_t chain_##count(uint64_t value, unsigned rounds) {                                                            \
    for (unsigned round = 0; round < rounds; round++) {                                                                \
      CHAIN(count, value);                                                                                             \
    }                                                                                                                  \
    return value;                                                                                                      \
  }
CHAINS(BLOCKS)
