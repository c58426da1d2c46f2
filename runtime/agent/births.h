/*===- births.h - Processes and threads whose making was noticed ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What hooks/forks.c calls for (agent/hooks.h). Changes no errno.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_BIRTHS_H
#define IPOINT_AGENT_BIRTHS_H

struct ipoint_ring;

void ipoint_birth_child(void);
struct ipoint_ring *ipoint_birth_before_vfork(void);
void ipoint_birth_in_vfork(void);
void ipoint_birth_vfork_over(struct ipoint_ring *before);
void ipoint_birth_twin(void);

#endif /* IPOINT_AGENT_BIRTHS_H */
