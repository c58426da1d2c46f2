/* The board: mps2-an385, as QEMU has it. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#define BOARD_HZ 25000000u /* of the processor and of its timers */

/* Interrupts: SysTick each 0.5 ms, TIMER1 each 0.17 ms. */
void board_start_interrupts(void);
void board_stop_interrupts(void);
void board_clear_timer(void);

/* The handlers; in main.c. */
void SysTick_Handler(void);
void TIMER1_IRQHandler(void);

#endif
