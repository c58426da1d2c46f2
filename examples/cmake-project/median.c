#include "median.h"

int median(const int *values, int count) {
  int sorted[9];
  for (int i = 0; i < count; i++) {
    int at = i;
    while (at > 0 && sorted[at - 1] > values[i]) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    sorted[at] = values[i];
  }
  return sorted[count / 2];
}
