//===- Differences.cpp - Whether two samples differ -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Differences.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace llvm;

namespace ipoint::analysis {

double meanAt(ArrayRef<double> Values, ArrayRef<uint32_t> Indices) {
  return sumOf(Indices, [&](uint32_t I) { return Values[I]; }) /
         static_cast<double>(Indices.size());
}

double degreesOfSum(ArrayRef<ErrorOfMean> Parts) {
  const double Sum = sumOf(Parts, &ErrorOfMean::Variance);
  // By shares: squares of small numbers would be 0.
  double Inverse = 0;
  for (const ErrorOfMean &P : Parts)
    if (P.Degrees > 0 && Sum > 0)
      Inverse += P.Variance / Sum * (P.Variance / Sum) / P.Degrees;
  return Inverse > 0 ? std::max(1 / Inverse, 1.0) : 1;
}

double welchProbability(double Difference, const ErrorOfMean &A,
                        const ErrorOfMean &B) {
  double Variance = A.Variance + B.Variance;
  if (Difference == 0)
    return 1;
  if (!(Variance > 0)) // nothing varies, and yet they differ
    return 0;
  double T = std::abs(Difference) / std::sqrt(Variance);
  return std::min(1.0, 2 * studentAbove(T, degreesOfSum({A, B})));
}

double welchProbability(const Units &A, const Units &B) {
  if (A.Values.size() < 2 || B.Values.size() < 2)
    return 1;
  MeanOfUnits OfA = meanOfUnits(A), OfB = meanOfUnits(B);
  return welchProbability(OfA.Mean - OfB.Mean, OfA.Error, OfB.Error);
}

MeanOfUnits meanOfUnits(const Units &U) {
  auto N = static_cast<double>(U.Values.size());
  return {meanOf(U.Values),
          {std::max(varianceOf(U.Values), U.LeastVariance) / N, N - 1}};
}

/// Student's t that a difference exceeds, either way, with \p Level.
static double quantileOf(const MeanOfUnits &A, const MeanOfUnits &B,
                         double Level) {
  return studentQuantileAbove(Level / 2, degreesOfSum({A.Error, B.Error}));
}

Interval welchInterval(const MeanOfUnits &A, const MeanOfUnits &B,
                       double Level) {
  double Half =
      quantileOf(A, B, Level) * std::sqrt(A.Error.Variance + B.Error.Variance);
  return {B.Mean - A.Mean - Half, B.Mean - A.Mean + Half};
}

std::optional<Interval> ratioInterval(const MeanOfUnits &A,
                                      const MeanOfUnits &B, double Level) {
  // The ratios r for which |B - rA| is no larger than t times its error.
  double T = quantileOf(A, B, Level), Squared = T * T;
  double Below = A.Mean * A.Mean - Squared * A.Error.Variance;
  if (!(A.Mean > 0) || !(Below > 0))
    return std::nullopt;
  double Middle = A.Mean * B.Mean;
  double Half = std::sqrt(
      std::max(0.0, Middle * Middle - Below * (B.Mean * B.Mean -
                                               Squared * B.Error.Variance)));
  return Interval{(Middle - Half) / Below, (Middle + Half) / Below};
}

std::vector<double> adjustForDiscovery(ArrayRef<double> Probabilities) {
  std::vector<size_t> Order(Probabilities.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::stable_sort(Order, {},
                           [&](size_t I) { return Probabilities[I]; });
  std::vector<double> Result(Probabilities.size());
  auto All = static_cast<double>(Probabilities.size());
  double Least = 1;
  for (size_t Rank = Order.size(); Rank > 0; --Rank) {
    size_t I = Order[Rank - 1];
    Least = std::min(Least, Probabilities[I] * All / static_cast<double>(Rank));
    Result[I] = Least;
  }
  return Result;
}

static std::vector<uint32_t> draw(std::mt19937_64 &Random, size_t Size) {
  std::vector<uint32_t> Draws(Size * Resampling::Rounds);
  // The bias of the remainder is below 2^-50.
  for (uint32_t &D : Draws)
    D = static_cast<uint32_t>(Random() % Size);
  return Draws;
}

Resampling::Resampling(size_t SizeA, size_t SizeB)
    : SizeA(SizeA), SizeB(SizeB) {
  if (SizeA < LeastUnits || SizeB < LeastUnits)
    return;
  std::mt19937_64 Random(20260101);
  DrawsA = draw(Random, SizeA);
  DrawsB = draw(Random, SizeB);
}

/// The share of resamples to be left out at each end, so that the interval has
/// the width of Student's t instead of the normal distribution, and that of the
/// sample's own variance (Hesterberg 2015, section 3.4).
static double expandedShare(size_t Size) {
  auto N = static_cast<double>(Size);
  double T = studentQuantileAbove(0.025, N - 1);
  return normalBelow(-std::sqrt(N / (N - 1)) * T);
}

std::optional<Interval> Resampling::interval(
    function_ref<std::optional<double>(ArrayRef<uint32_t>, ArrayRef<uint32_t>)>
        Figure) const {
  if (DrawsA.empty())
    return std::nullopt;
  std::vector<double> Values;
  Values.reserve(Rounds);
  for (size_t R = 0; R < Rounds; ++R) {
    std::optional<double> V = Figure(ArrayRef(DrawsA).slice(R * SizeA, SizeA),
                                     ArrayRef(DrawsB).slice(R * SizeB, SizeB));
    if (!V)
      return std::nullopt;
    Values.push_back(*V);
  }
  double Share = expandedShare(std::min(SizeA, SizeB));
  auto Last = static_cast<double>(Rounds - 1);
  auto At = [&](double Position) {
    auto Place = Values.begin() + static_cast<ptrdiff_t>(Position);
    std::nth_element(Values.begin(), Place, Values.end());
    return *Place;
  };
  return Interval{At(std::floor(Share * Last)),
                  At(std::ceil((1 - Share) * Last))};
}

} // namespace ipoint::analysis
