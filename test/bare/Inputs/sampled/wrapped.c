/* Counts beyond 32 bits, as a unit that counts has them. */
#define IPOINT_NO_PORT
#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

__UINT32_TYPE__ work(void);

static ipoint_counter counts[12];
static const union ipoint_counted unit
    __attribute__((__section__("ipoint_units"), __used__, __aligned__(sizeof(void *)))) = {
        {sizeof(ipoint_count) << 16 | IPOINT_COUNTED_MAGIC, 1000000u, 12u, 0u, counts, ipoint_count_rounds}};

__UINT32_TYPE__ work(void) {
  unsigned i;
  ipoint_count_rounds(&counts[0], 0xffffffffu);
  for (i = 0; i < 3; i++)
    ipoint_count_path(&counts[0]);
  ipoint_count_rounds(&counts[1], 0x2ffffffffu);
  ipoint_count_path(&counts[1]);
  for (i = 2; i < 8; i++)
    ipoint_count_rounds(&counts[i], 0x100000000u);
  for (i = 8; i < 10; i++) {
    ipoint_count_rounds(&counts[i], 0x100000000u); /* there is no place for these */
    ipoint_count_path(&counts[i]);
  }
  return 0;
}
