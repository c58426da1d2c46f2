/* Counts 10 for each read, and how often it was read. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((visibility("default"))) uint64_t *ipoint_hand_clock(void) {
  static uint64_t own[2], *shared;
  const char *name = getenv("HAND_CLOCK");
  if (!shared && name) {
    int file = open(name, O_RDWR | O_CLOEXEC);
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    shared = memory == MAP_FAILED ? own : memory;
  }
  return shared ? shared : own;
}

__attribute__((visibility("default"))) uint64_t ipoint_hand_counter(void) {
  uint64_t *clock = ipoint_hand_clock();
  __atomic_fetch_add(&clock[1], 1, __ATOMIC_RELAXED);
  return __atomic_add_fetch(&clock[0], 10, __ATOMIC_RELAXED);
}
