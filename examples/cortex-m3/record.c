/* Starts the recording, and lets it leave: by semihosting, by the UART, or with
 * a debugger. Part of the measured firmware only. */
#include "record.h"
#include "board.h"

#include "ipoint/bare.h"

#define TIMER0                                                                 \
  ((volatile uint32_t *)0x40000000) /* CMSDK: control, value, reload */
#define UART0                                                                  \
  ((volatile uint32_t                                                          \
        *)0x40004000) /* CMSDK: data, state, control, interrupt, divider */

void record_start(void) {
  /* QEMU has no cycle counter, hence a timer, which counts down. On a chip,
   * leave these four lines out. */
  TIMER0[2] = 0xffffffffu;
  TIMER0[1] = 0xffffffffu;
  TIMER0[0] = 1;
  ipoint_bare_use_timer(&TIMER0[1], 0xffffffffu, 32);
  ipoint_bare_start(IPOINT_KEEP_OLDEST, BOARD_HZ);
}

#ifndef WAY_OUT_debugger
static int semihost(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static void end_emulator(void) {
  static const uint32_t exit[] = {0x20026, 0}; /* ADP_Stopped_ApplicationExit */
  semihost(0x20, exit);                        /* SYS_EXIT_EXTENDED */
}
#endif

#ifdef WAY_OUT_semihosting
static int file;

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)file, bytes, (void *)size};
  semihost(5, arguments); /* SYS_WRITE */
}

void record_end(void) {
  static const char name[] = "memory.img";
  const void *const open[] = {name, (void *)5, (void *)(sizeof name - 1)};
  file = semihost(1, open); /* SYS_OPEN, "wb" */
  ipoint_bare_dump(put);
  semihost(2, &file); /* SYS_CLOSE */
  end_emulator();
}
#endif

#ifdef WAY_OUT_uart
static void put(const void *bytes, uint32_t size) {
  const uint8_t *from = bytes;
  for (; size > 0; size--) {
    while (UART0[1] & 1u) /* full */
      ;
    UART0[0] = *from++;
  }
}

void record_end(void) {
  UART0[4] = 16; /* the divider: 25 MHz / 16 baud */
  UART0[2] = 1;
  ipoint_bare_dump(put);
  end_emulator(); /* on a board there is nothing to end */
}
#endif

#ifdef WAY_OUT_debugger
/* Where to stop: gdb's `break record_end`. */
void record_end(void) {
  ipoint_bare_stop();
  for (;;)
    ;
}
#endif
