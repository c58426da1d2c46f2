/* Runs work() again and again while its recording leaves by a byte sink: the UART, or with -DRTT the memory that a debug probe reads.
   -DLATE: only when all is over. */
#include "ipoint/bare.h"
#include "ipoint/stream.h"
#include "work.h"

#ifdef __riscv
#define UART ((volatile uint8_t *)0x10000000) /* 16550 */
#define READY (UART[5] & 0x20u)
#define RATE 10000000
#define START_UART()
#else
#define UART ((volatile uint32_t *)0x40004000) /* CMSDK: data, state, control, interrupt, divider */
#define READY (!(UART[1] & 1u))
#define RATE 25000000
#define START_UART() (UART[4] = 16, UART[2] = 1)
#endif
#ifndef TIMES
#define TIMES 1
#endif
#ifndef BYTES
#define BYTES 200 /* between two rounds of work */
#endif

#ifdef RTT
static uint32_t poll(void) { return ipoint_rtt_poll(); }
volatile uint32_t idle; /* how often nothing has left, once the program is over */
#else
static void put(const void *bytes, uint32_t size) {
  const uint8_t *from = bytes;
  for (; size; size--)
    UART[0] = *from++;
}

static uint32_t poll(void) {
  uint32_t done = 0, left = BYTES;
  do
    while (!READY)
      ;
  while (left-- && ipoint_stream_poll(put, 1) && ++done);
  return done;
}
#endif

static void end_emulator(void) {
#ifdef __riscv
  *(volatile uint32_t *)0x100000 = 0x5555; /* QEMU's */
#else
  static const uint32_t ended[] = {0x20026, 0};
  register int r0 __asm__("r0") = 0x20;
  register const void *r1 __asm__("r1") = ended;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#endif
}

uint32_t result;
extern uint32_t bss_begin[], bss_end[], data_begin[], data_end[], data_source[];

void __attribute__((used)) reset(void) {
  static const char boot[] = "\r\nBoot loader 1.2\r\n";
  for (uint32_t *word = bss_begin; word < bss_end; word++)
    *word = 0;
  uint32_t *from = data_source;
  for (uint32_t *word = data_begin; word < data_end; word++)
    *word = *from++;
  START_UART();
  for (const char *text = boot; *text; text++)
    UART[0] = (uint8_t)*text;
  ipoint_bare_start(IPOINT_STREAM, RATE);
  for (int times = 0; times < TIMES; times++) {
    result += work();
#ifndef LATE
    poll();
#endif
  }
  ipoint_bare_stop();
  while (poll())
    ;
#ifdef RTT
  for (;;)
    idle += poll() == 0;
#endif
  end_emulator();
  for (;;)
    ;
}

#ifdef __riscv
__asm__(".section .vectors,\"ax\"\n.globl _start\n_start:\n\tla sp, stack_top\n\tj reset\n.text");
#else
extern uint32_t stack_top;
__attribute__((section(".vectors"), used)) static const void *const vectors[16 + 9] = {&stack_top, reset};
#endif
