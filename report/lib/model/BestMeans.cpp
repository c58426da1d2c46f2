//===- BestMeans.cpp - Which mean of a function leads ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BestMeans.h"
#include "LineTimes.h"
#include "estimate/Estimate.h"

namespace ipoint::analysis {

using estimate::SampledMean;

std::optional<SampledMean> directMean(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return std::nullopt;
  const Figures &F = T->Filtered ? *T->Filtered : T->Corrected;
  double Half = F.Uncertainty ? F.Uncertainty->Mean : 0;
  return SampledMean{F.Mean, {std::max(F.Mean - Half, 0.0), F.Mean + Half}};
}

static estimate::BestMean choose(const std::optional<TimeModel> &T,
                                 const std::optional<SampledMean> &Sampled) {
  double Probes = T ? T->Raw.Mean - T->Corrected.Mean : 0;
  std::optional<double> Observed;
  if (T && T->Raw.Count != 0)
    Observed = T->Raw.Max;
  return estimate::bestOf(Sampled, directMean(T), Probes,
                          T && T->BelowResolution, Observed);
}

void chooseMeans(std::vector<FunctionModel> &Functions) {
  for (FunctionModel &F : Functions) {
    bool Has = F.Sampled.has_value();
    F.BestSelf = choose(F.Self, Has ? F.Sampled->Self : std::nullopt);
    F.BestInclusive =
        choose(F.Inclusive, Has ? F.Sampled->Inclusive : std::nullopt);
    for (BlockModel &B : F.Blocks) {
      if (B.Visits == 0)
        continue;
      B.Best = choose(B.Time, B.Sampled ? B.Sampled->Mean : std::nullopt);
      if (B.Best.From == estimate::MeanSource::Sampled &&
          !B.Sampled->Group.empty())
        B.Best.From = estimate::MeanSource::Group;
    }
    setLineTimes(F);
  }
}

} // namespace ipoint::analysis
