//===- Iterations.h - Loops whose iterations are timed --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration that is longer than a window is timed by itself, as calls are: a
// variable of the function has when it began. It ends where the next one
// begins, or where the loop has been left, so that nothing between two entries
// of the loop is taken for an iteration.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_ITERATIONS_H
#define IPOINT_PROBES_ITERATIONS_H

#include "probes/Plan.h"

namespace ipoint {

/// Sets Iterates and Leaves in \p Plan for the loops whose iterations may last:
/// they call something, or have another loop in them.
void planIterations(const FoundFunction &Found, FunctionPlan &Plan);

} // namespace ipoint

#endif // IPOINT_PROBES_ITERATIONS_H
