/* Prints the cycles of work() between its two reads, less those between two reads with nothing in between. */
#include <stdio.h>

unsigned long plain_begin, plain_end;
void work(void);

#define READ(result) __asm__ volatile("rdcycle %0" : "=r"(result))

int main(void) {
  unsigned long nothing;
  READ(plain_begin);
  READ(plain_end);
  nothing = plain_end - plain_begin;
  work();
  printf("%lu\n", plain_end - plain_begin - nothing);
  return 0;
}
