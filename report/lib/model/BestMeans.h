//===- BestMeans.h - Which mean of a function leads -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_BESTMEANS_H
#define IPOINT_MODEL_BESTMEANS_H

#include "Model.h"

namespace ipoint::analysis {

/// The mean that the instrumented program itself shows: without probes, and
/// without interrupts where these are known.
std::optional<estimate::SampledMean>
directMean(const std::optional<TimeModel> &T);

/// The mean that leads: the sampled one, unless too few samples fell into the
/// function and its \p Direct mean agrees with them and is long against the
/// probes in it (\p Probes of its ticks, before they were taken off). Where
/// only an upper limit is known, it is not above \p Observed, the largest
/// observed time, raw ticks, if there is one: no mean exceeds that.
estimate::BestMean bestOf(const std::optional<estimate::SampledMean> &Sampled,
                          const std::optional<estimate::SampledMean> &Direct,
                          double Probes, bool BelowResolution,
                          std::optional<double> Observed);

/// Sets BestSelf, BestInclusive and Lines by what is known of each function.
void chooseMeans(std::vector<FunctionModel> &Functions);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_BESTMEANS_H
