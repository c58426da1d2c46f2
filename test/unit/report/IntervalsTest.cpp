//===- IntervalsTest.cpp - How sure a percentile is -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-043

#include "count/Distribution.h"
#include "stats/Laws.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

/// P(B = K) for B binomial, the long way.
double probability(uint64_t N, uint64_t K, double P) {
  double Log = std::lgamma(N + 1.0) - std::lgamma(K + 1.0) -
               std::lgamma(double(N - K) + 1) + double(K) * std::log(P) +
               double(N - K) * std::log1p(-P);
  return std::exp(Log);
}

/// Of fewer than \p K among N.
double below(uint64_t N, uint64_t K, double P) {
  double Sum = 0;
  for (uint64_t I = 0; I < K; ++I)
    Sum += probability(N, I, P);
  return Sum;
}

TEST(Intervals, EachSideMissesAtMostHalfOfTheRestAndNoRankNearerWouldDo) {
  constexpr double Side = 0.025;
  for (uint64_t N : {6, 10, 59, 100, 500, 3000})
    for (double P : PercentileShares) {
      std::optional<RankInterval> R = quantileRanks(N, P);
      if (!R)
        continue;
      EXPECT_LE(below(N, R->Low, P), Side * (1 + 1e-9)) << N << ' ' << P;
      EXPECT_GT(below(N, R->Low + 1, P), Side) << N << ' ' << P;
      EXPECT_GE(below(N, R->High, P), 1 - Side * (1 + 1e-9)) << N << ' ' << P;
      EXPECT_LT(below(N, R->High - 1, P), 1 - Side) << N << ' ' << P;
    }
}

TEST(Intervals, TooFewValuesHaveNone) {
  // The median's: 2·(1/2)^n has to be 5 % at most.
  EXPECT_FALSE(quantileRanks(0, 0.5));
  EXPECT_FALSE(quantileRanks(5, 0.5));
  ASSERT_TRUE(quantileRanks(6, 0.5));
  EXPECT_EQ(quantileRanks(6, 0.5)->Low, 1u);
  EXPECT_EQ(quantileRanks(6, 0.5)->High, 6u);
  // The largest of n values lies below the 99th percentile in 0.99^n.
  EXPECT_FALSE(quantileRanks(367, 0.99));
  EXPECT_TRUE(quantileRanks(368, 0.99));
}

TEST(Intervals, CoverTheQuantileOfWhatWasSampledFrom) {
  // Log-normal: nothing normal about it. 95 % of the intervals at least.
  std::mt19937_64 Random(11);
  std::lognormal_distribution<double> Times(8, 1);
  const double Normal[] = {0, 1.2815515655446004, 2.3263478740408408};
  std::array<int, 3> Covered = {};
  constexpr int Rounds = 2000;
  for (int Round = 0; Round < Rounds; ++Round) {
    Sample S;
    for (int I = 0; I < 1500; ++I)
      S.add(uint64_t(std::llround(Times(Random))));
    Figures F = S.figures();
    for (size_t P = 0; P < Covered.size(); ++P) {
      double True = std::exp(8 + Normal[P]);
      ASSERT_TRUE(F.PercentileIntervals[P]);
      Covered[P] += F.PercentileIntervals[P]->Low <= True &&
                    True <= F.PercentileIntervals[P]->High;
    }
  }
  // Nominal 95 %; three standard errors of 2,000 rounds are 1.5 %.
  for (int C : Covered)
    EXPECT_GE(C, Rounds * 0.935);
}

TEST(Intervals, HoldTheirPercentileAndStayWithinTheExtremes) {
  std::mt19937_64 Random(5);
  for (int N : {1, 6, 50, 2000, 150000}) {
    Sample S;
    for (int I = 0; I < N; ++I)
      S.add(Random() >> (Random() % 40 + 20));
    Figures F = S.figures();
    for (auto [P, I] : {std::pair(F.P50, F.PercentileIntervals[0]),
                        std::pair(F.P9999, F.PercentileIntervals[4])}) {
      if (!I)
        continue;
      ASSERT_TRUE(P);
      EXPECT_LE(I->Low, *P);
      EXPECT_GE(I->High, *P);
      EXPECT_GE(I->Low, F.Min);
      EXPECT_LE(I->High, F.Max);
    }
    EXPECT_EQ(F.P9999.has_value(), N >= 100000);
  }
}

} // namespace
