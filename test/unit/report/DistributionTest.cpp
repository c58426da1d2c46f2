//===- DistributionTest.cpp - Moments and the probes' cost ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Distribution.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

const ProbeOverhead Overhead = {5.5, 1.25, 4, 1, false, 0, 0, 0};

TEST(Distribution, MomentsOfValuesFarFromZeroAreExact) {
  Sample S;
  for (uint64_t Value : {1, 2, 3, 4})
    S.add(Value + (uint64_t(1) << 40));
  Figures F = S.figures();
  EXPECT_EQ(F.Mean, double(uint64_t(1) << 40) + 2.5);
  EXPECT_NEAR(*F.StdDev, std::sqrt(5.0 / 3), 1e-12);
}

TEST(Distribution, ExchangedValuesAreAsIfTheyHadBeenAddedSo) {
  std::mt19937_64 Random(7);
  for (int Round = 0; Round < 50; ++Round) {
    Sample All, Old, New, Expected;
    for (int I = 0; I < 200; ++I) {
      uint64_t Value = Random() % (uint64_t(1) << (Random() % 40 + 1));
      All.add(Value);
      if (Random() % 3) {
        Expected.add(Value);
        continue;
      }
      uint64_t More = Value + Random() % 5000;
      Old.add(Value);
      New.add(More);
      Expected.add(More);
    }
    All.exchange(Old, New);
    Figures Is = All.figures(), Should = Expected.figures();
    EXPECT_EQ(Is.Count, Should.Count);
    EXPECT_EQ(Is.Total, Should.Total);
    EXPECT_EQ(Is.Max, Should.Max);
    EXPECT_EQ(Is.StdDev, Should.StdDev);
    EXPECT_EQ(Is.P50, Should.P50);
    EXPECT_EQ(Is.P90, Should.P90);
    EXPECT_LE(Is.Min, Should.Min);
    EXPECT_GE(Is.Min, Should.Min * (1 - 1.0 / 1024));
  }
}

TEST(Distribution, AllValuesCanBeExchanged) {
  Sample All, Old, New;
  for (uint64_t Value : {5, 70000, 80000}) {
    All.add(Value);
    Old.add(Value);
    New.add(Value + 1000000);
  }
  All.exchange(Old, New);
  EXPECT_EQ(All.figures().Min, 1000005);
  EXPECT_EQ(All.figures().Max, 1080000);
  EXPECT_EQ(All.figures().Count, 3u);
}

TEST(Distribution, OneValueHasNoStandardDeviation) {
  Sample S;
  S.add(7);
  EXPECT_FALSE(S.figures().StdDev);
  EXPECT_EQ(*S.figures().P50, 7);
  EXPECT_FALSE(S.figures().P90);
}

TEST(Distribution, PercentilesNeedTenValuesBeyond) {
  Sample S;
  for (int I = 0; I < 999; ++I)
    S.add(I);
  EXPECT_TRUE(S.figures().P90);
  EXPECT_FALSE(S.figures().P99);
  S.add(999);
  EXPECT_EQ(*S.figures().P99, 989);
  EXPECT_FALSE(S.figures().P999);
}

TEST(Distribution, NeverBelowZero) {
  Distribution D;
  D.add(3, {1, 0}, Overhead.TimedMin);
  D.add(4, {1, 0}, Overhead.TimedMin);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_EQ(F.Mean, 0);
  EXPECT_EQ(F.Total, 0);
  EXPECT_EQ(F.Min, 0);
  EXPECT_EQ(F.Max, 0);
}

// Its mean, extremes and percentiles are without the same probe overhead.
TEST(Distribution, OneValueIsOneValue) {
  Distribution D;
  D.add(100, {10, 4}, Overhead.TimedMin);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_EQ(F.Mean, 40);
  EXPECT_EQ(F.Min, 40);
  EXPECT_EQ(F.Max, 40);
  EXPECT_EQ(F.P50, 40);
  EXPECT_EQ(F.Total, 40);
  EXPECT_TRUE(F.AtMeanOverhead);
  EXPECT_FALSE(F.Clipped);
}

