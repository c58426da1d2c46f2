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

double Sample::squaredDeviations() const {
  return std::max(0.0, deviations(count(), Sum, Sum, Squares));
}

void Sample::percentiles(Figures &F) const {
  auto At = [&](double Share) -> std::optional<double> {
    std::optional<uint64_t> Value = Counts.percentile(Share);
    if (!Value)
      return std::nullopt;
    return static_cast<double>(std::min(*Value, Max));
  };
  auto Told = [&](double Share) {
    return Histogram::beyond(count(), Share) >= LeastBeyond ? At(Share)
                                                            : std::nullopt;
  };
  F.P50 = At(0.5);
  F.P90 = Told(0.9);
  F.P99 = Told(0.99);
  F.P999 = Told(0.999);
}

Figures Sample::figures() const {
  Figures F;
  F.Count = count();
  if (F.Count == 0)
    return F;
  F.Total = sum();
  F.Mean = F.Total / static_cast<double>(F.Count);
  F.Min = static_cast<double>(Min);
  F.Max = static_cast<double>(Max);
  if (F.Count > 1)
    F.StdDev = std::sqrt(squaredDeviations() / double(F.Count - 1));
  percentiles(F);
  return F;
}

void Distribution::addVarying(uint64_t Value, ProbeCount Probes,
                              uint64_t MinBase) {
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
  Wide N = Raw.count(), T = Constant.Timed, U = Constant.Untimed;
  V.Timed = T * N;
  V.Untimed = U * N;
  V.TimedSquares = T * T * N;
  V.UntimedSquares = U * U * N;
  V.Mixed = T * U * N;
  V.ValueTimed = Raw.exactSum() * T;
  V.ValueUntimed = Raw.exactSum() * U;
  Raw.histogram().forEach([&](const Histogram::Bucket &B) {
    V.Corrected.add(withoutBase(std::min(B.High, Raw.max()), Constant, MinBase),
                    B.Count);
  });
  if (Raw.count() != 0)
    V.Corrected.add(withoutBase(Raw.min(), Constant, MinBase), 0);
}

double Distribution::meanCost(const BaseCost &Base) const {
  if (!Varying)
    return double(Constant.Timed) * Base.TimedMean +
           double(Constant.Untimed) * Base.UntimedMean;
  return (double(Varying->Timed) * Base.TimedMean +
          double(Varying->Untimed) * Base.UntimedMean) /
         double(count());
}

/// Σ of squared deviations of the probes' cost, and in \p Covariance of cost
/// and value: those of value − cost follow from them.
double Distribution::costVariance(const BaseCost &Base,
                                  double &Covariance) const {
  const VaryingProbes &V = *Varying;
  uint64_t N = count();
  Wide Sum = Raw.exactSum();
  double T = Base.TimedMean, U = Base.UntimedMean;
  Covariance = T * deviations(N, Sum, V.Timed, V.ValueTimed) +
               U * deviations(N, Sum, V.Untimed, V.ValueUntimed);
  return T * T * deviations(N, V.Timed, V.Timed, V.TimedSquares) +
         U * U * deviations(N, V.Untimed, V.Untimed, V.UntimedSquares) +
         2 * T * U * deviations(N, V.Timed, V.Untimed, V.Mixed);
}

Figures Distribution::correctedFigures(const BaseCost &Base) const {
  Figures F = rawFigures();
  if (F.Count == 0)
    return F;
  F.Mean = std::max(0.0, F.Mean - meanCost(Base));
  F.Total = F.Mean * static_cast<double>(F.Count);
  auto Shift = [&](double Value) {
    return static_cast<double>(
        withoutBase(static_cast<uint64_t>(Value), Constant, Base.TimedMin));
  };
  if (!Varying) {
    for (std::optional<double> *P : {&F.P50, &F.P90, &F.P99, &F.P999})
      if (*P)
        *P = Shift(**P);
    F.Min = Shift(F.Min);
    F.Max = Shift(F.Max);
    return F;
  }
  const Sample &Corrected = Varying->Corrected;
  F.Min = static_cast<double>(Corrected.min());
  F.Max = static_cast<double>(Corrected.max());
  Corrected.percentiles(F);
  if (F.Count > 1) {
    double Covariance;
    double Cost = costVariance(Base, Covariance);
    double Squared = Raw.squaredDeviations() - 2 * Covariance + Cost;
    F.StdDev = std::sqrt(std::max(0.0, Squared) / double(F.Count - 1));
  }
  return F;
}

} // namespace ipoint::analysis
