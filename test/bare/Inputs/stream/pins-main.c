/* Runs work() with probes that store their ids to a port. */
#include "ipoint/stream.h"
#include "work.h"

uint32_t result;
extern uint32_t bss_begin[], bss_end[], data_begin[], data_end[], data_source[], stack_top;

void __attribute__((used)) reset(void) {
  static const uint32_t ended[] = {0x20026, 0};
  for (uint32_t *word = bss_begin; word < bss_end; word++)
    *word = 0;
  uint32_t *from = data_source;
  for (uint32_t *word = data_begin; word < data_end; word++)
    *word = *from++;
  ipoint_pins_start();
  result = work();
  register int r0 __asm__("r0") = 0x20;
  register const void *r1 __asm__("r1") = ended;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  for (;;)
    ;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {&stack_top, reset};
