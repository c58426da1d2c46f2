//===- DifferencesTest.cpp - Tests and intervals of two samples ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-060 IP-REQ-062

#include "ComparisonFixture.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint::comparison_tests;

namespace {

TEST(Welch, GivesTheProbabilityOfT) {
  // t = 3 / sqrt(2) with 2 degrees of freedom, where the distribution has a
  // closed form: p = 1 - t / sqrt(t^2 + 2).
  Units A{{0, 2}, 0}, B{{3, 5}, 0};
  EXPECT_NEAR(welchProbability(A, B), 1 - 3 / std::sqrt(13.0), 1e-9);
  EXPECT_DOUBLE_EQ(welchProbability(A, B), welchProbability(B, A));
  // One side hardly varies: Welch's degrees of freedom are then those of the
  // other, 1, and p = 1 - 2 atan(t) / pi.
  Units Still{{0, 1e-9}, 0}, Varying{{2, 4}, 0};
  EXPECT_NEAR(welchProbability(Still, Varying),
              1 - 2 * std::atan(3.0) / 3.14159265358979, 1e-6);
}

TEST(Welch, HeedsTheLeastVariance) {
  Units A{{10, 10, 10}, 0}, B{{11, 11, 11}, 0};
  EXPECT_EQ(welchProbability(A, B), 0);
  EXPECT_EQ(welchProbability(A, A), 1);
  A.LeastVariance = B.LeastVariance = 1;
  EXPECT_GT(welchProbability(A, B), 0.2);
}

TEST(Welch, HasNoResultForOneRun) {
  EXPECT_EQ(welchProbability({{1}, 0}, {{2, 3}, 0}), 1);
}

/// The intervals have no difference in them exactly where the test finds none.
TEST(Welch, HasIntervalsThatAgreeWithTheTest) {
  Normal N(7);
  unsigned Found = 0, Covered = 0;
  for (unsigned I = 0; I < 400; ++I) {
    Units A = sample(N, 10, 20), B = sample(N, 3 + I % 10, 21);
    MeanOfUnits OfA = meanOfUnits(A), OfB = meanOfUnits(B);
    bool IsFound = welchProbability(A, B) <= 0.05;
    Found += IsFound;
    Interval D = welchInterval(OfA, OfB, 0.05);
    EXPECT_EQ(D.Low > 0 || D.High < 0, IsFound);
    Covered += D.Low <= 1 && 1 <= D.High;
    std::optional<Interval> R = ratioInterval(OfA, OfB, 0.05);
    ASSERT_TRUE(R);
    EXPECT_EQ(R->Low > 1 || R->High < 1, IsFound);
  }
  EXPECT_GT(Found, 100u);
  EXPECT_LT(Found, 300u);
  // 95 % of 400 is 380; its standard deviation is 4.4.
  EXPECT_GE(Covered, 367u);
  EXPECT_LE(Covered, 393u);
}

TEST(Welch, GivesNoRatioToWhatMayBeNothing) {
  MeanOfUnits Nothing{0.1, {1, 9}}, Some{5, {1, 9}};
  EXPECT_FALSE(ratioInterval(Nothing, Some, 0.05));
  EXPECT_FALSE(ratioInterval({-5, {0.01, 9}}, Some, 0.05));
}

TEST(Discovery, AdjustsStepUp) {
  // Worked by hand: p(i) m / i, then the least of those from i on.
  std::vector<double> Adjusted = adjustForDiscovery({0.04, 0.01, 0.03, 0.5});
  EXPECT_DOUBLE_EQ(Adjusted[1], 0.04);
  EXPECT_NEAR(Adjusted[2], 0.04 * 4 / 3, 1e-12);
  EXPECT_NEAR(Adjusted[0], 0.04 * 4 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(Adjusted[3], 0.5);
}

TEST(Resampling, CoversTheDifferenceOfMeans) {
  Normal N(1);
  unsigned Covered = 0, All = 400;
  for (unsigned I = 0; I < All; ++I) {
    Units A = sample(N, 10, 0), B = sample(N, 10, 0.5);
    auto MeanOf = [](const Units &U, llvm::ArrayRef<uint32_t> Draw) {
      double Sum = 0;
      for (uint32_t D : Draw)
        Sum += U.Values[D];
      return Sum / double(Draw.size());
    };
    std::optional<Interval> Range = Resampling(10, 10).interval(
        [&](auto InA, auto InB) -> std::optional<double> {
          return MeanOf(B, InB) - MeanOf(A, InA);
        });
    ASSERT_TRUE(Range);
    Covered += Range->Low <= 0.5 && 0.5 <= Range->High;
  }
  // 95 % of 400 is 380; its standard deviation is 4.4.
  EXPECT_GE(Covered, 367u);
  EXPECT_LE(Covered, 396u);
}

TEST(Resampling, RefusesFewRuns) {
  auto Zero = [](auto, auto) { return std::optional(0.0); };
  EXPECT_FALSE(Resampling(4, 10).interval(Zero));
  EXPECT_TRUE(Resampling(5, 5).interval(Zero));
}

} // namespace
