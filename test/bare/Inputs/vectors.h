/* Where a Cortex-M begins, and with which stack; and the handler of its SysTick. */
extern void _start(void);
extern void timer_isr(void) __attribute__((weak));
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {(void *)0x20020000, (void *)_start, [15] = (void *)timer_isr};
