/* Vector table, counter, and the way out of the recording: semihosting. Built without ipoint. */
#include "board.h"

#include "ipoint/bare.h"

#define TIMER0 ((volatile uint32_t *)0x40000000) /* CMSDK: control, value, reload */
#define SYSTICK ((volatile uint32_t *)0xE000E010)
#define HZ 25000000u

int main(void);
void SysTick_Handler(void);
extern uint32_t stack_top, data_load[], data_begin[], data_end[], bss_begin[], bss_end[];

static int semihost(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static int file;

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)file, bytes, (void *)size};
  semihost(5, arguments); /* SYS_WRITE */
}

static void end(int status) {
  static const char name[] = "memory.img";
  const void *const open[] = {name, (void *)5, (void *)(sizeof name - 1)};
  SYSTICK[0] = 0;
  file = semihost(1, open); /* SYS_OPEN, "wb" */
  ipoint_bare_dump(put);
  const void *const end[] = {(void *)0x20026, (void *)status}; /* ADP_Stopped_ApplicationExit */
  semihost(0x20, end); /* SYS_EXIT_EXTENDED */
  for (;;)
    ;
}

static void start(void) {
  TIMER0[2] = 0xffffffffu;
  TIMER0[1] = 0xffffffffu;
  TIMER0[0] = 1;
  ipoint_bare_use_timer(&TIMER0[1], 0xffffffffu, 32); /* it counts down */
  ipoint_bare_start(IPOINT_KEEP_OLDEST, HZ);
  SYSTICK[1] = 12345; /* an interrupt each 0.5 ms */
  SYSTICK[2] = 0;
  SYSTICK[0] = 7;
}

static void reset(void) {
  uint32_t *from = data_load, *to;
  for (to = data_begin; to < data_end; to++)
    *to = *from++;
  for (to = bss_begin; to < bss_end; to++)
    *to = 0;
  start();
  end(main());
}

static void fault(void) { end(3); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, SysTick_Handler};

void board_poll(void) {
  volatile int i;
  for (i = 0; i < 10; i++)
    ;
}
