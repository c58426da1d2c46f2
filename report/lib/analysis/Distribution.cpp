//===- Distribution.cpp - Times with what the probes added to them --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include <algorithm>
#include <cmath>

namespace ipoint::analysis {

/// A percentile is told only where this many values lie beyond it.
static constexpr uint64_t LeastBeyond = 10;

/// n·Σxy − Σx·Σy in exact arithmetic, over n: Σ(x − mean x)(y − mean y).
static double deviations(uint64_t N, Wide SumX, Wide SumY, Wide SumXY) {
  if (N == 0)
    return 0;
  // Subtract the means' whole parts first, so that products of large sums
  // never lose their last digits in a double.
  Wide MeanX = SumX / N, MeanY = SumY / N;
  Wide RestX = SumX - MeanX * N, RestY = SumY - MeanY * N;
  // Σ(x − mx)(y − my) = Σxy − mx·Σy − my·Σx + n·mx·my, modulo 2^128: exact,
  // and signed because it can be negative for x ≠ y.
  Wide Exact = SumXY - MeanX * SumY - MeanY * SumX + MeanX * MeanY * N;
  __extension__ typedef __int128 SignedWide;
  double Result = static_cast<double>(static_cast<SignedWide>(Exact));
  return Result - static_cast<double>(RestX) * static_cast<double>(RestY) /
                      static_cast<double>(N);
}

double Moments::squaredDeviations() const {
  return std::max(0.0, deviations(Count, Sum, Sum, Squares));
}

Moments Sample::moments() const {
  Moments Result = Large;
  Counts.forEach([&](const Histogram::Bucket &B) {
    if (B.Low < Histogram::ExactEnd)
      Result.add(B.Low, B.Count);
  });
  return Result;
}

void Sample::percentiles(Figures &F, const Moments &All) const {
  auto At = [&](double Share) -> std::optional<double> {
    std::optional<uint64_t> Value = Counts.percentile(Share);
    if (!Value)
      return std::nullopt;
    return static_cast<double>(std::min(*Value, All.Max));
  };
  auto Told = [&](double Share) {
    return Histogram::beyond(All.Count, Share) >= LeastBeyond ? At(Share)
                                                              : std::nullopt;
  };
  F.P50 = At(0.5);
  F.P90 = Told(0.9);
  F.P99 = Told(0.99);
  F.P999 = Told(0.999);
}

Figures Sample::figures() const {
  Moments All = moments();
  Figures F;
  F.Count = All.Count;
  if (F.Count == 0)
    return F;
  F.Total = static_cast<double>(All.Sum);
  F.Mean = All.mean();
  F.Min = static_cast<double>(All.Min);
  F.Max = static_cast<double>(All.Max);
  if (F.Count > 1)
    F.StdDev = std::sqrt(All.squaredDeviations() / double(F.Count - 1));
  percentiles(F, All);
  return F;
}

/// A value whose number of probes is not that of all before it, or the first.
void Distribution::addOther(uint64_t Value, ProbeCount Probes,
                            uint64_t MinBase) {
  if (!Varying && Raw.empty()) {
    Constant = Probes;
    return Raw.add(Value);
  }
  if (!Varying)
    startVarying(MinBase);
  Raw.add(Value);
  VaryingProbes &V = *Varying;
  V.Corrected.add(withoutBase(Value, Probes, MinBase));
  V.Timed += Probes.Timed;
  V.Untimed += Probes.Untimed;
  V.TimedSquares += Wide(Probes.Timed) * Probes.Timed;
  V.UntimedSquares += Wide(Probes.Untimed) * Probes.Untimed;
  V.Mixed += Wide(Probes.Timed) * Probes.Untimed;
  V.ValueTimed += Wide(Value) * Probes.Timed;
  V.ValueUntimed += Wide(Value) * Probes.Untimed;
}

/// From here on the number of probes differs; until here it was Constant.
void Distribution::startVarying(uint64_t MinBase) {
  Varying = std::make_unique<VaryingProbes>();
  VaryingProbes &V = *Varying;
  Moments All = Raw.moments();
  Wide N = All.Count, T = Constant.Timed, U = Constant.Untimed;
  V.Timed = T * N;
  V.Untimed = U * N;
  V.TimedSquares = T * T * N;
  V.UntimedSquares = U * U * N;
  V.Mixed = T * U * N;
  V.ValueTimed = All.Sum * T;
  V.ValueUntimed = All.Sum * U;
  // Rounded up to the ends of buckets, but for the extremes.
  Raw.histogram().forEach([&](Histogram::Bucket B) {
    if (B.Low <= All.Min) {
      V.Corrected.add(withoutBase(All.Min, Constant, MinBase));
      --B.Count;
    }
    if (B.Count)
      V.Corrected.add(withoutBase(std::min(B.High, All.Max), Constant, MinBase),
                      B.Count);
  });
  Constant = NoConstant;
}

double Distribution::meanCost(const BaseCost &Base, uint64_t Count) const {
  if (!Varying)
    return double(Constant.Timed) * Base.TimedMean +
           double(Constant.Untimed) * Base.UntimedMean;
  return (double(Varying->Timed) * Base.TimedMean +
          double(Varying->Untimed) * Base.UntimedMean) /
         double(Count);
}

/// Σ(c − mean)² of c = value − cost of its probes, where their number varies.
double Distribution::correctedDeviations(const BaseCost &Base,
                                         const Moments &All) const {
  const VaryingProbes &V = *Varying;
  uint64_t N = All.Count;
  double T = Base.TimedMean, U = Base.UntimedMean;
  double Covariance = T * deviations(N, All.Sum, V.Timed, V.ValueTimed) +
                      U * deviations(N, All.Sum, V.Untimed, V.ValueUntimed);
  double Cost = T * T * deviations(N, V.Timed, V.Timed, V.TimedSquares) +
                U * U * deviations(N, V.Untimed, V.Untimed, V.UntimedSquares) +
                2 * T * U * deviations(N, V.Timed, V.Untimed, V.Mixed);
  return std::max(0.0, All.squaredDeviations() - 2 * Covariance + Cost);
}

Figures Distribution::correctedFigures(const BaseCost &Base) const {
  Figures F = rawFigures();
  if (F.Count == 0)
    return F;
  F.Mean = std::max(0.0, F.Mean - meanCost(Base, F.Count));
  F.Total = F.Mean * static_cast<double>(F.Count);
  if (!Varying) {
    auto Shift = [&](double Value) {
      return static_cast<double>(
          withoutBase(static_cast<uint64_t>(Value), Constant, Base.TimedMin));
    };
    for (std::optional<double> *P : {&F.P50, &F.P90, &F.P99, &F.P999})
      if (*P)
        *P = Shift(**P);
    F.Min = Shift(F.Min);
    F.Max = Shift(F.Max);
    return F;
  }
  Moments Corrected = Varying->Corrected.moments();
  F.Min = static_cast<double>(Corrected.Min);
  F.Max = static_cast<double>(Corrected.Max);
  Varying->Corrected.percentiles(F, Corrected);
  if (F.Count > 1)
    F.StdDev = std::sqrt(correctedDeviations(Base, Raw.moments()) /
                         double(F.Count - 1));
  return F;
}

} // namespace ipoint::analysis
