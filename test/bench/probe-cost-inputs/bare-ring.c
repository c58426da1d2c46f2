/* The ring of the hand-written probes, and the callbacks of the compilers' own instrumentation, which use it too. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NO __attribute__((no_instrument_function))
#define SIZE (8ul << 20)

unsigned long bare_position; /* bytes */
char bare_ring[SIZE + 4096] __attribute__((aligned(4096)));
static unsigned long stored;

/* No page faults later on. */
NO __attribute__((constructor)) static void touch(void) { memset(bare_ring, 1, sizeof bare_ring); }

NO static inline void store(unsigned long id) {
  unsigned long low, high;
  char *slot = bare_ring + (bare_position & (SIZE - 8));
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  *(unsigned long *)(void *)slot = ((high << 32 | low) << 1 & 0x1fffffffffeul) | id << 41 | 1;
  bare_position += 8;
  __builtin_prefetch(slot + 512);
  stored++;
}

NO void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { store(*guard); }
NO void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end) {
  static uint32_t count;
  for (; begin < end; begin++)
    *begin = ++count;
}
NO void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  store((uintptr_t)function & 0x7fffff);
}
NO void __cyg_profile_func_exit(void *function, void *site) { __cyg_profile_func_enter(function, site); }

NO __attribute__((destructor)) static void print_stored(void) {
  if (stored)
    fprintf(stderr, "%lu\n", stored);
}
