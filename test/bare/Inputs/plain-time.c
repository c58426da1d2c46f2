/* Prints the cycles of work() between its two reads, less those between two reads with nothing in between. */
#include <stdio.h>

unsigned long plain_begin, plain_end;
void work(void);

#ifdef __arm__
#define READ(result) ((result) = *(volatile unsigned long *)0x40000024)
#include "cortex-m.h"
#else
#define READ(result) __asm__ volatile("rdcycle %0" : "=r"(result))
#endif

int main(void) {
  unsigned long nothing;
  READ(plain_begin);
  READ(plain_end);
  nothing = plain_end - plain_begin;
  work();
  printf("%lu\n", plain_end - plain_begin - nothing);
  return 0;
}
