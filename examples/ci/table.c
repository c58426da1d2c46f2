#include "table.h"

int table[TABLE_SIZE];

#ifdef LINEAR /* the change that breaks the budget: shorter, and right */
int lookup(int key) {
  for (int i = 0; i < TABLE_SIZE; ++i)
    if (table[i] == key)
      return i;
  return -1;
}
#else
int lookup(int key) {
  int low = 0, high = TABLE_SIZE;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] == key)
      return middle;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}
#endif
