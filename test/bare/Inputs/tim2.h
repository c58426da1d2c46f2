/* In the place of the DWT, whose counter is at 4: the counter of an STM32's TIM2 is at 0x40000024. */
#define DWT ((volatile uint32_t *)0x40000020u)
