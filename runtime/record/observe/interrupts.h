/*===- interrupts.h - How often each kind of interrupt came ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   /proc/interrupts, /proc/softirqs ──read──> counts by kind and CPU
|*   counts before, counts after ──difference──> "LOC:1234 RES:12"
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_INTERRUPTS_H
#define IPOINT_RECORD_OBSERVE_INTERRUPTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ipoint_counts {
  char (*kinds)[48]; /* `LOC`; of a device, `36/virtio1-req.0` */
  uint64_t *counts;  /* kind by kind, for each CPU from 0 on */
  size_t kind_count, cpu_count;
};

/* Reads a table of the form of /proc/interrupts: CPUs in the first line, kinds
   below. Of `cpu_count` CPUs at most; what it can't keep is left out. Empty
   where `file` is null or holds none. */
void ipoint_counts_read(struct ipoint_counts *table, FILE *file,
                        size_t cpu_count);

/* Kinds whose count has grown on the CPUs for which `used` is not 0, as
   `KIND:COUNT` with spaces between. The caller frees it; null without memory.
 */
char *ipoint_counts_difference(const struct ipoint_counts *before,
                               const struct ipoint_counts *after,
                               const uint8_t *used);

void ipoint_counts_free(struct ipoint_counts *table);

/* Those of this machine while a program ran. */
struct ipoint_interrupts {
  struct ipoint_counts hard[2], soft[2]; /* when it began, when it ended */
  size_t cpu_count;
  char *hard_text, *soft_text, *cpu_text; /* null: not known */
};

void ipoint_interrupts_begin(struct ipoint_interrupts *interrupts);
void ipoint_interrupts_end(struct ipoint_interrupts *interrupts);

/* Sets the texts, for the CPUs, of `cpu_count`, for which `used` is not 0. */
void ipoint_interrupts_format(struct ipoint_interrupts *interrupts,
                              const uint8_t *used);

void ipoint_interrupts_free(struct ipoint_interrupts *interrupts);

#endif /* IPOINT_RECORD_OBSERVE_INTERRUPTS_H */
