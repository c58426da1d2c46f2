/* Prints what the counters of bounds.h have seen when a program ends. */
#include "bounds.h"

#include <stdio.h>

static struct {
  unsigned long entered, begun, completed, least;
} bounds[4096];
int counted_main(void);

int bound_entered(int number) {
  if (!bounds[number].entered++)
    bounds[number].least = ~0ul;
  return 1;
}

int bound_begun(struct bound_loop *loop) {
  if (bounds[loop->number].begun < ++loop->begun)
    bounds[loop->number].begun = loop->begun;
  return 0;
}

int bound_completed(int number, unsigned long times) {
  if (bounds[number].completed < times)
    bounds[number].completed = times;
  return 1;
}

void bound_left(struct bound_loop *loop) {
  if (bounds[loop->number].least > loop->begun)
    bounds[loop->number].least = loop->begun;
}

int main(void) {
  counted_main();
  for (int i = 0; i < 4096; i++)
    if (bounds[i].entered)
      printf("%d %lu %lu %lu\n", i, bounds[i].begun, bounds[i].completed, bounds[i].least);
  return 0;
}
