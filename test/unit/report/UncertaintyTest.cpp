//===- UncertaintyTest.cpp - How sure corrected figures are ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-043

#include "count/Distribution.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

ProbeOverhead overhead(double Mean, uint64_t Min, double Resolution) {
  ProbeOverhead B;
  B.TimedMean = Mean;
  B.TimedMin = Min;
  B.Resolution = Resolution;
  B.TimedUncertainty = (Mean - double(Min)) / std::sqrt(3);
  return B;
}

TEST(Uncertainty, TheStepsPartDoesNotShrinkWithTheCount) {
  ProbeOverhead B = overhead(20, 20, 26);
  Distribution D;
  D.add(52, {1, 0}, B.TimedMin, 1000000);
  Figures F = D.correctedFigures(B);
  ASSERT_TRUE(F.Uncertainty);
  EXPECT_NEAR(F.Uncertainty->Mean, 2 * 26 / std::sqrt(6), 1e-9);
  EXPECT_NEAR(F.Uncertainty->Total, 1e6 * F.Uncertainty->Mean, 1e-3);
  EXPECT_NEAR(F.Uncertainty->Single, F.Uncertainty->Mean, 1e-12);
}

TEST(Uncertainty, TheStatisticalPartShrinks) {
  ProbeOverhead B = overhead(0, 0, 0);
  Distribution D;
  D.add(90, {1, 0}, 0, 50);
  D.add(110, {1, 0}, 0, 50);
  double S = std::sqrt(100.0 * 100 / 99);
  EXPECT_NEAR(D.correctedFigures(B).Uncertainty->Mean, 2 * S / 10, 1e-9);
  EXPECT_EQ(D.correctedFigures(B).Uncertainty->Single, 0);
}

TEST(Uncertainty, TheBaseCountsOnceForEachProbe) {
  ProbeOverhead B = overhead(22, 16, 0);
  Distribution D;
  D.add(1000, {4, 0}, B.TimedMin, 10);
  EXPECT_NEAR(D.correctedFigures(B).Uncertainty->Mean, 2 * 4 * 6 / std::sqrt(3),
              1e-9);
}

TEST(Uncertainty, WhatAReadOvertakesDoesNotShrinkEither) {
  ProbeOverhead B = overhead(20, 20, 0);
  B.Overtaken = 250;
  Distribution D;
  D.add(1000, {1, 0}, B.TimedMin, 1000000);
  EXPECT_NEAR(D.correctedFigures(B).Uncertainty->Mean, 2 * 250 / std::sqrt(3),
              1e-9);
}

TEST(Uncertainty, AShortTimeGainsNoMoreThanItIs) {
  std::mt19937_64 Random(3);
  std::uniform_real_distribution<double> Error(-250, 40);
  double Squares = 0;
  constexpr int Rounds = 1000000;
  for (int I = 0; I < Rounds; ++I) {
    double E = Error(Random);
    Squares += E * E / Rounds;
  }
  EXPECT_NEAR(squareOfRange(250, 40), Squares, Squares / 100);
  EXPECT_EQ(squareOfRange(0, 0), 0);
  ProbeOverhead B = overhead(20, 20, 0);
  B.Overtaken = 250;
  Distribution D;
  D.add(40, {1, 0}, B.TimedMin, 1000000);
  EXPECT_NEAR(D.exchangedOutside(B, 1000), squareOfRange(250, 40), 1e-9);
  EXPECT_NEAR(D.exchangedOutside(B, 30), squareOfRange(30, 40), 1e-9);
  EXPECT_NEAR(D.correctedFigures(B, 1, 100).Uncertainty->Mean, 2 * 10, 1e-9);
}

TEST(Uncertainty, PartsAddAsSquares) {
  ProbeOverhead B = overhead(22, 16, 12);
  Distribution D;
  D.add(1000, {2, 0}, B.TimedMin, 50);
  D.add(1200, {2, 0}, B.TimedMin, 50);
  double Statistical = std::sqrt(1e4 * 100 / 99) / 10;
  double Overhead = 2 * 6 / std::sqrt(3), Resolution = 3 * 12 / std::sqrt(6);
  EXPECT_NEAR(D.correctedFigures(B, 3).Uncertainty->Mean,
              2 * std::hypot(Statistical, Overhead, Resolution), 1e-9);
}

TEST(Uncertainty, MeansLieWithinItNineteenTimesInTwenty) {
  // Exponential times that a clock of step 20 rounds down at any phase, beside
  // an overhead that is anywhere between its smallest and its mean.
  std::mt19937_64 Random(2);
  std::exponential_distribution<double> Work(1.0 / 300);
  std::uniform_real_distribution<double> Unit(0, 1);
  int Covered = 0;
  constexpr int Rounds = 1000;
  for (int Round = 0; Round < Rounds; ++Round) {
    ProbeOverhead B = overhead(30, 20, 20);
    double True = 20 + 10 * Unit(Random);
    Distribution D;
    for (int I = 0; I < 400; ++I) {
      double Begin = 20 * Unit(Random);
      double End = Begin + Work(Random) + True;
      D.add(uint64_t(20 * std::floor(End / 20)), {1, 0}, B.TimedMin);
    }
    Figures F = D.correctedFigures(B);
    Covered += std::abs(F.Mean - 300) <= F.Uncertainty->Mean;
  }
  EXPECT_GE(Covered, Rounds * 0.95);
}

