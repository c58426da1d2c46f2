//===- Statistics.cpp - What observations come to -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"
#include "stats/Averages.h"
#include "stats/Intervals.h"
#include "stats/Laws.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::observations {

size_t dropLayers(std::vector<double> &Values, unsigned Layers) {
  const size_t Before = Values.size();
  for (; Layers; --Layers) {
    double Mean = meanOf(Values), Limit = 2 * std::sqrt(varianceOf(Values));
    size_t Count = Values.size();
    erase_if(Values,
             [&](double Value) { return std::abs(Value - Mean) > Limit; });
    if (Values.size() == Count)
      break;
  }
  return Before - Values.size();
}

/// So many batches, and values in each: fewer say nothing of how values depend
/// on those before them.
static constexpr size_t Batches = 20, LeastInBatch = 5;

/// See Summary::Inflation.
static double inflationOf(ArrayRef<double> Values, double Variance) {
  size_t Each = Values.size() / Batches;
  if (Each < LeastInBatch || !(Variance > 0))
    return 1;
  std::vector<double> Means;
  Means.reserve(Batches);
  for (size_t I = 0; I < Batches; ++I)
    Means.push_back(meanOf(Values.slice(I * Each, Each)));
  double Ratio = varianceOf(Means) * double(Each) / Variance;
  // Independent values show as much in one of a hundred cases.
  double Limit = chiSquaredQuantileAbove(0.01, Batches - 1) / (Batches - 1);
  return Ratio > Limit ? Ratio : 1;
}

static Percentile percentile(ArrayRef<double> Sorted, double Share,
                             double Inflation) {
  auto Ranked = [&](uint64_t Rank) {
    return Sorted[std::clamp<uint64_t>(Rank, 1, Sorted.size()) - 1];
  };
  Percentile P;
  P.Share = Share;
  P.Value = Ranked(uint64_t(std::ceil(Share * double(Sorted.size()))));
  if (auto Ranks = quantileRanks(Sorted.size(), Share, Inflation))
    P.Between = Interval{Ranked(Ranks->Low), Ranked(Ranks->High)};
  return P;
}

static double degreesOf(const Summary &S) {
  return S.Inflation > 1 ? Batches - 1 : double(S.Count - 1);
}
static double squaredError(const Summary &S) {
  return S.Deviation * S.Deviation * S.Inflation / double(S.Count);
}

Summary summarise(ArrayRef<double> Values) {
  Summary S;
  S.Count = Values.size();
  S.Mean = meanOf(Values);
  double Variance = varianceOf(Values);
  S.Deviation = std::sqrt(Variance);
  S.Inflation = inflationOf(Values, Variance);
  std::vector<double> Sorted(Values.begin(), Values.end());
  sort(Sorted);
  S.Least = Sorted.front();
  S.Most = Sorted.back();
  if (S.Count > 1) {
    double Half =
        studentQuantileAbove(0.025, degreesOf(S)) * std::sqrt(squaredError(S));
    S.MeanBetween = Interval{S.Mean - Half, S.Mean + Half};
  }
  for (double Share : {0.5, 0.9, 0.99, 0.999})
    S.Percentiles.push_back(percentile(Sorted, Share, S.Inflation));
  return S;
}

std::optional<Difference> compare(const Summary &First, const Summary &Second) {
  if (First.Count < 2 || Second.Count < 2)
    return std::nullopt;
  Difference D;
  D.Mean = Second.Mean - First.Mean;
  if (First.Mean > 0)
    D.Share = D.Mean / First.Mean;
  double A = squaredError(First), B = squaredError(Second);
  if (!(A + B > 0)) { // neither varies
    D.Between = {D.Mean, D.Mean};
    D.Chance = D.Mean == 0 ? 1 : 0;
    return D;
  }
  // Welch and Satterthwaite's degrees of freedom, by shares: squares of small
  // numbers would be 0.
  double Share = A / (A + B);
  double Degrees = 1 / (Share * Share / degreesOf(First) +
                        (1 - Share) * (1 - Share) / degreesOf(Second));
  double Half = studentQuantileAbove(0.025, Degrees) * std::sqrt(A + B);
  D.Between = {D.Mean - Half, D.Mean + Half};
  D.Chance = std::min(
      1.0, 2 * studentAbove(std::abs(D.Mean) / std::sqrt(A + B), Degrees));
  return D;
}

} // namespace ipoint::observations
