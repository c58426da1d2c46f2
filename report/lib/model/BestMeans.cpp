//===- BestMeans.cpp - Which mean of a function leads ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BestMeans.h"
#include "LineTimes.h"

namespace ipoint::analysis {

using estimate::BestMean;
using estimate::MeanSource;
using estimate::SampledMean;

std::optional<SampledMean> directMean(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return std::nullopt;
  const Figures &F = T->Filtered ? *T->Filtered : T->Corrected;
  double Half = F.Uncertainty ? F.Uncertainty->Mean : 0;
  return SampledMean{F.Mean, {std::max(F.Mean - Half, 0.0), F.Mean + Half}};
}

BestMean bestOf(const std::optional<SampledMean> &Sampled,
                const std::optional<SampledMean> &Direct, double Probes,
                bool BelowResolution, std::optional<double> Observed) {
  // A mean whose probes were so much of it is another program's.
  constexpr double MostProbes = 0.1, WideMean = 0.5;
  bool IsSampled = Sampled && Sampled->Mean > 0;
  if (IsSampled && Sampled->reach() <= WideMean * Sampled->Mean)
    return {MeanSource::Sampled, Sampled->Mean, Sampled->Range};
  // One that the samples refute has something else in it, such as libraries.
  bool DirectLasts = Direct && !BelowResolution &&
                     Probes <= MostProbes * Direct->Mean && Sampled &&
                     Direct->Range.Low <= Sampled->Range.High &&
                     Direct->Range.High >= Sampled->Range.Low;
  if (Direct && (Sampled ? DirectLasts : !BelowResolution))
    return {MeanSource::Direct, Direct->Mean, Direct->Range};
  if (IsSampled && Sampled->Range.Low > 0)
    return {MeanSource::Sampled, Sampled->Mean, Sampled->Range};
  if (Sampled) {
    const double High = Sampled->Range.High;
    return {MeanSource::Bounded,
            Sampled->Mean,
            {0, std::min(High, Observed.value_or(High))}};
  }
  return {};
}

static BestMean choose(const std::optional<TimeModel> &T,
                       const std::optional<SampledMean> &Sampled) {
  double Probes = T ? T->Raw.Mean - T->Corrected.Mean : 0;
  std::optional<double> Observed;
  if (T && T->Raw.Count != 0)
    Observed = T->Raw.Max;
  return bestOf(Sampled, directMean(T), Probes, T && T->BelowResolution,
                Observed);
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
      if (B.Best.From == MeanSource::Sampled && !B.Sampled->Group.empty())
        B.Best.From = MeanSource::Group;
    }
    setLineTimes(F);
  }
}

} // namespace ipoint::analysis
