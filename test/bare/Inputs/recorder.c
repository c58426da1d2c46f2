/* Records work() and writes the memory dump. */
#include "ipoint/bare.h"

void work(void);

#ifdef __arm__
#include "cortex-m.h"

static int image;
static void put(const void *bytes, uint32_t size) { append(image, bytes, size); }
static int open_image(void) { return (image = create("memory.img", 10)) >= 0; }
static int close_image(void) { return 0; }
#else
#include <stdio.h>

static FILE *image;
static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }
static int open_image(void) { return (image = fopen("memory.img", "wb")) != NULL; }
static int close_image(void) { return fclose(image); }
#endif

int main(void) {
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 10000000))
    return 3;
  work();
  if (!open_image())
    return 2;
  ipoint_bare_dump(put);
  return close_image();
}
