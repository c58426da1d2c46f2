/* Vector table, counter, and the way out of the recording: semihosting. Built without ipoint. */
#include "board.h"

#include "ipoint/bare.h"

#define TIMER0 ((volatile uint32_t *)0x40000000) /* CMSDK: control, value, reload, interrupt */
#define TIMER1 ((volatile uint32_t *)0x40001000)
#define TIMER1_IRQ 9
#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400)
#define HZ 25000000u

void start_tasks(void);
void Timer1_Handler(void);
/* The kernel's. */
void vPortSVCHandler(void);
void xPortPendSVHandler(void);
void xPortSysTickHandler(void);
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

void board_end(int status) {
  static const char name[] = "memory.img";
  const void *const open[] = {name, (void *)5, (void *)(sizeof name - 1)};
  const void *const end[] = {(void *)0x20026, (void *)status}; /* ADP_Stopped_ApplicationExit */
  __asm__ volatile("cpsid i");
  file = semihost(1, open); /* SYS_OPEN, "wb" */
  ipoint_bare_dump(put);
  semihost(0x20, end); /* SYS_EXIT_EXTENDED */
  for (;;)
    ;
}

void board_timer_clear(void) { TIMER1[3] = 1; }

static void start(void) {
  TIMER0[2] = 0xffffffffu;
  TIMER0[1] = 0xffffffffu;
  TIMER0[0] = 1;
  ipoint_bare_use_timer(&TIMER0[1], 0xffffffffu, 32); /* it counts down */
  ipoint_bare_start(IPOINT_KEEP_OLDEST, HZ);
  TIMER1[2] = TIMER1[1] = 4321; /* an interrupt each 0.17 ms */
  TIMER1[0] = 9;
  NVIC_PRIORITY[TIMER1_IRQ] = 32;
  NVIC_ENABLE[0] = 1u << TIMER1_IRQ;
}

static void reset(void) {
  uint32_t *from = data_load, *to;
  for (to = data_begin; to < data_end; to++)
    *to = *from++;
  for (to = bss_begin; to < bss_end; to++)
    *to = 0;
  start();
  start_tasks();
  board_end(4); /* no memory for tasks */
}

static void fault(void) { board_end(3); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16 + TIMER1_IRQ + 1] = {
    &stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, vPortSVCHandler, fault, 0,
    xPortPendSVHandler, xPortSysTickHandler, [16 + TIMER1_IRQ] = Timer1_Handler};
