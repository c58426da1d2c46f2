/*===- control.c - Registration, and the probes as functions --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Freestanding: no libc.
|*
\*===----------------------------------------------------------------------===*/

#include "core/ring.h"

void ipoint_register(const struct ipoint_unit *unit) {
  ipoint_register_made(unit, 0);
}

void ipoint_register_made(const struct ipoint_unit *unit, unsigned made) {
  ipoint_register_from(unit, made, 0);
}

void ipoint_register_from(const struct ipoint_unit *unit, unsigned made,
                          const char *database) {
  if (unit && unit->words[0] == 1)
    ipoint_platform_now->unit(unit, made, database);
}
