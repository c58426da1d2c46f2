/*===- cpus.c - Where program and drain run ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/cpus.h"

void ipoint_cpus_part(int cpu) {
  cpu_set_t others;
  if (cpu < 0 || sched_getaffinity(0, sizeof others, &others) != 0)
    return;
  CPU_CLR(cpu, &others);
  if (CPU_COUNT(&others) > 0)
    sched_setaffinity(0, sizeof others, &others);
}

void ipoint_cpus_visit(int cpu, cpu_set_t *before) {
  cpu_set_t one;
  CPU_ZERO(before);
  if (cpu < 0 || sched_getaffinity(0, sizeof *before, before) != 0)
    return;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void ipoint_cpus_return(const cpu_set_t *before) {
  if (CPU_COUNT(before) > 0)
    sched_setaffinity(0, sizeof *before, before);
}
