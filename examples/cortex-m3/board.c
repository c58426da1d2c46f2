/* Drivers. */
#include "board.h"

#define TIMER1                                                                 \
  ((volatile uint32_t                                                          \
        *)0x40001000) /* CMSDK: control, value, reload, interrupt */
#define TIMER1_IRQ 9
#define SYSTICK ((volatile uint32_t *)0xE000E010)
#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100)
#define NVIC_DISABLE ((volatile uint32_t *)0xE000E180)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400)
#define SYSTICK_PRIORITY ((volatile uint8_t *)0xE000ED23)

void board_start_interrupts(void) {
  *SYSTICK_PRIORITY = 64;
  SYSTICK[1] = 12345;
  SYSTICK[2] = 0;
  SYSTICK[0] = 7;
  NVIC_PRIORITY[TIMER1_IRQ] = 32;
  TIMER1[2] = TIMER1[1] = 4321;
  TIMER1[0] = 9;
  NVIC_ENABLE[0] = 1u << TIMER1_IRQ;
}

void board_stop_interrupts(void) {
  SYSTICK[0] = 0;
  NVIC_DISABLE[0] = 1u << TIMER1_IRQ;
}

void board_clear_timer(void) { TIMER1[3] = 1; }
