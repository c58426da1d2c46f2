/* The board: mps2-an385, as QEMU has it. */
#ifndef BOARD_H
#define BOARD_H

/* What a driver would do in each fourth interrupt. */
void board_poll(void);

#endif
