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

#ifndef IPOINT_SAMPLED_SAMPLEDTIMES_H
#define IPOINT_SAMPLED_SAMPLEDTIMES_H

#include "Baseline.h"
#include "model/Model.h"
#include "profile/SampledProgram.h"
#include "trace/Trace.h"

namespace ipoint::estimate {

/// The samples that \p Files have, of each file that has any. Errors: samples
/// can't be read.
llvm::Expected<std::vector<SampledProgram>>
readSamples(llvm::ArrayRef<Baseline> Files);

/// Adds what samples say to \p Report, which is of \p Traces and has call
/// paths; nothing where there are none.
void addSamples(llvm::ArrayRef<SampledProgram> Sampled,
                llvm::ArrayRef<trace::Trace> Traces,
                analysis::ReportModel &Report);

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_SAMPLEDTIMES_H
