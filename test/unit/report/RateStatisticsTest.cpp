//===- RateStatisticsTest.cpp - Counts, rates and periods ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RateStatistics.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint::analysis;

namespace {

TEST(RateStatistics, IntervalsOfCountsAreGarwoods) {
  // Garwood 1936, table of 95 % limits.
  EXPECT_NEAR(countInterval(0).High, 3.689, 0.001);
  EXPECT_EQ(countInterval(0).Low, 0);
  EXPECT_NEAR(countInterval(10).Low, 4.795, 0.001);
  EXPECT_NEAR(countInterval(10).High, 18.390, 0.001);
  // With four times a Poisson count's variance: as of 25 events, times 4.
  EXPECT_NEAR(countInterval(100, 4).Low, 4 * countInterval(25).Low, 1e-9);
}

TEST(RateStatistics, TailsOfABinomial) {
  EXPECT_NEAR(chanceOfAtLeast(2, 2, 0.5), 0.25, 1e-12);
  EXPECT_NEAR(chanceOfAtMost(0, 2, 0.5), 0.25, 1e-12);
  EXPECT_EQ(chanceOfAtLeast(0, 5, 0), 1);
  EXPECT_EQ(chanceOfAtLeast(1, 5, 0), 0);
}

TEST(RateStatistics, KolmogorovsDistribution) {
  // Q(1.36) = 0.049, with the correction for large samples.
  EXPECT_NEAR(chanceOfDistance(1.36 / std::sqrt(500), 1000, 1000), 0.047,
              0.003);
  EXPECT_NEAR(chanceOfDistance(0.01, 100, 100), 1, 1e-6);
}

TEST(RateStatistics, APeriodIsFoundThoughEventsAreMissing) {
  std::mt19937_64 Random(1);
  std::vector<uint64_t> Times;
  for (uint64_t I = 1; I < 2000; ++I)
    if (Random() % 3 == 0)
      Times.push_back(I * 100000 + Random() % 2000);
  std::optional<Period> P = findPeriod(Times);
  ASSERT_TRUE(P);
  EXPECT_NEAR(P->Ticks, 100000, 30);
  EXPECT_LT(P->Uncertainty, 100);
}

TEST(RateStatistics, PoissonEventsHaveNoPeriodAndNoDispersion) {
  unsigned Found = 0, Dispersed = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::exponential_distribution<double> Wait(1e-5);
    std::vector<uint64_t> Times;
    double Now = 0;
    for (unsigned I = 0; I < 300; ++I)
      Times.push_back(static_cast<uint64_t>(Now += Wait(Random)));
    Found += findPeriod(Times).has_value();
    Dispersed += dispersion(Times) != 1;
  }
  EXPECT_EQ(Found, 0u);
  EXPECT_LE(Dispersed, 2u);
}

TEST(RateStatistics, PeriodicEventsVaryLessAndBurstsMore) {
  std::vector<uint64_t> Periodic, Bursts;
  for (uint64_t I = 0; I < 1000; ++I) {
    Periodic.push_back(I * 1000);
    Bursts.push_back(I / 100 * 1000000 + I % 100);
  }
  EXPECT_LT(dispersion(Periodic), 0.1);
  EXPECT_GT(dispersion(Bursts), 10);
}

} // namespace
