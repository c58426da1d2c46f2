/* What a scene gives to the firmware: tables that the emulator loads into RAM,
 * so that one firmware runs all of them, with interrupts and without. */
#ifndef SCENE_H
#define SCENE_H

#include <stdint.h>

#define SOURCES 2
#define STREAMS 16

/* When an interrupt comes, in ticks of 40 ns since the program began, and how
 * many instructions its handler spends. */
struct entry {
  uint32_t at, instructions;
};

struct scene {
  uint32_t program;          /* which one of programs */
  uint32_t iterations;       /* of its main loop */
  uint32_t control;          /* of the recorded clock: what divides it */
  uint32_t rate;             /* of the recorded clock, in ticks per second */
  uint32_t on[SOURCES];      /* 1 where the source interrupts at all */
  uint32_t entries[SOURCES]; /* addresses of struct entry */
  uint32_t streams[STREAMS]; /* addresses of uint16_t, read one by one */
};

#define SCENE ((const volatile struct scene *)0x21800000)

/* The next value of each stream. */
extern const uint16_t *next[STREAMS];

typedef void program(uint32_t iterations);
extern program *const programs[];

/* count + 2 instructions, count >= 2; a constant number of ticks for each. */
#define SPIN(count)                                                            \
  do {                                                                         \
    uint32_t left_ = (count);                                                  \
    __asm__ volatile("lsrs %0, %0, #1\n\tbcc 1f\n\tnop\n"                      \
                     "1:\tsubs %0, %0, #1\n\tbne 1b"                           \
                     : "+l"(left_)                                             \
                     :                                                         \
                     : "cc");                                                  \
  } while (0)
#define NEXT(stream) (*next[stream]++)
#define WORK(stream) SPIN(NEXT(stream))

#endif
