//===- ResolutionTest.cpp - The clock's resolution, from the records ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-041

#include "overhead/Clock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace ipoint::analysis;

namespace {

/// Differences of 20,000 reads, true times apart that \p Work draws, as a clock
/// shows them whose read at a time is \p Read.
DifferenceSample sampleOf(std::function<double(std::mt19937_64 &)> Work,
                          std::function<double(double)> Read) {
  std::mt19937_64 Random(3);
  DifferenceSample Sample;
  double Time = 1e6, Last = std::floor(Read(Time));
  for (int I = 0; I < 20000; ++I) {
    Time += Work(Random);
    double Now = std::floor(Read(Time));
    Sample.add(uint64_t(Now - Last));
    Last = Now;
  }
  return Sample;
}

double anyWork(std::mt19937_64 &Random) {
  return 20 + std::exponential_distribution<double>(1.0 / 60)(Random);
}

auto roundedDown(double Resolution) {
  return [Resolution](double Time) {
    return Resolution * std::floor(Time / Resolution);
  };
}

TEST(Resolution, StepsOfWholeTicksAreFound) {
  for (double Resolution : {1, 2, 26, 1000}) {
    auto Found = sampleOf(anyWork, roundedDown(Resolution)).resolution();
    ASSERT_TRUE(Found) << Resolution;
    EXPECT_EQ(*Found, Resolution);
  }
}

TEST(Resolution, AStepThatIsNoWholeNumberOfTicksIsFound) {
  // 10 ns of a counter of 2.596 GHz, and a third of it.
  for (double Resolution : {25.96, 8.65}) {
    auto Found = sampleOf(anyWork, roundedDown(Resolution)).resolution();
    ASSERT_TRUE(Found) << Resolution;
    EXPECT_NEAR(*Found, Resolution, 0.1);
  }
}

TEST(Resolution, AClockThatWaitsIsFoundThoughAFewReadsAreOneTickApart) {
  // Back-to-back reads differ by 26 (95 %) or 1 (5 %).
  std::mt19937_64 Random(9);
  DifferenceSample Sample;
  for (int I = 0; I < 20000; ++I)
    Sample.add(Random() % 20 == 0
                   ? 1
                   : uint64_t(std::llround(
                         25.96 * double(1 + Random() % 4 * (Random() % 25)))));
  ASSERT_TRUE(Sample.resolution());
  EXPECT_NEAR(*Sample.resolution(), 25.96, 0.1);
}

TEST(Resolution, ASmallLoopSaysNothingOfTheClock) {
  // All multiples of 12, because the program repeats itself.
  DifferenceSample Sample;
  for (int I = 0; I < 20000; ++I)
    Sample.add(12 * uint64_t(1 + I % 20));
  EXPECT_FALSE(Sample.resolution());
}

TEST(Resolution, FewDifferencesAreNoEvidence) {
  DifferenceSample Sample;
  for (int I = 0; I < 999; ++I)
    Sample.add(10 * uint64_t(1 + I % 100));
  EXPECT_FALSE(Sample.resolution());
  EXPECT_FALSE(DifferenceSample().resolution());
}

TEST(Resolution, AStepLongerThanMostOfTheProgramIsFound) {
  // A counter of a millisecond in nanoseconds, read each 100 ns or so.
  DifferenceSample Sample;
  for (int I = 0; I < 1000000; ++I)
    Sample.add(I % 9000 == 0 ? 1000000 : 0);
  ASSERT_TRUE(Sample.resolution());
  EXPECT_EQ(*Sample.resolution(), 1000000);
}

TEST(Resolution, TheLeastDifferenceIsOneThatCameTenTimes) {
  DifferenceSample Sample;
  for (int I = 0; I < 9; ++I)
    Sample.add(3);
  EXPECT_FALSE(Sample.least());
  for (int I = 0; I < 100; ++I)
    Sample.add(18 + uint64_t(I));
  EXPECT_EQ(*Sample.least(), 18u);
  Sample.add(3);
  EXPECT_EQ(*Sample.least(), 3u);
}

} // namespace
