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

/// Sets the function's Lines. A line's time is that of the blocks that begin
/// in it, in all visits together. Where the plain program was sampled, it is
/// what the samples say; else what the instrumented program shows, without
/// probes, and without interrupts where these are known. BestSelf is set.
void setLineTimes(FunctionModel &F);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_LINETIMES_H
