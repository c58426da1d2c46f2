//===- SpreadTest.cpp - What repeated runs say of a figure ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "record/run/stable.h"
}
#include "gtest/gtest.h"
#include <cmath>
#include <random>
#include <vector>

namespace {

TEST(Spread, HasStudentsQuantiles) {
  const std::pair<double, double> Known[] = {
      {1, 12.706}, {2, 4.3027},  {3, 3.1824},  {4, 2.7764},   {5, 2.5706},
      {9, 2.2622}, {19, 2.0930}, {99, 1.9842}, {1e6, 1.95997}};
  for (auto [Degrees, Quantile] : Known)
    EXPECT_NEAR(ipoint_student(Degrees) / Quantile, 1, 0.01) << Degrees;
}

TEST(Spread, HasMeanAndDeviation) {
  const double Values[] = {2, 4, 4, 4, 5, 5, 7, 9};
  ipoint_run_spread S = ipoint_run_spread_of(Values, 8);
  EXPECT_DOUBLE_EQ(S.mean, 5);
  EXPECT_NEAR(S.deviation, std::sqrt(32.0 / 7), 1e-12);
  EXPECT_EQ(S.least, 2);
  EXPECT_EQ(S.most, 9);
  EXPECT_EQ(S.since_most, 0u);
  EXPECT_NEAR(S.half_width, 2.3646 * S.deviation / std::sqrt(8), 0.01);
}

TEST(Spread, KnowsNothingOfLessThanTwoValues) {
  const double One = 3;
  EXPECT_TRUE(std::isinf(ipoint_run_spread_of(nullptr, 0).half_width));
  EXPECT_TRUE(std::isinf(ipoint_run_spread_of(&One, 1).half_width));
  EXPECT_EQ(ipoint_run_spread_of(&One, 1).most, 3);
}

TEST(Spread, CountsWhatCameBehindTheLargest) {
  const double Values[] = {1, 8, 3, 8, 2}; // the first of equals
  EXPECT_EQ(ipoint_run_spread_of(Values, 5).since_most, 3u);
}

TEST(Spread, TakesPercentilesByRank) {
  double Values[] = {5, 1, 4, 2, 3};
  EXPECT_EQ(ipoint_percentile(Values, 5, 0.5), 3);
  EXPECT_EQ(ipoint_percentile(Values, 5, 0.99), 5);
  EXPECT_EQ(ipoint_percentile(Values, 5, 1), 5);
  EXPECT_EQ(ipoint_percentile(Values, 5, 0.01), 1);
  EXPECT_EQ(ipoint_percentile(nullptr, 0, 0.5), 0);
}

bool parses(const char *Text, ipoint_stable &S) {
  S = {};
  return ipoint_stable_parse(Text, &S);
}

TEST(Stable, ReadsWhatIsAsked) {
  ipoint_stable S;
  ASSERT_TRUE(parses("2%", S));
  EXPECT_EQ(S.figure, IPOINT_FIGURE_CPU);
  EXPECT_DOUBLE_EQ(S.width, 0.02);
  ASSERT_TRUE(parses("real:0.5%", S));
  EXPECT_EQ(S.figure, IPOINT_FIGURE_REAL);
  ASSERT_TRUE(parses("f.p99:5%", S));
  EXPECT_EQ(S.figure, IPOINT_FIGURE_CALLS);
  EXPECT_STREQ(S.function, "f");
  EXPECT_DOUBLE_EQ(S.share, 0.99);
  ASSERT_TRUE(parses("a:b.max:20", S));
  EXPECT_STREQ(S.function, "a:b");
  EXPECT_EQ(S.quiet_runs, 20u);
  for (const char *Bad :
       {"", "%", "2", "-2%", "0%", "100%", "2%x", "f.max:0", "f.max:1.5",
        "f.q:2%", "f.p0:2%", "f.p:2%", ".max:3", ":2%", "nan%", "f.max:nan"})
    EXPECT_FALSE(parses(Bad, S)) << Bad;
}

/// Runs until the CPU time is known to 2 %, of runs that vary by \p Deviation.
size_t runsNeeded(double Deviation, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  std::normal_distribution<double> Times(10, 10 * Deviation);
  ipoint_stable S = {};
  ipoint_stable_parse("2%", &S);
  ipoint_run Run = {};
  int Enough = 0;
  while (!Enough && S.count < 10000) {
    auto Microseconds = std::llround(Times(Random) * 1e6);
    Run.usage.ru_utime.tv_sec = Microseconds / 1000000;
    Run.usage.ru_utime.tv_usec = Microseconds % 1000000;
    Enough = ipoint_stable_note(&S, &Run, "");
  }
  size_t Count = S.count;
  ipoint_stable_free(&S);
  return Count;
}

TEST(Stable, StopsWhereRunsAgree) {
  EXPECT_EQ(runsNeeded(0, 1), 6u);
  // 1.96^2 * 0.05^2 / 0.02^2 = 24 runs.
  double Sum = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed)
    Sum += double(runsNeeded(0.05, Seed));
  EXPECT_NEAR(Sum / 200, 24, 5);
}

} // namespace
