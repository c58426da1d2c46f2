/* Of stream files (docs/formats.md): the histogram of the differences of timed records that follow each other, with nothing
   between them but each other: ticks, count. */
#include "ipoint/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1000000

static unsigned long counts[LIMIT + 1];
static uint64_t records[1 << 20];

static void read_stream(FILE *file) {
  unsigned char header[80];
  uint64_t last = 0;
  int has_last = 0;
  while (fread(header, sizeof header, 1, file) == 1) {
    uint64_t bits, left;
    memcpy(&bits, header + 40, sizeof bits); /* content_size */
    for (left = (bits / 8 - sizeof header) / 8; left > 0;) {
      size_t i, n = fread(records, 8, left < 1 << 20 ? left : 1 << 20, file);
      if (n == 0)
        exit(2);
      left -= n;
      for (i = 0; i < n; i++) {
        uint64_t ticks = (ipoint_record_value(records[i]) - last) & IPOINT_VALUE_MASK;
        int counts_here = ipoint_record_id(records[i]) == IPOINT_ID_FIRST;
        if (has_last && counts_here)
          counts[ticks < LIMIT ? ticks : LIMIT]++;
        last = ipoint_record_value(records[i]);
        has_last = counts_here;
      }
    }
  }
}

int main(int argc, char **argv) {
  int i;
  long k;
  for (i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file)
      return 2;
    read_stream(file);
    fclose(file);
  }
  for (k = 0; k <= LIMIT; k++)
    if (counts[k])
      printf("%ld %lu\n", k, counts[k]);
  return 0;
}
