//===- Distribution.cpp - Times with what the probes added to them --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace ipoint::analysis {

void ProbeSums::add(uint64_t Value, ProbeCount Probes, uint64_t Times) {
  Wide T = Wide(Probes.Timed) * Times;
  Timed += T;
  TimedSquares += T * Probes.Timed;
  ValueTimed += T * Value;
  if (Probes.Untimed == 0)
    return;
  Wide U = Wide(Probes.Untimed) * Times;
  Untimed += U;
  UntimedSquares += U * Probes.Untimed;
  Mixed += T * Probes.Untimed;
  ValueUntimed += U * Value;
}

void ProbeSums::merge(const ProbeSums &Other) {
  Timed += Other.Timed;
  Untimed += Other.Untimed;
  TimedSquares += Other.TimedSquares;
  UntimedSquares += Other.UntimedSquares;
  Mixed += Other.Mixed;
  ValueTimed += Other.ValueTimed;
  ValueUntimed += Other.ValueUntimed;
}

void ProbeSums::subtract(const ProbeSums &Other) {
  Timed -= Other.Timed;
  Untimed -= Other.Untimed;
  TimedSquares -= Other.TimedSquares;
  UntimedSquares -= Other.UntimedSquares;
  Mixed -= Other.Mixed;
  ValueTimed -= Other.ValueTimed;
  ValueUntimed -= Other.ValueUntimed;
}

Distribution::Distribution(Sample InRaw, Sample InCorrected, Sample InClipped,
                           const ProbeSums &InSums)
    : Raw(std::move(InRaw)), Corrected(std::move(InCorrected)), Sums(InSums) {
  if (!InClipped.empty())
    clippedOnes() = std::move(InClipped);
}

void Distribution::merge(const Distribution &Other) {
  Raw.merge(Other.Raw);
  Corrected.merge(Other.Corrected);
  Sums.merge(Other.Sums);
  if (Other.Clipped)
    clippedOnes().merge(*Other.Clipped);
}

Sample &Distribution::clippedOnes() {
  if (!Clipped)
    Clipped = std::make_unique<Sample>();
  return *Clipped;
}

void Distribution::addClipped(uint64_t Missing, uint64_t Times) {
  clippedOnes().add(Missing, Times);
}

MeanTime Distribution::meanTime() const {
  MeanTime Result;
  Moments M = Raw.moments();
  Result.Count = M.Count;
  if (M.Count == 0)
    return Result;
  auto N = static_cast<double>(M.Count);
  Result.Mean = M.mean();
  Result.Timed = static_cast<double>(Sums.Timed) / N;
  Result.Untimed = static_cast<double>(Sums.Untimed) / N;
  if (M.Count > 1)
    Result.StandardError = std::sqrt(M.squaredDeviations() / (N - 1) / N);
  return Result;
}

void Distribution::exchange(const Distribution &Old, const Distribution &New) {
  Raw.exchange(Old.Raw, New.Raw);
  Corrected.exchange(Old.Corrected, New.Corrected);
  Sums.subtract(Old.Sums);
  Sums.merge(New.Sums);
  if (Old.Clipped)
    Clipped->exchange(*Old.Clipped, Sample());
  if (New.Clipped)
    clippedOnes().merge(*New.Clipped);
  if (Clipped && Clipped->moments().Count == 0)
    Clipped.reset();
}

/// Σ(c − mean)² of c = value − cost of its probes.
static double correctedDeviations(const ProbeOverhead &Overhead,
                                  const Moments &All, const ProbeSums &S) {
  uint64_t N = All.Count;
  double T = Overhead.TimedMean, U = Overhead.UntimedMean;
  double Covariance = T * deviations(N, All.Sum, S.Timed, S.ValueTimed) +
                      U * deviations(N, All.Sum, S.Untimed, S.ValueUntimed);
  double Cost = T * T * deviations(N, S.Timed, S.Timed, S.TimedSquares) +
                U * U * deviations(N, S.Untimed, S.Untimed, S.UntimedSquares) +
                2 * T * U * deviations(N, S.Timed, S.Untimed, S.Mixed);
  return std::max(0.0, All.squaredDeviations() - 2 * Covariance + Cost);
}