TEST(Distribution, OneReconstructedValueIsOneValue) {
  Distribution D, Interrupted, Instead;
  D.add(900, {10, 0}, Overhead.TimedMin);
  Interrupted.add(900, {10, 0}, Overhead.TimedMin);
  Instead.add(100, {10, 0}, Overhead.TimedMin);
  D.exchange(Interrupted, Instead);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_EQ(F.Mean, 45);
  EXPECT_EQ(F.Min, 45);
  EXPECT_EQ(F.Max, 45);
  EXPECT_EQ(F.P50, 45);
}

TEST(Distribution, ExtremesOfValuesWithAsManyProbesEncloseTheMean) {
  Distribution D;
  for (uint64_t Value : {26, 52, 52, 78})
    D.add(Value, {8, 0}, Overhead.TimedMin); // 44 ticks, 32 at the least
  Figures F = D.correctedFigures(Overhead);
  EXPECT_EQ(F.Mean, 8);
  EXPECT_EQ(F.Min, 0);
  EXPECT_EQ(F.P50, 8);
  EXPECT_EQ(F.Max, 34);
  ASSERT_TRUE(F.Clipped);
  EXPECT_EQ(F.Clipped->Values, 1u);
  EXPECT_EQ(F.Clipped->Min, 18);
  EXPECT_FALSE(F.Clipped->Mean);
}

TEST(Distribution, ExtremesOfVaryingProbesAreUpperValues) {
  Distribution D;
  D.add(100, {10, 0}, Overhead.TimedMin);
  D.add(100, {1, 0}, Overhead.TimedMin);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_FALSE(F.AtMeanOverhead);
  EXPECT_EQ(F.Max, 96);
  ProbeOverhead Exact = Overhead;
  Exact.TimedMean = double(Exact.TimedMin);
  EXPECT_TRUE(D.correctedFigures(Exact).AtMeanOverhead);
}

TEST(Distribution, MinimumIsNeverAboveTheMean) {
  Distribution D;
  D.add(100, {10, 0}, Overhead.TimedMin);
  D.add(104, {11, 0}, Overhead.TimedMin);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_EQ(F.Mean, 102 - 10.5 * 5.5);
  EXPECT_EQ(F.Min, F.Mean);
}

// One visit in which the thread paused, among many in which it did not.
TEST(Distribution, ValueWithOtherProbesIsKeptApart) {
  Distribution D;
  for (int I = 0; I < 100; ++I)
    D.add(3000, {1, 0}, Overhead.TimedMin);
  D.add(5000, {2, 0}, Overhead.TimedMin);
  D.add(3000, {1, 0}, Overhead.TimedMin);
  Figures Raw = D.rawFigures(), F = D.correctedFigures(Overhead);
  EXPECT_EQ(Raw.Count, 102u);
  EXPECT_EQ(Raw.Total, 308000);
  EXPECT_EQ(Raw.Max, 5000);
  EXPECT_NEAR(F.Total, 308000 - 103 * 5.5, 1e-6);
  EXPECT_EQ(F.Max, 4992);
}

TEST(Distribution, VaryingProbesAreRemovedFromEachValue) {
  std::mt19937_64 Random(1);
  Distribution D;
  std::vector<double> Corrected;
  uint64_t Min = UINT64_MAX, Max = 0;
  double Sum = 0;
  for (int I = 0; I < 2000; ++I) {
    // The first hundred have the same number, then it turns out to vary.
    ProbeCount P = {I < 100 ? 2 : 1 + Random() % 5, I < 100 ? 1 : Random() % 7};
    uint64_t Value = 200 + Random() % 1000;
    D.add(Value, P, Overhead.TimedMin);
    Corrected.push_back(double(Value) - 5.5 * double(P.Timed) -
                        1.25 * double(P.Untimed));
    Sum += Corrected.back();
    Min = std::min(Min, Value - 4 * P.Timed);
    Max = std::max(Max, Value - 4 * P.Timed);
  }
  double Mean = Sum / 2000, Squared = 0;
  for (double V : Corrected)
    Squared += (V - Mean) * (V - Mean);
  Figures F = D.correctedFigures(Overhead);
  EXPECT_NEAR(F.Mean, Mean, 1e-9);
  EXPECT_NEAR(*F.StdDev, std::sqrt(Squared / 1999), 1e-9);
  EXPECT_EQ(F.Min, double(Min));
  EXPECT_EQ(F.Max, double(Max));
  EXPECT_EQ(D.rawFigures().Count, 2000u);
}

} // namespace
