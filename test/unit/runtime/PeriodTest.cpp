//===- PeriodTest.cpp - Regular events among others -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

extern "C" {
#include "calibrate/gaps.h"
#include "calibrate/period.h"
}

namespace {

struct Events {
  std::mt19937_64 Random{7};
  std::vector<double> Times;

  /// Every Period from Phase to End, each off by up to Jitter of it, and
  /// missing with the probability Missing.
  Events &every(double Period, double Phase, double End, double Jitter = 0,
                double Missing = 0) {
    std::uniform_real_distribution<double> Share(0, 1);
    for (double Time = Phase; Time < End; Time += Period)
      if (Share(Random) >= Missing)
        Times.push_back(Time + (Share(Random) - 0.5) * 2 * Jitter * Period);
    std::sort(Times.begin(), Times.end());
    return *this;
  }
  Events &anytime(size_t Count, double End) {
    std::uniform_real_distribution<double> At(0, End);
    for (size_t I = 0; I < Count; ++I)
      Times.push_back(At(Random));
    std::sort(Times.begin(), Times.end());
    return *this;
  }
  std::optional<ipoint_period> find(double Shortest = 50e-6) {
    Member.resize(Times.size());
    ipoint_period Found;
    if (ipoint_period_find(Times.data(), Times.size(), Shortest, &Found,
                           Member.data()) != 1)
      return std::nullopt;
    return Found;
  }
  std::vector<unsigned char> Member;
};

TEST(Period, OfATimerAlone) {
  Events E;
  auto Found = E.every(1e-3, 0.3e-3, 2).find();
  ASSERT_TRUE(Found);
  EXPECT_NEAR(Found->period, 1e-3, 1e-9);
  EXPECT_EQ(Found->events, E.Times.size());
  EXPECT_NEAR(Found->share, 1, 1e-3);
  EXPECT_LT(Found->chance, 1e-100);
}

TEST(Period, WithJitterMissingAndOthers) {
  for (double Period : {0.2e-3, 1e-3, 4e-3, 10e-3}) {
    Events E;
    size_t Cycles = size_t(2 / Period);
    auto Found =
        E.every(Period, 0.1 * Period, 2, 0.02, 0.2).anytime(Cycles, 2).find();
    ASSERT_TRUE(Found) << Period;
    EXPECT_NEAR(Found->period, Period, 0.002 * Period);
    EXPECT_LE(std::abs(Found->period - Period), 4 * Found->error);
    EXPECT_LT(Found->error, 0.01 * Period);
    // Others lie near by chance: a fifth of the phases are near.
    EXPECT_NEAR(Found->share, 0.8 + 0.2 * 0.2, 0.06);
  }
}

TEST(Period, OfATimerThatIsLateEachTime) {
  // A sleep that begins when the last one has ended: phases wander off.
  Events E;
  std::normal_distribution<double> Late(20e-6, 5e-6);
  for (double Time = 0; Time < 4; Time += 1e-3 + Late(E.Random))
    E.Times.push_back(Time);
  auto Found = E.find();
  ASSERT_TRUE(Found);
  EXPECT_NEAR(Found->period, 1.02e-3, 2e-6);
  EXPECT_GT(Found->events, E.Times.size() * 9 / 10);
}

TEST(Period, TheLongerOfTwoThatAreOneAnothersPart) {
  // A tick of 4 ms and a timer of 1 ms with another phase: the timer first, and
  // when its events are gone, the tick.
  Events E;
  auto Found =
      E.every(1e-3, 0.1e-3, 2, 0.001).every(4e-3, 0.6e-3, 2, 0.001).find();
  ASSERT_TRUE(Found);
  EXPECT_NEAR(Found->period, 1e-3, 1e-6);
  Events Rest;
  for (size_t I = 0; I < E.Times.size(); ++I)
    if (!E.Member[I])
      Rest.Times.push_back(E.Times[I]);
  Found = Rest.find();
  ASSERT_TRUE(Found);
  EXPECT_NEAR(Found->period, 4e-3, 4e-6);
}

class PeriodOfSeeds : public testing::TestWithParam<unsigned> {};

TEST_P(PeriodOfSeeds, OfWhatComesAtAnyTimeIsNone) {
  for (unsigned Seed = GetParam(); Seed < GetParam() + 10; ++Seed) {
    Events E;
    E.Random.seed(Seed);
    EXPECT_FALSE(E.anytime(300, 1).find()) << Seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, PeriodOfSeeds,
                         testing::Values(0, 10, 20, 30, 40));

TEST(Period, OfTooFewIsNone) {
  EXPECT_FALSE(Events().find());
  EXPECT_FALSE(Events().every(1, 0, 15).find(0.1));
  Events Same;
  Same.Times.assign(100, 1.0);
  EXPECT_FALSE(Same.find());
}

TEST(Gaps, ClassesFollowOneAnother) {
  for (unsigned Number = 0; Number < 247; ++Number) {
    uint64_t Begin = ipoint_gap_class_begin(Number);
    EXPECT_EQ(ipoint_gap_class(Begin), Number);
    if (Number) {
      EXPECT_EQ(ipoint_gap_class(Begin - 1), Number - 1);
    }
  }
  EXPECT_LT(ipoint_gap_class(UINT64_MAX), unsigned(IPOINT_GAP_CLASSES));
}

TEST(Gaps, ThresholdLiesWhereFewestAre) {
  uint64_t Count[IPOINT_GAP_CLASSES] = {};
  auto Add = [&](uint64_t Length, uint64_t Times) {
    Count[ipoint_gap_class(Length)] += Times;
  };
  Add(50, 1000000);
  for (uint64_t Length = 200; Length < 1500; Length += 50)
    Add(Length, 2000000 / Length / Length);
  Add(3000, 200);
  Add(3500, 300);
  Add(30000, 500);
  uint64_t Threshold = ipoint_gap_threshold(Count, 50, 2600);
  EXPECT_GT(Threshold, 1000u);
  EXPECT_LE(Threshold, 3000u);
}

TEST(Gaps, ThresholdWhereNothingInterrupts) {
  uint64_t Count[IPOINT_GAP_CLASSES] = {};
  Count[ipoint_gap_class(50)] = 1000000;
  uint64_t Threshold = ipoint_gap_threshold(Count, 50, 2600);
  EXPECT_GE(Threshold, 2600u);
  EXPECT_LE(Threshold, 4096u);
}

TEST(Gaps, WhatLastsAlikeIsAGroup) {
  uint64_t Count[IPOINT_GAP_CLASSES] = {}, Begins[8];
  for (uint64_t Length = 2500; Length < 5000; Length += 10)
    Count[ipoint_gap_class(Length)]++;
  for (uint64_t Length = 30000; Length < 60000; Length += 100)
    Count[ipoint_gap_class(Length)]++;
  Count[ipoint_gap_class(200000)] += 3; // the odd one
  for (uint64_t Length = 2600000; Length < 2700000; Length += 400)
    Count[ipoint_gap_class(Length)]++;
  ASSERT_EQ(ipoint_gap_groups(Count, Begins, 8), 2u);
  EXPECT_GT(Begins[0], 5000u);
  EXPECT_LE(Begins[0], 30000u);
  EXPECT_GT(Begins[1], 60000u);
  EXPECT_LE(Begins[1], 2600000u);
  EXPECT_EQ(ipoint_gap_groups(Count, Begins, 1), 1u);
}

} // namespace
