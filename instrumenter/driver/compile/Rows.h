//===- Rows.h - What the database keeps of a plan -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_ROWS_H
#define IPOINT_DRIVER_COMPILE_ROWS_H

#include "database/Program.h"
#include "probes/Plan.h"

namespace ipoint {

/// Adds to \p Unit the rows of all that was found and planned: functions,
/// ipoints and what refers to them. The source files get their paths only.
void addRows(const FoundUnit &Found, const UnitPlan &Plan,
             const Selection &Chosen, database::Unit &Unit);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_ROWS_H
