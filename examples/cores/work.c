/* What is measured. */
#include "work.h"

static unsigned step(unsigned value) {
  if (value % 3 == 0)
    return value / 3;
  return value * 5 + 1;
}

unsigned take(unsigned core) { return step(core); }

unsigned work(unsigned core) {
  unsigned sum = 0;
  for (unsigned i = 0; i < STEPS * (core + 1); i++)
    sum += step(i);
  return sum;
}
