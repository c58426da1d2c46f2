/* Starts the recording and lets it leave, by semihosting. Built without ipoint. */
#include "ipoint/bare.h"

#include <stdio.h>

int work(void);

static FILE *image;

static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }

int main(void) {
  int differs;
  /* QEMU's virt counts ten million cycles a second. */
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 10000000))
    return 3;
  differs = work();
  image = fopen("memory.img", "wb");
  if (!image)
    return 2;
  ipoint_bare_dump(put);
  fclose(image);
  return differs ? 0 : 1;
}
