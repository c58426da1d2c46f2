/*===- gaps.c - What interrupts a CPU -------------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/gaps.h"

#include "calibrate/clockmath.h"
#include "core/slowpath.h"

#include <stdlib.h>
#include <string.h>

/* A second of a machine that is interrupted at each microsecond. */
#define ROOM (1u << 20)
#define FIRST_READS 20000
#define LONG 8

unsigned ipoint_gap_class(uint64_t length) {
  unsigned power;
  if (length < 4)
    return (unsigned)length;
  power = 63 - (unsigned)__builtin_clzll(length);
  return power * 4 + (unsigned)(length >> (power - 2) & 3) - 4;
}

uint64_t ipoint_gap_class_begin(unsigned number) {
  unsigned power = (number + 4) / 4;
  if (number < 4)
    return number;
  if (power > 63)
    return UINT64_MAX;
  return (UINT64_C(4) + (number & 3)) << (power - 2);
}

static uint64_t usual_difference(uint64_t *differences) {
  uint64_t last = ipoint_port_counter();
  size_t i;
  for (i = 0; i < FIRST_READS; i++) {
    uint64_t now = ipoint_port_counter();
    differences[i] = now - last;
    last = now;
  }
  last = ipoint_clock_usual(differences, FIRST_READS);
  return last ? last : 1;
}

int ipoint_gaps_watch(struct ipoint_gaps *found, uint64_t ticks) {
  uint64_t *differences = calloc(FIRST_READS, sizeof *differences);
  uint64_t least, last, now, begin;
  memset(found, 0, sizeof *found);
  found->gaps = malloc(ROOM * sizeof *found->gaps);
  if (!differences || !found->gaps) {
    free(differences);
    free(found->gaps);
    found->gaps = NULL;
    return -1;
  }
  /* No page of it is to be made while it is watched. */
  memset(found->gaps, 1, ROOM * sizeof *found->gaps);
  found->usual = usual_difference(differences);
  free(differences);
  least = LONG * found->usual;
  begin = last = ipoint_port_counter();
  do {
    uint64_t length;
    now = ipoint_port_counter();
    length = now - last;
    found->count[ipoint_gap_class(length)]++;
    if (__builtin_expect(length >= least && found->gap_count < ROOM, 0)) {
      found->gaps[found->gap_count].begin = last;
      found->gaps[found->gap_count++].length = length;
    }
    last = now;
  } while (now - begin < ticks);
  found->begin = begin;
  found->end = now;
  return 0;
}

/* Half of a power of two at a time, so that single classes don't decide. */
static uint64_t around(const uint64_t *count, unsigned number) {
  return count[number] + count[number + 1];
}

uint64_t ipoint_gap_threshold(const uint64_t count[IPOINT_GAP_CLASSES],
                              uint64_t usual, uint64_t most) {
  unsigned number = ipoint_gap_class(LONG * usual) + 1, best = number;
  uint64_t fewest = UINT64_MAX;
  for (; number + 1 < IPOINT_GAP_CLASSES; number++) {
    uint64_t here = around(count, number);
    if (here <= fewest) {
      fewest = here;
      best = number;
    }
    if (ipoint_gap_class_begin(number + 1) >= most)
      break;
  }
  return ipoint_gap_class_begin(best + 1);
}

/* A valley has a quarter of what is before and behind it; so few behind it are
   no group. */
#define VALLEY 4
#define GROUP 8

size_t ipoint_gap_groups(const uint64_t count[IPOINT_GAP_CLASSES],
                         uint64_t *begins, size_t most) {
  uint64_t peak = 0, valley = 0;
  unsigned number, lowest = 0;
  size_t found = 0;
  for (number = 0; number + 1 < IPOINT_GAP_CLASSES && found < most; number++) {
    uint64_t here = around(count, number);
    if (here <= valley) {
      valley = here;
      lowest = number;
    } else if (valley * VALLEY <= peak && peak >= GROUP &&
               here >= valley * VALLEY && here >= GROUP) {
      begins[found++] = ipoint_gap_class_begin(lowest + 1);
      peak = valley = here;
    } else if (here > peak)
      peak = valley = here;
  }
  return found;
}