/// What of \p F, whose mean would be \p Mean, was raised to 0.
Clipping Distribution::clipping(const Figures &F, double Mean) const {
  Clipping C;
  if (Mean < 0)
    C.Mean = -Mean;
  if (!Clipped)
    return C;
  Moments Missing = Clipped->moments();
  C.Values = Missing.Count;
  C.Min = static_cast<double>(Missing.Max);
  if (Missing.Count == F.Count)
    C.Max = static_cast<double>(Missing.Min);
  // The first ranks of all values are these, the one that lacks most in front.
  std::array<uint64_t, PercentileShares.size()> Ranks = {};
  for (auto [Rank, Share] : llvm::zip_equal(Ranks, PercentileShares))
    if (uint64_t R = Histogram::rankOf(F.Count, Share); R <= Missing.Count)
      Rank = Missing.Count - R + 1;
  std::vector<Histogram::Bucket> At = Clipped->histogram().atRanks(Ranks);
  auto Percentiles = F.percentiles();
  for (size_t I = 0; I < Ranks.size(); ++I)
    if (Ranks[I] && Percentiles[I])
      C.Percentiles[I] = static_cast<double>(At[I].High);
  return C;
}

/// Whether each value has as many probes as any other.
bool Distribution::haveSameProbes() const {
  uint64_t N = Raw.moments().Count;
  return deviations(N, Sums.Timed, Sums.Timed, Sums.TimedSquares) == 0 &&
         deviations(N, Sums.Untimed, Sums.Untimed, Sums.UntimedSquares) == 0;
}

/// Takes \p Cost, which each value has, from the raw extremes and percentiles
/// in \p F, whose mean would be \p Mean.
void Distribution::takeFromEach(Figures &F, double Cost, double Mean) const {
  Clipping Below;
  bool Any = Mean < 0;
  if (Any)
    Below.Mean = -Mean;
  auto Take = [&](double &Value, std::optional<double> &Missing) {
    if (Value < Cost)
      Missing = Cost - Value;
    Any |= Value < Cost;
    Value = std::max(0.0, Value - Cost);
  };
  Take(F.Min, Below.Min);
  Take(F.Max, Below.Max);
  for (auto [Value, Missing, Range] : llvm::zip_equal(
           F.percentiles(), Below.Percentiles, F.PercentileIntervals)) {
    if (*Value)
      Take(**Value, Missing);
    if (Range)
      Range = Interval{std::max(0.0, Range->Low - Cost),
                       std::max(0.0, Range->High - Cost)};
  }
  if (!Any)
    return;
  Raw.histogram().forEach([&](const Histogram::Bucket &B) {
    Below.Values += static_cast<double>(B.Low) < Cost ? B.Count : 0;
  });
  F.Clipped = Below;
}

/// Sets the extremes and percentiles of \p F, whose mean would be \p Mean, to
/// what was kept of each value with its own number of probes: without the least
/// that each of these cost, so they are upper values unless that is the mean.
void Distribution::takeLeast(Figures &F, const ProbeOverhead &Overhead,
                             double Mean, const Correlation &C) const {
  F.AtMeanOverhead =
      Overhead.TimedMean == static_cast<double>(Overhead.TimedMin) &&
      (Overhead.UntimedMean == 0 || Sums.Untimed == 0);
  Moments All = Corrected.moments();
  F.Max = static_cast<double>(All.Max);
  Corrected.percentiles(F, All, C);
  // A minimum that is an upper value may come out above the mean: no reader
  // would believe either.
  F.Min = std::min(static_cast<double>(All.Min), F.Mean);
  if (Clipped || Mean < 0)
    F.Clipped = clipping(F, Mean);
}

