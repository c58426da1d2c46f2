//===- SampledTimes.h - Times by samples of the plain program -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   baseline files ──samples──> functions of the plain program ──joined by
//   name with──> the report's, their calls and call paths ──estimate──>
//   FunctionModel::Sampled, ReportModel::Sampling
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_SAMPLEDTIMES_H
#define IPOINT_COMPARE_SAMPLEDTIMES_H

#include "Baseline.h"
#include "estimate/SampledProgram.h"
#include "model/Model.h"
#include "trace/Trace.h"

namespace ipoint::compare {

/// The samples that \p Files have, of each file that has any. Errors: samples
/// can't be read.
llvm::Expected<std::vector<estimate::SampledProgram>>
readSamples(llvm::ArrayRef<Baseline> Files);

/// Adds what samples say to \p Report, which is of \p Traces and has call
/// paths; nothing where there are none.
void addSamples(llvm::ArrayRef<estimate::SampledProgram> Sampled,
                llvm::ArrayRef<trace::Trace> Traces,
                analysis::ReportModel &Report);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_SAMPLEDTIMES_H
