/*===- patch.h - Puts the probes of a module in their places --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_PATCH_H
#define IPOINT_AGENT_PATCH_H

/* Puts the probes of the module that holds `unit` in their places, if it was
   compiled with IPOINT_PATCHED_PROBES. Called once for each unit, by whoever
   loads the module. */
void ipoint_patch_module_of(const void *unit);
/* Around a fork: a child that was made while the drain took probes out or put
   them in has some of them; it gets all, and the drain is told of it. `told`:
   ipoint_patch_before_fork() was called. */
void ipoint_patch_before_fork(void);
void ipoint_patch_child(int told);

#endif /* IPOINT_AGENT_PATCH_H */