TEST(Uncertainty, OfAStandardDeviationCoversIt) {
  std::mt19937_64 Random(4);
  std::exponential_distribution<double> Work(1.0 / 500);
  int Covered = 0;
  constexpr int Rounds = 1000;
  for (int Round = 0; Round < Rounds; ++Round) {
    Distribution D;
    for (int I = 0; I < 2000; ++I)
      D.add(uint64_t(std::llround(Work(Random))), {1, 0}, 0);
    Figures F = D.correctedFigures(overhead(0, 0, 1));
    Covered += std::abs(*F.StdDev - 500) <= *F.Uncertainty->StdDev;
  }
  EXPECT_GE(Covered, Rounds * 0.93);
}

TEST(Clipping, SaysHowFarBelowZeroFiguresWouldBe) {
  ProbeOverhead B = overhead(30, 10, 1);
  Distribution D;
  D.add(4, {1, 0}, B.TimedMin, 60);
  D.add(7, {1, 0}, B.TimedMin, 30);
  D.add(25, {1, 0}, B.TimedMin, 110);
  Figures F = D.correctedFigures(B);
  ASSERT_TRUE(F.Clipped);
  EXPECT_EQ(F.Mean, 0);
  double Mean = (4 * 60 + 7 * 30 + 25 * 110) / 200.0;
  EXPECT_NEAR(*F.Clipped->Mean, 30 - Mean, 1e-9);
  EXPECT_EQ(F.Clipped->Values, 200u);
  EXPECT_EQ(*F.Clipped->Min, 26);
  EXPECT_EQ(*F.Clipped->Max, 5);
  EXPECT_EQ(*F.Clipped->Percentiles[0], 5); // the 100th of 200 took 25
  EXPECT_EQ(F.Clipped->Percentiles[1], 5);  // and so did the 180th
  EXPECT_EQ(*F.P50, 0);
}

// Only the least that their probes cost is taken from extremes.
TEST(Clipping, OfVaryingProbesIsThatOfUpperValues) {
  ProbeOverhead B = overhead(30, 10, 1);
  Distribution D;
  D.add(4, {1, 0}, B.TimedMin, 60);
  D.add(7, {1, 0}, B.TimedMin, 30);
  D.add(45, {3, 0}, B.TimedMin, 110);
  Figures F = D.correctedFigures(B);
  ASSERT_TRUE(F.Clipped);
  EXPECT_EQ(F.Mean, 0);
  EXPECT_NEAR(*F.Clipped->Mean, 2.1 * 30 - 27, 1e-9);
  EXPECT_EQ(F.Clipped->Values, 90u);
  EXPECT_EQ(*F.Clipped->Min, 6);
  EXPECT_FALSE(F.Clipped->Max);
  EXPECT_FALSE(F.Clipped->Percentiles[0]); // the 100th of 200 is 45 − 30
  EXPECT_EQ(*F.P50, 15);
}

TEST(Clipping, OfVaryingProbesIsThatOfEachPercentile) {
  ProbeOverhead B = overhead(30, 10, 1);
  Distribution D;
  D.add(4, {1, 0}, B.TimedMin, 60);
  D.add(25, {3, 0}, B.TimedMin, 140);
  Figures F = D.correctedFigures(B);
  ASSERT_TRUE(F.Clipped);
  EXPECT_EQ(F.Clipped->Percentiles[0], 5); // the 100th of 200 is 25 − 30
  EXPECT_EQ(F.Clipped->Percentiles[1], 5);
}

TEST(Clipping, OfAPercentileIsThatOfItsRank) {
  ProbeOverhead B = overhead(10, 10, 1);
  Distribution D;
  D.add(4, {1, 0}, B.TimedMin, 60);
  D.add(7, {1, 0}, B.TimedMin, 70);
  D.add(25, {1, 0}, B.TimedMin, 20);
  Figures F = D.correctedFigures(B);
  ASSERT_TRUE(F.Clipped);
  EXPECT_EQ(*F.P50, 0);
  EXPECT_EQ(*F.Clipped->Percentiles[0], 3); // the 75th of 150 took 7
  EXPECT_FALSE(F.Clipped->Percentiles[1]);
}

TEST(Clipping, SurvivesMerging) {
  ProbeOverhead B = overhead(10, 10, 1);
  Distribution A, C;
  A.add(20, {1, 0}, B.TimedMin);
  C.add(4, {1, 0}, B.TimedMin);
  A.merge(C);
  ASSERT_TRUE(A.correctedFigures(B).Clipped);
  EXPECT_EQ(*A.correctedFigures(B).Clipped->Min, 6);
  EXPECT_FALSE(A.correctedFigures(B).Clipped->Mean);
}

TEST(Clipping, GoesWithValuesThatAreExchanged) {
  ProbeOverhead B = overhead(10, 10, 1);
  Distribution All, Old, New;
  All.add(20, {1, 0}, B.TimedMin, 5);
  All.add(4, {1, 0}, B.TimedMin);
  Old.add(4, {1, 0}, B.TimedMin);
  New.add(7, {1, 0}, B.TimedMin);
  All.exchange(Old, New);
  EXPECT_EQ(*All.correctedFigures(B).Clipped->Min, 3);
  Distribution Last;
  Last.add(30, {1, 0}, B.TimedMin);
  All.exchange(New, Last);
  EXPECT_FALSE(All.correctedFigures(B).Clipped);
}

TEST(Clipping, IsAbsentWhereNothingIsRaised) {
  ProbeOverhead B = overhead(10, 8, 1);
  Distribution D;
  D.add(20, {1, 0}, B.TimedMin, 100);
  EXPECT_FALSE(D.correctedFigures(B).Clipped);
}

} // namespace
