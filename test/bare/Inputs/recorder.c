/* Records work() and writes the memory dump. */
#include "ipoint/bare.h"

#include <stdio.h>
#ifdef __arm__
#include "vectors.h"
#endif

void work(void);

static FILE *image;
static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }

int main(void) {
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 10000000))
    return 3;
  work();
  image = fopen("memory.img", "wb");
  if (!image)
    return 2;
  ipoint_bare_dump(put);
  return fclose(image);
}
