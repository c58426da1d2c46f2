/* Computes, goes over memory and makes system calls: the same work each time,
   some 0.3 ms a round. */
#include <fcntl.h>
#include <unistd.h>

#ifndef ROUNDS
#define ROUNDS 600
#endif
#define WORDS (1u << 15) /* 256 KiB */

static unsigned long words[WORDS];
static volatile unsigned long result;

static void compute(void) {
  unsigned long number = 1;
  for (unsigned i = 0; i < 200000; i++)
    number = number * 6364136223846793005u + 1;
  result = number;
}

static void go_over(void) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < 4 * WORDS; i++)
    sum += words[i * 9 % WORDS]++;
  result = sum;
}

static void call_system(int zero) {
  char bytes[4096];
  for (int i = 0; i < 200; i++)
    if (read(zero, bytes, sizeof bytes) < 0)
      return;
}

int main(void) {
  int zero = open("/dev/zero", O_RDONLY);
  for (int i = 0; i < ROUNDS; i++) {
    compute();
    go_over();
    call_system(zero);
  }
  return 0;
}
