/* What the program needs of QEMU's board `virt`: RISC-V, AArch64 or ARMv7-A. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#ifndef CORES
#define CORES 2
#endif

unsigned board_core(void);            /* the number of the core that runs this */
void board_start_cores(void);         /* lets the others call run() */
void board_order(void);               /* what is stored before is seen before */
void board_write(const char *name);   /* the recording to a file of the host, by semihosting */
void board_exit(int code);

/* Each core comes here, core 0 first. */
void run(unsigned core);

#endif
