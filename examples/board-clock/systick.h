/* SysTick counts down, from 24 bits. */
#define IPOINT_OBSERVE_COUNTER() (*(volatile unsigned *)0xE000E018 ^ 0xffffffu)
#define IPOINT_OBSERVE_BITS 24
