/* The board: mps2-an385, as QEMU has it. */
#ifndef BOARD_H
#define BOARD_H

void board_timer_clear(void);

/* Writes the recording and ends the emulator. */
void board_end(int status);

#endif
