//===- RateStatisticsTest.cpp - Counts, rates and periods -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/RateStatistics.h"
#include "stats/Laws.h"
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
    Dispersed += dispersion(Times, Times.front(), Times.back()).Value != 1;
  }
  EXPECT_EQ(Found, 0u);
  EXPECT_LE(Dispersed, 2u);
}

TEST(RateStatistics, InterruptsThatFollowEachOtherInTriplesHaveNoPeriod) {
  // Equal distances, but never four in a row: the uncertainty of a
  // period is not known, and a mean distance does not describe them.
  std::vector<uint64_t> Times;
  for (uint64_t I = 0; I < 50; ++I)
    for (uint64_t K = 0; K < 3; ++K)
      Times.push_back(I * 1000000 + K * 10000);
  EXPECT_FALSE(findPeriod(Times));
  EXPECT_FALSE(keepsToClock(Times));
  for (uint64_t &T : Times)
    T = T / 1000000 * 100000 + T % 1000000;
  EXPECT_TRUE(findPeriod(Times));
}

TEST(RateStatistics, PausesBetweenTrainsArePartOfNoPeriod) {
  std::vector<uint64_t> Trains, Clock;
  for (uint64_t I = 0; I < 50; ++I)
    for (uint64_t K = 0; K < 10; ++K) {
      Trains.push_back(I * 1000000 + K * 10000 + I * I);
      Clock.push_back((I * 10 + K) * 10000);
    }
  std::optional<Period> P = findPeriod(Trains);
  ASSERT_TRUE(P);
  EXPECT_FALSE(P->explains(500, 50e6));
  P = findPeriod(Clock);
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->explains(500, 5e6));
}

TEST(RateStatistics, PeriodicEventsVaryLessAndBurstsMore) {
  std::vector<uint64_t> Periodic, Bursts;
  for (uint64_t I = 0; I < 1000; ++I) {
    Periodic.push_back(I * 1000);
    Bursts.push_back(I / 100 * 1000000 + I % 100);
  }
  EXPECT_LT(dispersion(Periodic, Periodic.front(), Periodic.back()).Value, 0.1);
  EXPECT_GT(dispersion(Bursts, Bursts.front(), Bursts.back()).Value, 10);
  EXPECT_GT(dispersion(Bursts, Bursts.front(), Bursts.back()).Widening, 1);
}

/// A twentieth of the run has all of them, evenly: nothing is known of how many
/// the rest has but that it is none.
TEST(RateStatistics, EventsOfAPartOfTheRunAreNotEven) {
  std::vector<uint64_t> Storm;
  for (uint64_t I = 0; I < 500; ++I)
    Storm.push_back(500'000 + 100 * I);
  EXPECT_LT(dispersion(Storm, Storm.front(), Storm.back()).Value, 0.1);
  EXPECT_GT(dispersion(Storm, 0, 1'000'000).Value, 50);
}

/// Times and visits of something that a block of about \p Ticks does.
struct Doings {
  std::vector<uint64_t> Times, Numbers;
};

/// At each 1,000th visit of the block, the visits taking what \p Spread allows.
Doings everyThousandth(double Ticks, double Spread, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  std::normal_distribution<double> Time(Ticks, Spread);
  Doings D;
  double Now = 1e6;
  for (uint64_t Visit = 1; Visit <= 200000; ++Visit) {
    if (Visit % 1000 == 0) {
      D.Times.push_back(uint64_t(Now));
      D.Numbers.push_back(Visit);
    }
    Now += Time(Random);
  }
  return D;
}

/// When the clock has gone on by 100,000 ticks, some of them unseen.
Doings byTheClock(double Ticks, double Spread, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  std::normal_distribution<double> Time(Ticks, Spread);
  Doings D;
  double Now = 1e6, Next = 1.1e6;
  for (uint64_t Visit = 1; Visit <= 200000; ++Visit) {
    double End = Now + Time(Random);
    if (Next < End) {
      if (Random() % 10) {
        D.Times.push_back(uint64_t(Now));
        D.Numbers.push_back(Visit);
      }
      Next += 100000;
    }
    Now = End;
  }
  return D;
}

TEST(RateStatistics, AClockDoesNotDriftAndAProgramDoes) {
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    Doings Clock = byTheClock(100, 5, Seed);
    EXPECT_TRUE(keepsToClock(Clock.Times));
    EXPECT_FALSE(keepsToCount(Clock.Times, Clock.Numbers));
    Doings Program = everyThousandth(100, 5, Seed);
    EXPECT_TRUE(findPeriod(Program.Times));
    EXPECT_FALSE(keepsToClock(Program.Times));
    EXPECT_TRUE(keepsToCount(Program.Times, Program.Numbers));
  }
  // Exact to the tick: there is no evidence for either.
  EXPECT_FALSE(keepsToClock(everyThousandth(100, 0, 0).Times));
}

TEST(RateStatistics, WhatAPacedProgramDoesKeepsToItsVisits) {
  // A block that is visited once in 10,000 ticks, and does more each 20th time.
  Doings D;
  std::mt19937_64 Random(1);
  for (uint64_t Visit = 20; Visit < 4000; Visit += 20) {
    D.Times.push_back(Visit * 10000 + Random() % 50);
    D.Numbers.push_back(Visit);
  }
  EXPECT_TRUE(keepsToClock(D.Times));
  EXPECT_TRUE(keepsToCount(D.Times, D.Numbers));
}

TEST(RateStatistics, APeriodsIntervalHoldsIt) {
  unsigned Held = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<uint64_t> Times;
    for (uint64_t I = 1; I < 60; ++I)
      Times.push_back(I * 100000 + Random() % 500);
    std::optional<Period> P = findPeriod(Times);
    ASSERT_TRUE(P);
    Held += std::abs(P->Ticks - 100000) <=
            studentFactor(P->Degrees) * P->Uncertainty;
  }
  EXPECT_GE(Held, 366u); // 380 are expected, with a deviation of 4.4
  EXPECT_LE(Held, 394u);
}

TEST(RateStatistics, AMeansIntervalLeansTowardsTheTail) {
  EXPECT_FALSE(meanInterval(299, 100, 10, 0));
  std::optional<Interval> R = meanInterval(400, 100, 10, 0);
  ASSERT_TRUE(R);
  // Student's, with 399 degrees of freedom.
  EXPECT_NEAR(R->Low, 100 - 1.966 * 0.5, 1e-3);
  EXPECT_NEAR(R->High, 100 + 1.966 * 0.5, 1e-3);
  R = meanInterval(400, 100, 10, 4);
  EXPECT_GT(R->High - 100, 1.2 * (100 - R->Low));
}

} // namespace
