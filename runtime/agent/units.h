/*===- units.h - Unit records for the trace -------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_UNITS_H
#define IPOINT_AGENT_UNITS_H

#include "core/ring.h"

/* Keeps a unit record, with the bits `made` added to its settings, and the path
   of its database, if that is not null. */
void ipoint_units_keep(const struct ipoint_unit *unit, uint32_t made,
                       const char *database);

#endif /* IPOINT_AGENT_UNITS_H */
