//===- Pairs.cpp - Times beside values ------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pairs.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

std::optional<LineFit> leastSquares(ArrayRef<double> X, ArrayRef<double> Y) {
  if (X.size() < 3)
    return std::nullopt;
  PairMoments M = momentsOf(X, Y);
  if (!(M.SquaresX > 0))
    return std::nullopt;
  LineFit F;
  F.Slope = M.Products / M.SquaresX;
  F.Intercept = M.MeanY - F.Slope * M.MeanX;
  double Squares = 0, All = 0;
  for (size_t I = 0; I < X.size(); ++I) {
    double Away = Y[I] - M.MeanY;
    double Rest = Away - F.Slope * (X[I] - M.MeanX);
    Squares += Rest * Rest;
    All += Away * Away;
  }
  double Degrees = double(X.size()) - 2;
  F.R2 = All > 0 ? 1 - Squares / All : 1;
  F.Residual = std::sqrt(Squares / Degrees);
  double Half = studentQuantileAbove((1 - ConfidenceLevel) / 2, Degrees) *
                F.Residual / std::sqrt(M.SquaresX);
  F.SlopeRange = {F.Slope - Half, F.Slope + Half};
  return F;
}

/// Steele et al., "Fast splittable pseudorandom number generators" (2014).
static uint64_t splitMix(uint64_t At) {
  At += 0x9e3779b97f4a7c15;
  At = (At ^ (At >> 30)) * 0xbf58476d1ce4e5b9;
  At = (At ^ (At >> 27)) * 0x94d049bb133111eb;
  return At ^ (At >> 31);
}

static bool byOrder(const ValuePair &A, const ValuePair &B) {
  return std::tie(A.Order, A.Ticks, A.Value) <
         std::tie(B.Order, B.Ticks, B.Value);
}

static bool isLonger(const ValuePair &A, const ValuePair &B) {
  return A.Ticks != B.Ticks ? A.Ticks > B.Ticks : byOrder(A, B);
}

/// The first \p Most of \p Pairs in their order.
static std::vector<ValuePair> firstOf(std::vector<ValuePair> Pairs, size_t Most,
                                      bool (*Before)(const ValuePair &,
                                                     const ValuePair &)) {
  std::sort(Pairs.begin(), Pairs.end(), Before);
  Pairs.resize(std::min(Pairs.size(), Most));
  return Pairs;
}

void PairSample::add(int64_t Value, uint64_t Ticks, uint64_t At) {
  ++Count;
  Least = std::min(Least, Value);
  Greatest = std::max(Greatest, Value);
  keep({Value, Ticks, splitMix(At)});
}

void PairSample::keep(const ValuePair &P) {
  if (P.Order <= MostOrder)
    Kept.push_back(P);
  if (P.Ticks >= LeastLong)
    Long.push_back(P);
  if (Kept.size() == 2 * Most) {
    Kept = sample();
    MostOrder = Kept.back().Order;
  }
  if (Long.size() == 2 * MostLongest) {
    Long = longest();
    LeastLong = Long.back().Ticks;
  }
}

void PairSample::merge(const PairSample &Other) {
  Count += Other.Count;
  Least = std::min(Least, Other.Least);
  Greatest = std::max(Greatest, Other.Greatest);
  // What is of both lists of the other one comes in once to each.
  MostOrder = std::min(MostOrder, Other.MostOrder);
  LeastLong = std::max(LeastLong, Other.LeastLong);
  Kept.insert(Kept.end(), Other.Kept.begin(), Other.Kept.end());
  Long.insert(Long.end(), Other.Long.begin(), Other.Long.end());
  Kept = sample();
  Long = longest();
}

std::vector<ValuePair> PairSample::sample() const {
  return firstOf(Kept, Most, byOrder);
}

std::vector<ValuePair> PairSample::longest() const {
  return firstOf(Long, MostLongest, isLonger);
}

} // namespace ipoint::analysis
