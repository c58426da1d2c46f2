#include "table.h"
#include <stdio.h>

int main(void) {
  int found = 0;
  for (int i = 0; i < TABLE_SIZE; ++i)
    table[i] = 3 * i;
  for (int key = 0; key < 3 * TABLE_SIZE; ++key)
    found += lookup(key) >= 0;
  printf("%d found\n", found);
  return found != TABLE_SIZE;
}
