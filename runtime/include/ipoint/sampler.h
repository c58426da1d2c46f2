/*===- ipoint/sampler.h - Where plain firmware spends its time ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For programs without an operating system and without probes: an interrupt of
|* a timer stores which address it interrupted (share/ipoint/bare/sampler.c).
|* Its use and `ipoint-import --samples` are described in docs/bare-metal.md.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SAMPLER_H
#define IPOINT_SAMPLER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Begins. `period` is the mean time between two interrupts, in ticks of the
   timer that makes them (0: this run is not sampled, only its time is taken);
   `rate` is the rate of the port's counter, ticks per second. Returns the
   counter's width in bits; 0: none counts, and nothing is sampled. */
uint32_t ipoint_sampler_start(uint32_t period, uint32_t rate);

/* In the timer's handler: the sample is of `address`. Returns how many of the
   timer's ticks later the next interrupt is to come: from half of the period to
   one and a half, at random, so that nothing falls into step with it. */
uint32_t ipoint_sampler_take(uintptr_t address);

/* In runs that are not sampled, at least twice in each round of the counter. */
void ipoint_sampler_tick(void);

/* Ends it. */
void ipoint_sampler_stop(void);

/* Gives all to `write`, in one piece; or dump the memory ipoint_samples. */
void ipoint_sampler_dump(void (*write)(const void *bytes, uint32_t size));

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
/* Defines the handler `name`, which calls `take` with the address that was
   interrupted: void take(uintptr_t address). */
#define IPOINT_SAMPLER_HANDLER(name, take)                                     \
  __attribute__((__naked__)) void name(void);                                  \
  void name(void) {                                                            \
    __asm__ volatile("mov r0, lr\n\t"                                          \
                     "movs r1, #4\n\t"                                         \
                     "tst r0, r1\n\t"                                          \
                     "beq 1f\n\t"                                              \
                     "mrs r0, psp\n\t"                                         \
                     "b 2f\n"                                                  \
                     "1:\tmrs r0, msp\n"                                       \
                     "2:\tldr r0, [r0, #24]\n\t"                               \
                     "ldr r1, 3f\n\t"                                          \
                     "bx r1\n\t"                                               \
                     ".balign 4\n"                                             \
                     "3:\t.word " #take);                                      \
  }                                                                            \
  struct ipoint_sampler_handler_of_##name
#elif defined(__riscv)
/* In a handler in machine mode: the address that was interrupted. */
static inline uintptr_t ipoint_sampler_interrupted(void) {
  uintptr_t address;
  __asm__ volatile("csrr %0, mepc" : "=r"(address));
  return address;
}
#endif

#define IPOINT_SAMPLES_MAGIC UINT32_C(0x6d736970) /* "pism" */
#define IPOINT_SAMPLES_FORMAT 1u

/* What a memory dump of samples begins with; words of 32 bits. */
struct ipoint_samples_header {
  uint32_t magic;
  uint32_t format;
  uint32_t counter_bits;
  uint32_t rate;       /* ticks of the counter per second */
  uint32_t period;     /* as given to ipoint_sampler_start() */
  uint32_t room;       /* addresses that can be kept */
  uint32_t count;      /* those that are */
  uint32_t halvings;   /* so often it was full, and every second was given up:
                          each stands for 2^halvings samples */
  uint32_t elapsed[2]; /* ticks of the counter, the low half first … */
  uint32_t last;       /* … until it showed this */
  uint32_t base[2];    /* code's address; the low half first */
  uint32_t skip;       /* samples to be left out before the next is kept */
  uint32_t random;     /* what the next period is drawn from */
  uint32_t running;
};
/* Behind it: addresses of code, as signed distances from the base. */

#ifdef __cplusplus
}
#endif

#endif /* IPOINT_SAMPLER_H */
