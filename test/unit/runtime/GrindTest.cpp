//===- GrindTest.cpp - Slices of work, and where they lose time -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

extern "C" {
#include "calibrate/grind.h"
}

namespace {

/// Slices from a microsecond to a second (in ticks of 1 ns; a load takes 1).
std::vector<ipoint_slice> make() {
  std::vector<ipoint_slice> Slices(400);
  Slices.resize(ipoint_slices_make(Slices.data(), Slices.size(), 1e3, 1e9, 1));
  return Slices;
}

double total(const std::vector<ipoint_slice> &Slices, size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I < Count; ++I)
    Sum += Slices[I].length * double(Slices[I].wanted);
  return Sum;
}

/// The fewest interruptions that a slice can meet: of a timer that takes Taken
/// each Period.
void interrupt(std::vector<ipoint_slice> &Slices, double Period, double Taken) {
  for (ipoint_slice &S : Slices)
    S.best += Taken * std::floor(S.length / (Period - Taken));
}

void undisturbed(std::vector<ipoint_slice> &Slices, double Wobble = 0) {
  std::mt19937 Random(3);
  std::uniform_real_distribution<double> Share(0, Wobble);
  for (ipoint_slice &S : Slices)
    S.best = S.length * (1 + Share(Random));
}

std::vector<ipoint_knee> knees(const std::vector<ipoint_slice> &Slices) {
  std::vector<ipoint_knee> Found(IPOINT_MOST_KNEES);
  Found.resize(ipoint_knees_find(Slices.data(), Slices.size(), Found.data()));
  return Found;
}

TEST(Grind, EachSliceIsATenthLonger) {
  auto Slices = make();
  EXPECT_NEAR(Slices.front().length, 1e3, 64);
  EXPECT_NEAR(Slices.back().length, 1e9, 0.1e9);
  for (size_t I = 60; I < Slices.size(); ++I)
    EXPECT_NEAR(Slices[I].length / Slices[I - 1].length, 1.1, 0.01);
}

TEST(Grind, WithTimeEnoughAllRunOften) {
  auto Slices = make();
  EXPECT_EQ(ipoint_slices_plan(Slices.data(), Slices.size(), 100, 1e13),
            Slices.size());
  for (const ipoint_slice &S : Slices)
    EXPECT_EQ(S.wanted, 100u);
}

TEST(Grind, WithLessTimeLongOnesRunLessOften) {
  auto Slices = make();
  size_t Count = ipoint_slices_plan(Slices.data(), Slices.size(), 100, 30e9);
  EXPECT_EQ(Count, Slices.size());
  EXPECT_LE(total(Slices, Count), 30e9);
  EXPECT_GE(total(Slices, Count), 25e9);
  EXPECT_EQ(Slices.front().wanted, 100u);
  EXPECT_GE(Slices.back().wanted, 1u);
  for (size_t I = 1; I < Count; ++I)
    EXPECT_LE(Slices[I].wanted, Slices[I - 1].wanted);
}

TEST(Grind, WithLittleTimeTheLongestAreLeftOut) {
  auto Slices = make();
  size_t Count = ipoint_slices_plan(Slices.data(), Slices.size(), 100, 1e8);
  EXPECT_LT(Count, Slices.size());
  EXPECT_LE(total(Slices, Count), 1e8);
  EXPECT_LT(Slices[Count - 1].length, 1e8);
}

TEST(Grind, KneeOfATimer) {
  for (double Period : {1e6, 4e6, 10e6}) {
    auto Slices = make();
    undisturbed(Slices);
    interrupt(Slices, Period, Period / 50);
    auto Found = knees(Slices);
    ASSERT_EQ(Found.size(), 1u) << Period;
    EXPECT_LE(Found[0].below, Period * 0.98);
    EXPECT_GE(Found[0].from, Period * 0.98);
    EXPECT_NEAR(Found[0].loss, 0.02, 0.006);
  }
}

TEST(Grind, KneesOfTwoTimers) {
  auto Slices = make();
  undisturbed(Slices, 1e-4);
  interrupt(Slices, 0.5e6, 3e3);
  interrupt(Slices, 50e6, 4e6);
  auto Found = knees(Slices);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_NEAR(Found[0].from, 0.5e6, 0.05e6);
  EXPECT_NEAR(Found[1].from, 46e6, 4.6e6);
}

TEST(Grind, NoKneeWithoutInterruptions) {
  auto Slices = make();
  undisturbed(Slices, 0.03);
  EXPECT_TRUE(knees(Slices).empty());
  // Nor where the clock slows down while it works.
  for (size_t I = 0; I < Slices.size(); ++I)
    Slices[I].best =
        Slices[I].length * (1 + 0.05 * double(I) / double(Slices.size()));
  EXPECT_TRUE(knees(Slices).empty());
  Slices.clear();
  EXPECT_TRUE(knees(Slices).empty());
}

TEST(Grind, ALoadTakesAsLongInLongRounds) {
  struct ipoint_grind_speed Speed = ipoint_grind_speed();
  EXPECT_GT(Speed.load, 0);
  EXPECT_GT(Speed.add, 0);
  // From the cache: some cycles, which an addition is one of.
  EXPECT_GT(Speed.load, 1.5 * Speed.add);
}

} // namespace
