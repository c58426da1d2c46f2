//===- PairsTest.cpp - Tests of times beside values -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/Pairs.h"
#include "stats/Sample.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

TEST(LeastSquares, FitsALine) {
  // Draper and Smith's formulas by hand: x̄ 3, ȳ 14, Σxy 40, Σxx 10.
  std::optional<LineFit> F = leastSquares({1, 2, 3, 4, 5}, {6, 10, 15, 17, 22});
  ASSERT_TRUE(F);
  EXPECT_NEAR(F->Slope, 3.9, 1e-12);
  EXPECT_NEAR(F->Intercept, 2.3, 1e-12);
  // Residuals −0.2, −0.1, 1, −0.9, 0.2: squares 1.9, of 154.
  EXPECT_NEAR(F->Residual, std::sqrt(1.9 / 3), 1e-12);
  EXPECT_NEAR(F->R2, 1 - 1.9 / 154, 1e-12);
  // t of 3 degrees of freedom at 97.5 %: 3.18245.
  EXPECT_NEAR(F->SlopeRange.High - F->Slope,
              3.18245 * std::sqrt(1.9 / 3) / std::sqrt(10), 1e-5);
  EXPECT_NEAR(F->SlopeRange.Low + F->SlopeRange.High, 2 * F->Slope, 1e-12);
}

TEST(LeastSquares, WantsValuesThatVary) {
  EXPECT_FALSE(leastSquares({1, 2}, {3, 4}));
  EXPECT_FALSE(leastSquares({7, 7, 7}, {3, 4, 5}));
  std::optional<LineFit> Level = leastSquares({1, 2, 3}, {4, 4, 4});
  ASSERT_TRUE(Level);
  EXPECT_EQ(Level->Slope, 0);
  EXPECT_EQ(Level->R2, 1);
  EXPECT_EQ(Level->Residual, 0);
}

std::vector<std::pair<int64_t, uint64_t>>
plain(const std::vector<ValuePair> &Pairs) {
  std::vector<std::pair<int64_t, uint64_t>> Result;
  for (const ValuePair &P : Pairs)
    Result.emplace_back(P.Value, P.Ticks);
  return Result;
}

TEST(PairSample, DependsOnThePairsAlone) {
  struct Call {
    int64_t Value;
    uint64_t Ticks, At;
  };
  std::mt19937 Random(3);
  std::vector<Call> Calls;
  for (uint64_t I = 0; I < 20000; ++I)
    Calls.push_back({int64_t(I % 300) - 100, Random() % 5000, 1000 + 7 * I});
  PairSample InTurn, Parts[5], Together;
  for (size_t I = 0; I < Calls.size(); ++I) {
    InTurn.add(Calls[I].Value, Calls[I].Ticks, Calls[I].At);
    Parts[I * 5 / Calls.size()].add(Calls[I].Value, Calls[I].Ticks,
                                    Calls[I].At);
  }
  for (size_t I : {3, 0, 4, 1, 2})
    Together.merge(Parts[I]);
  EXPECT_EQ(Together.count(), 20000u);
  EXPECT_TRUE(Together.varies());
  EXPECT_EQ(plain(InTurn.sample()).size(), PairSample::Most);
  EXPECT_EQ(plain(InTurn.sample()), plain(Together.sample()));
  EXPECT_EQ(plain(InTurn.longest()), plain(Together.longest()));
  // Those that are the longest, whatever the sample has.
  std::sort(Calls.begin(), Calls.end(),
            [](auto &A, auto &B) { return A.Ticks > B.Ticks; });
  for (auto [I, P] : llvm::enumerate(InTurn.longest()))
    EXPECT_EQ(P.Ticks, Calls[I].Ticks);
  // A sample of all, not of the first or the last: its mean is near theirs.
  double Sum = 0;
  for (const ValuePair &P : InTurn.sample())
    Sum += double(P.Value);
  EXPECT_NEAR(Sum / double(PairSample::Most), 49.5, 4 * 86.6 / 22.6);
}

TEST(PairSample, KeepsAllOfFew) {
  PairSample P;
  P.add(4, 70, 1);
  P.add(4, 90, 2);
  EXPECT_FALSE(P.varies());
  P.add(-1, 80, 3);
  EXPECT_TRUE(P.varies());
  EXPECT_EQ(P.sample().size(), 3u);
  using Pairs = std::vector<std::pair<int64_t, uint64_t>>;
  EXPECT_EQ(plain(P.longest()), (Pairs{{4, 90}, {-1, 80}, {4, 70}}));
}

TEST(Lengths, AreInOrderAndAddUp) {
  Lengths A, B;
  for (uint64_t Ticks : {900, 3, 900, 901, 1 << 20})
    A.add(Ticks, 1);
  B.add(3, 2);
  B.add(15, 1);
  A.add(B);
  std::vector<Lengths::Bin> Want = {
      {3, 3}, {15, 1}, {Lengths::binOf(900), 3}, {Lengths::binOf(1 << 20), 1}};
  EXPECT_EQ(A.bins().vec(), Want);
}

TEST(Lengths, HaveEightBinsToAPowerOfTwo) {
  EXPECT_EQ(Lengths::binOf(0), 0u);
  EXPECT_EQ(Lengths::binOf(15), 15u);
  EXPECT_EQ(Lengths::binOf(16), 16u);
  EXPECT_EQ(Lengths::binOf(17), 16u);
  EXPECT_EQ(Lengths::binOf(18), 17u);
  EXPECT_EQ(Lengths::binOf(31), 23u);
  EXPECT_EQ(Lengths::binOf(32), 24u);
  EXPECT_EQ(Lengths::binOf(UINT64_MAX), 60u * 8 + 15);
}

} // namespace
