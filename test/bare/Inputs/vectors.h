/* Where a Cortex-M begins, and with which stack. */
extern void _start(void);
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {(void *)0x20020000, (void *)_start};
