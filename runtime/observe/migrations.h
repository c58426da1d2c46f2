/*===- migrations.h - How often a program changed its CPU -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_MIGRATIONS_H
#define IPOINT_OBSERVE_MIGRATIONS_H

#include <stdint.h>
#include <sys/types.h>

/* Counts, from now on, how often the threads of `pid`, and of what it will
   start, go from one CPU to another. A descriptor, or -1 where the kernel does
   not let us. */
int ipoint_migrations_begin(pid_t pid);

/* The count; -1: not known. Closes the descriptor. */
int64_t ipoint_migrations_end(int event);

#endif /* IPOINT_OBSERVE_MIGRATIONS_H */
