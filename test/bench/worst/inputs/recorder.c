/* Records a program's main() and writes the memory dump: as much of the ring as has records. Built without ipoint. */
#include "ipoint/bare.h"
#include "ipoint/dump.h"

#include <fcntl.h>
#include <unistd.h>

int recorded_main(void);
extern struct ipoint_dump_header ring __asm__("ipoint_memory");

static int image;

static void put(const void *bytes, uint32_t size) {
  const char *at = bytes;
  if (bytes == &ring)
    size = ring.end = ring.next;
  /* QEMU copies each piece. */
  for (uint32_t piece; size; at += piece, size -= piece) {
    piece = size < 1u << 20 ? size : 1u << 20;
    if (write(image, at, piece) != (ssize_t)piece)
      _exit(5);
  }
}

int main(void) {
  /* QEMU's virt counts ten million cycles a second. */
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 10000000))
    return 3;
  int result = recorded_main();
  image = open("memory.img", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (image < 0)
    return 4;
  ipoint_bare_dump(put);
  close(image);
  return result;
}
