/*===- cpus.h - Where program and drain run ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* In general on different ones. Where each CPU has a counter of its own
|* (IPOINT_PORT_OWN_CPU) both must share one.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CPUS_H
#define IPOINT_CALIBRATE_CPUS_H

#include "calibrate/calibrate.h"

#include <sched.h>

/* With a counter that is a CPU's own: looks whether it may be read here and the
   program has one CPU only (`cpu`; -1: that of the process `recorded`), and
   takes this process there, as the drain completes the times of records by its
   own readings. 0, or 2 when what is wrong was printed. */
int ipoint_cpus_begin(int cpu, pid_t recorded);

/* The drain leaves the program's CPU (-1: any) alone, if there is another and
   it can read the program's counter there. */
void ipoint_cpus_part(int cpu);

/* Goes to this CPU (-1: stays). Where it was is in `before`;
   ipoint_cpus_return() goes back there. */
void ipoint_cpus_visit(int cpu, cpu_set_t *before);
void ipoint_cpus_return(const cpu_set_t *before);

/* Nanoseconds for which the counter counted between two moments: all that
   passed, or those for which the CPU was awake, as a counter of its own stands
   still while it sleeps. */
uint64_t ipoint_counted_ns(const struct ipoint_moment *begin,
                           const struct ipoint_moment *end);

#endif /* IPOINT_CALIBRATE_CPUS_H */
