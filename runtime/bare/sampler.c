/*===- sampler.c - Samples without an operating system --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Freestanding C99, all of it in this file, for firmware without probes. When
|* the memory is full, every second sample is given up, and from then on half as
|* many are kept: the samples that are there are evenly spread over all of the
|* run, however long it was.
\*===----------------------------------------------------------------------===*/

#include "ipoint/sampler.h"

#include "ipoint/bare.h"

#include "bare/ports.h"

#ifndef IPOINT_SAMPLES
#define IPOINT_SAMPLES 1024
#endif
#if IPOINT_SAMPLES + 0 < 2 || IPOINT_SAMPLES % 2
#error "IPOINT_SAMPLES must be even, and at least 2"
#endif

struct ipoint_samples {
  struct ipoint_samples_header header;
  int32_t distances[IPOINT_SAMPLES];
};
extern struct ipoint_samples ipoint_samples;

#ifdef IPOINT_SECTION
__attribute__((__section__(IPOINT_SECTION)))
#endif
struct ipoint_samples ipoint_samples;

#define HEADER ipoint_samples.header

/* The counter is narrower than what has elapsed. */
static void take_time(void) {
  uint32_t now = (uint32_t)ipoint_port_counter(), passed = now - HEADER.last;
  if (HEADER.counter_bits < 32)
    passed &= (UINT32_C(1) << HEADER.counter_bits) - 1;
  HEADER.last = now;
  HEADER.elapsed[0] += passed;
  if (HEADER.elapsed[0] < passed)
    HEADER.elapsed[1]++;
}

uint32_t ipoint_sampler_start(uint32_t period, uint32_t rate) {
  ipoint_port_mask_state state = ipoint_port_mask();
  struct ipoint_samples_header *header = &HEADER;
  uint64_t base = (uintptr_t)ipoint_sampler_take;
  uint32_t clock, bits = ipoint_port_start(&clock);
  (void)clock;
  header->magic = 0;
  header->running = 0;
  if (bits) {
    header->format = IPOINT_SAMPLES_FORMAT;
    header->counter_bits = bits;
    header->rate = rate;
    header->period = period;
    header->room = IPOINT_SAMPLES;
    header->count = header->halvings = header->skip = 0;
    header->elapsed[0] = header->elapsed[1] = 0;
    header->base[0] = (uint32_t)base;
    header->base[1] = (uint32_t)(base >> 32);
    header->last = (uint32_t)ipoint_port_counter();
    header->random = header->last | 1u;
    header->magic = IPOINT_SAMPLES_MAGIC;
    header->running = 1;
  }
  ipoint_port_unmask(state);
  return bits;
}

/* Makes room for as many again. */
static void halve(void) {
  uint32_t i;
  for (i = 0; i < IPOINT_SAMPLES / 2; i++)
    ipoint_samples.distances[i] = ipoint_samples.distances[2 * i];
  HEADER.count = IPOINT_SAMPLES / 2;
  HEADER.halvings++;
}

uint32_t ipoint_sampler_take(uintptr_t address) {
  struct ipoint_samples_header *header = &HEADER;
  uint32_t period = header->period;
  if (header->running) {
    take_time();
    if (header->skip) {
      header->skip--;
    } else {
      if (header->count == IPOINT_SAMPLES)
        halve();
      ipoint_samples.distances[header->count++] =
          (int32_t)(uint32_t)(address - (uintptr_t)ipoint_sampler_take);
      header->skip = (UINT32_C(1) << header->halvings) - 1;
    }
  }
  /* Numerical Recipes' generator; its upper bits are the random ones. */
  header->random = header->random * UINT32_C(1664525) + UINT32_C(1013904223);
  return period - period / 2 +
         (uint32_t)((uint64_t)header->random * period >> 32);
}

void ipoint_sampler_tick(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
  if (HEADER.running)
    take_time();
  ipoint_port_unmask(state);
}

void ipoint_sampler_stop(void) {
  ipoint_port_mask_state state = ipoint_port_mask();
  if (HEADER.running)
    take_time();
  HEADER.running = 0;
  ipoint_port_unmask(state);
}

void ipoint_sampler_dump(void (*write)(const void *bytes, uint32_t size)) {
  ipoint_sampler_stop();
  write(&ipoint_samples, sizeof ipoint_samples);
}
