/*===- memory.h - How much memory rings may take --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_MEMORY_H
#define IPOINT_SUPPORT_MEMORY_H

#include <stdint.h>

/* Half of what is left of the machine's memory and of each control group's that
   this process is in, bytes. UINT64_MAX: not known. */
uint64_t ipoint_memory_budget(void);

#endif /* IPOINT_SUPPORT_MEMORY_H */
