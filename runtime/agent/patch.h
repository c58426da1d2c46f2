/*===- patch.h - Puts the probes of modules in their places ---------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_PATCH_H
#define IPOINT_AGENT_PATCH_H

#include <stdint.h>

/* Puts the probes of the module that holds `unit`, which was compiled with
   IPOINT_PATCHED_PROBES, in their places. Called for each unit by whoever loads
   the module, and `forget` by whoever unloads it. */
void ipoint_patch_module_of(const void *unit);
void ipoint_patch_forget_module_of(const void *unit);

/* In the child of a fork, which has the code as it was at that moment. */
void ipoint_patch_child(void);

/* The drain's window (struct ipoint_platform), as far as it goes for this
   process: closed while its probes are not all in their places. */
uint32_t ipoint_patch_window(uint32_t window);

#endif /* IPOINT_AGENT_PATCH_H */
