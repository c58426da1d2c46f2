/* All that runs is instrumented, the way out of reset too: probes come before
 * the memory of the recording is cleared. */
#include "ipoint/bare.h"

extern uint32_t bss_begin[], bss_end[];

/* Plain. */
void keep_ram(void);
void end(void);

static void early(int rounds) {
  volatile int odd = 0;
  for (int i = 0; i < rounds; i++)
    if (i % 2)
      odd++;
}

static void clear(void) {
#ifdef DOWNWARDS
  for (uint32_t *to = bss_end; to > bss_begin;)
    *--to = 0;
#else
  for (uint32_t *to = bss_begin; to < bss_end; to++)
    *to = 0;
#endif
}

void boot(void);
void boot(void) {
  early(20);
  keep_ram();
  clear();
  early(5);
  if (ipoint_bare_start(IPOINT_KEEP_NEWEST, 1000))
    early(3);
  end();
}