/// Σ(v − mean)⁴ / n, of values rounded to the middle of their buckets.
static double fourthMoment(const Histogram &H, double Mean, double N) {
  double Sum = 0;
  H.forEach([&](const Histogram::Bucket &B) {
    double Middle =
        0.5 * (static_cast<double>(B.Low) + static_cast<double>(B.High));
    double Square = (Middle - Mean) * (Middle - Mean);
    Sum += Square * Square * static_cast<double>(B.Count);
  });
  return Sum / N;
}

double Distribution::exchangedOutside(const ProbeOverhead &Overhead,
                                      double Around) const {
  // What it has gained is part of it, what it has lost part of the others, as
  // they were read.
  return squareOfRange(std::min(Overhead.Overtaken, Around),
                       std::min(Overhead.Overtaken, meanTime().Mean));
}

/// Of the figures \p F, whose means and deviations are corrected: GUM (JCGM
/// 100:2008), 4.2, 4.3 and 5.1.
Uncertainty Distribution::uncertainty(const Figures &F,
                                      const ProbeOverhead &Overhead,
                                      double Segments, double Exchanged,
                                      const Correlation &C) const {
  constexpr double CoverageFactor = 2;
  auto N = static_cast<double>(F.Count);
  MeanTime M = meanTime();
  // The difference of two reads, each evenly likely within a step.
  double Resolution = Overhead.Resolution / std::sqrt(6);
  double Probes = std::hypot(M.Timed * Overhead.TimedUncertainty,
                             M.Untimed * Overhead.UntimedUncertainty);
  double Systematic =
      std::hypot(Probes, Segments * Resolution, std::sqrt(Exchanged));
  double Statistical = F.StdDev.value_or(0) * std::sqrt(C.Mean / N);
  Uncertainty U;
  U.Mean = CoverageFactor * std::hypot(Statistical, Systematic);
  U.Measuring =
      CoverageFactor * std::hypot(Statistical, Probes, Segments * Resolution);
  U.Total = N * U.Mean;
  U.Single = CoverageFactor * Systematic;
  if (!F.StdDev)
    return U;
  // Of the raw values' shape: that of corrected ones is not kept.
  double S = *F.StdDev, Variance = Raw.moments().squaredDeviations() / N;
  double Excess =
      Variance > 0
          ? fourthMoment(Raw.histogram(), M.Mean, N) / (Variance * Variance) - 1
          : 0;
  double Random = S * std::sqrt(std::max(0.0, Excess) * C.Mean / N) / 2;
  U.StdDev = CoverageFactor * std::hypot(Random, std::hypot(S, Resolution) - S);
  return U;
}

Figures Distribution::correctedFigures(const ProbeOverhead &Overhead,
                                       std::optional<double> Segments,
                                       std::optional<double> Exchanged,
                                       const Correlation &C) const {
  Figures F = Raw.figures(C);
  if (F.Count == 0)
    return F;
  auto N = static_cast<double>(F.Count);
  double Cost = (static_cast<double>(Sums.Timed) * Overhead.TimedMean +
                 static_cast<double>(Sums.Untimed) * Overhead.UntimedMean) /
                N;
  double Mean = F.Mean - Cost;
  F.Mean = std::max(0.0, Mean);
  F.Total = F.Mean * N;
  if (F.Count > 1)
    F.StdDev =
        std::sqrt(correctedDeviations(Overhead, Raw.moments(), Sums) / (N - 1));
  F.SameProbes = haveSameProbes();
  if (F.SameProbes)
    takeFromEach(F, Cost, Mean);
  else
    takeLeast(F, Overhead, Mean, C);
  double Probes = static_cast<double>(Sums.Timed) / N;
  F.Uncertainty = uncertainty(
      F, Overhead, Segments.value_or(Probes),
      Exchanged.value_or(exchangedOutside(Overhead, Overhead.Overtaken)), C);
  return F;
}

} // namespace ipoint::analysis
