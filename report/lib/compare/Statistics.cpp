//===- Statistics.cpp - Statistics of samples of runs ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "stats/Laws.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>
#include <random>

using namespace llvm;

namespace ipoint::compare {

double meanAt(ArrayRef<double> Values, ArrayRef<uint32_t> Indices) {
  double Sum = 0;
  for (uint32_t I : Indices)
    Sum += Values[I];
  return Sum / static_cast<double>(Indices.size());
}

double welchProbability(const Units &A, const Units &B) {
  if (A.Values.size() < 2 || B.Values.size() < 2)
    return 1;
  auto NA = static_cast<double>(A.Values.size());
  auto NB = static_cast<double>(B.Values.size());
  double OfA = std::max(varianceOf(A.Values), A.LeastVariance) / NA;
  double OfB = std::max(varianceOf(B.Values), B.LeastVariance) / NB;
  double Difference = std::abs(meanOf(A.Values) - meanOf(B.Values));
  double Variance = OfA + OfB;
  if (Difference == 0)
    return 1;
  if (Variance == 0) // nothing varies, and yet they differ
    return 0;
  // Welch and Satterthwaite.
  double Freedom =
      Variance * Variance / (OfA * OfA / (NA - 1) + OfB * OfB / (NB - 1));
  double T = Difference / std::sqrt(Variance);
  return std::min(1.0, 2 * analysis::studentAbove(T, Freedom));
}

std::vector<double> adjustForDiscovery(ArrayRef<double> Probabilities) {
  std::vector<size_t> Order(Probabilities.size());
  std::iota(Order.begin(), Order.end(), 0);
  stable_sort(Order, [&](size_t X, size_t Y) {
    return Probabilities[X] < Probabilities[Y];
  });
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
  double T = analysis::studentQuantileAbove(0.025, N - 1);
  return analysis::normalBelow(-std::sqrt(N / (N - 1)) * T);
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

} // namespace ipoint::compare
