/*===- cpus.h - Where program and drain run ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* On different ones.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATE_CPUS_H
#define IPOINT_CALIBRATE_CPUS_H

#include <sched.h>

/* The drain leaves the program's CPU (-1: any) alone, if there is another. */
void ipoint_cpus_part(int cpu);

/* Goes to this CPU (-1: stays). Where it was is in `before`;
   ipoint_cpus_return() goes back there. */
void ipoint_cpus_visit(int cpu, cpu_set_t *before);
void ipoint_cpus_return(const cpu_set_t *before);

#endif /* IPOINT_CALIBRATE_CPUS_H */
