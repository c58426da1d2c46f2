//===- ChangePointsTest.cpp -----------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/ChangePoints.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace ipoint::analysis;

namespace {

/// About normal, the same with every library.
double noise(std::mt19937_64 &Random) {
  double Sum = -6;
  for (int I = 0; I < 12; ++I)
    Sum += double(Random() >> 11) * 0x1p-53;
  return Sum;
}

std::vector<double> series(uint64_t Seed, size_t Count, double Deviation,
                           double (*Mean)(size_t)) {
  std::mt19937_64 Random(Seed);
  std::vector<double> Result;
  for (size_t I = 0; I < Count; ++I)
    Result.push_back(Mean(I) * (1 + Deviation * noise(Random)));
  return Result;
}

Changes changesOf(llvm::ArrayRef<double> Values) {
  ChangeScanner Scanner(Values.size());
  return findChanges(Values, {}, Scanner.threshold(Values.size(), 0.001), 0.01);
}

TEST(ChangePoints, FindsAStepWhereItIs) {
  auto Values =
      series(1, 60, 0.01, [](size_t I) { return I < 20 ? 100.0 : 110; });
  Changes C = changesOf(Values);
  ASSERT_EQ(C.Steps.size(), 1u);
  EXPECT_EQ(C.Steps[0], 20u);
  EXPECT_NEAR(C.Levels[0], 100, 1);
  EXPECT_NEAR(C.Levels[1], 110, 1);
  EXPECT_EQ(C.Drift, 0);
}

TEST(ChangePoints, FindsAStepUpAndDownAgain) {
  auto Values = series(
      2, 60, 0.01, [](size_t I) { return I < 20 || I >= 40 ? 100.0 : 110; });
  Changes C = changesOf(Values);
  EXPECT_EQ(C.Steps, (std::vector<size_t>{20, 40}));
}

TEST(ChangePoints, ADriftIsNoStairs) {
  auto Values =
      series(3, 60, 0.01, [](size_t I) { return 100 + 0.5 * double(I); });
  Changes C = changesOf(Values);
  EXPECT_TRUE(C.Steps.empty());
  EXPECT_NEAR(C.Drift, 0.5, 0.1);
}

TEST(ChangePoints, AStepIsFoundOnADrift) {
  auto Values = series(4, 60, 0.005, [](size_t I) {
    return 100 + 0.3 * double(I) + (I < 30 ? 0 : 20);
  });
  Changes C = changesOf(Values);
  EXPECT_EQ(C.Steps, (std::vector<size_t>{30}));
  EXPECT_NEAR(C.Drift, 0.3, 0.1);
}

TEST(ChangePoints, ProbabilitiesAreThoseOfChance) {
  ChangeScanner Scanner(40);
  int Below = 0;
  for (uint64_t Seed = 0; Seed < 2000; ++Seed) {
    auto Values = series(Seed + 100, 40, 0.1, [](size_t) { return 100.0; });
    Below += Scanner.probability(40, Scanner.scan(Values, {}).Largest) <= 0.05;
  }
  EXPECT_NEAR(Below / 2000.0, 0.05, 0.015);
}

TEST(ChangePoints, OneOutlierIsNoChange) {
  std::vector<double> Values(60, 100);
  Values[59] = 1000;
  ChangeScanner Scanner(60);
  EXPECT_GT(Scanner.probability(60, Scanner.scan(Values, {}).Largest), 0.5);
}

TEST(ChangePoints, AThresholdHasItsProbability) {
  ChangeScanner Scanner(60);
  for (double P : {0.5, 0.05, 1e-3, 1e-5})
    EXPECT_NEAR(Scanner.probability(60, Scanner.threshold(60, P)) / P, 1, 0.02);
}

TEST(ChangePoints, PlacesAreOnlyWhereTheyMayBe) {
  auto Values =
      series(5, 60, 0.01, [](size_t I) { return I < 20 ? 100.0 : 110; });
  bool May[60] = {};
  May[24] = May[40] = true;
  ChangeScanner Scanner(60);
  Changes C = findChanges(Values, May, Scanner.threshold(60, 0.001), 0.01);
  EXPECT_EQ(C.Steps, (std::vector<size_t>{24}));
}

TEST(ChangePoints, FewValuesShowNothing) {
  ChangeScanner Scanner(5);
  EXPECT_EQ(Scanner.probability(5, 100), 1);
  EXPECT_EQ(Scanner.leastProbability(5), 1);
  EXPECT_GT(ChangeScanner(8).leastProbability(8), 1e-3);
}

TEST(ChangePoints, ExactValuesNeedNoTest) {
  Changes C = findExactSteps({5, 5, 5, 7, 7, 7, 7}, {});
  EXPECT_EQ(C.Steps, (std::vector<size_t>{3}));
  EXPECT_EQ(C.Levels, (std::vector<double>{5, 7}));
  EXPECT_TRUE(findExactSteps({5, 5, 5, 7, 7}, {}).Steps.empty());
  EXPECT_TRUE(findExactSteps({5, 5, 5, 6, 7, 7, 7}, {}).Steps.empty());
}

} // namespace
