#include <stdint.h>

/* COUNT multiplies, each of which needs the result of the one before it: about three cycles each on most processors. */
#define CHAIN(count, value)                                                                                            \
  __asm__ volatile(".rept " #count "\n\timulq %1, %0\n\t.endr" : "+r"(value) : "r"((uint64_t)3))

/* From about 2 to 10,000 ticks. */
#define CHAINS(DO) DO(1) DO(2) DO(4) DO(8) DO(14) DO(20) DO(40) DO(80) DO(160) DO(400) DO(1000) DO(4000)
