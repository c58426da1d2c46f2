#include "median.h"
#include <stdio.h>

/* Takes the spikes out of a noisy ramp. */
int main(void) {
  int signal[200];
  for (int i = 0; i < 200; i++)
    signal[i] = i + (i * 7919 % 31 == 0 ? 500 : 0);
  int spikes = 0;
  for (int i = 2; i < 198; i++)
    if (median(signal + i - 2, 5) + 100 < signal[i])
      spikes++;
  printf("%d spikes\n", spikes);
  return 0;
}
