/*===- host.h - The machine, in an answer -------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_HOST_H
#define IPOINT_CALIBRATOR_HOST_H

#include "calibrator/answer.h"

/* Operating system, kernel, compiler of this tool, CPU, hypervisor, the clock
   that the kernel goes by. */
void ipoint_host_describe(struct ipoint_answer *answer);

/* One line on stderr of what goes on, in the place of the one before; only on a
   terminal. Null takes it away. */
void ipoint_progress(const char *line);

#endif /* IPOINT_CALIBRATOR_HOST_H */
