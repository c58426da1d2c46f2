/* The vector table, and what runs before main(). ipoint-cc leaves Reset_Handler
 * as it is: it runs before memory is initialised. */
#include "board.h"
#include "record.h"

int main(void);
void Reset_Handler(void);
void Default_Handler(void);
extern uint32_t stack_top, data_load[], data_begin[], data_end[], bss_begin[],
    bss_end[];

#define TIMER1_IRQ 9

__attribute__((section(".vectors"),
               used)) static const void *const vectors[16 + TIMER1_IRQ + 1] = {
    &stack_top,
    Reset_Handler,
    [2] = Default_Handler, /* NMI */
    [3] = Default_Handler, /* HardFault */
    [15] = SysTick_Handler,
    [16 + TIMER1_IRQ] = TIMER1_IRQHandler,
};

void Reset_Handler(void) {
  uint32_t *from = data_load, *to;
  for (to = data_begin; to < data_end; to++)
    *to = *from++;
  for (to = bss_begin; to < bss_end; to++)
    *to = 0;
  record_start();
  main();
  record_end();
  for (;;)
    ;
}

void Default_Handler(void) {
  for (;;)
    ;
}
