//===- LineTimes.h - What each line of a function takes -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_LINETIMES_H
#define IPOINT_MODEL_LINETIMES_H

#include "Model.h"

namespace ipoint::analysis {

/// Sets the function's Lines. Where the plain program was sampled, and its
/// samples have lines, a line's time is that of the samples there, whatever the
/// blocks are. Else it is that of the blocks that begin in it, in all visits
/// together, without probes, and without interrupts where these are known.
/// BestSelf is set.
void setLineTimes(FunctionModel &F);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_LINETIMES_H
