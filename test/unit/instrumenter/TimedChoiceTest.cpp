//===- TimedChoiceTest.cpp - Which functions are worth timing -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/config/Settings.h"
#include "gtest/gtest.h"

using namespace ipoint::database;
using ipoint::worthTiming;

namespace {

/// Timed records take 20 ticks, untimed ones 2.
ProfileTimes profile() {
  ProfileTimes P;
  P.TimedRecord = 20;
  P.UntimedRecord = 2;
  return P;
}

/// A function with one loop, which calls nothing: \p Mean ticks a call beside
/// the one record in each time.
FunctionTimes function(int64_t Calls, int64_t Mean, int64_t Iterations) {
  FunctionTimes F;
  F.Calls = Calls;
  F.Visits = 3 * Calls + 2 * Iterations;
  F.LoopsEntered = Calls;
  F.LoopIterations = Iterations;
  F.Self = F.Inclusive = {Calls, Calls * (Mean + 20), Calls, 0};
  return F;
}

TEST(TimedChoice, TakesNothingShorterThanTenProbes) {
  EXPECT_EQ(worthTiming(function(10, 199, 0), profile()), TimedIpoints::None);
  EXPECT_EQ(worthTiming(function(10, 200, 10), profile()),
            TimedIpoints::Functions);
}

TEST(TimedChoice, TakesTheMostThatLasts) {
  // Five visits a call, and five readings where loops are timed.
  EXPECT_EQ(worthTiming(function(10, 999, 10), profile()),
            TimedIpoints::Functions);
  EXPECT_EQ(worthTiming(function(10, 1000, 10), profile()),
            TimedIpoints::Blocks);
  FunctionTimes F = function(10, 1000, 10);
  F.Visits += 100; // of other blocks
  EXPECT_EQ(worthTiming(F, profile()), TimedIpoints::Loops);
}

TEST(TimedChoice, TakesTheProbesOff) {
  FunctionTimes F = function(10, 199, 0);
  F.Inclusive.Ticks += 20;
  EXPECT_EQ(worthTiming(F, profile()), TimedIpoints::Functions);
  F.Inclusive.Untimed = 6;
  EXPECT_EQ(worthTiming(F, profile()), TimedIpoints::None);
}

TEST(TimedChoice, GoesByCallsThatWereTimedByThemselves) {
  FunctionTimes F = function(10, 50, 0);
  F.Self = {};
  F.Called = {2, 2 * 220, 2, 0};
  EXPECT_EQ(worthTiming(F, profile()), TimedIpoints::Functions);
  F.Inclusive = {};
  EXPECT_EQ(worthTiming(F, profile()), TimedIpoints::Functions);
}

TEST(TimedChoice, AnInterruptMakesNoCallsLast) {
  FunctionTimes F;
  F.Calls = F.Visits = 1000;
  auto Choice = [&](int64_t Calls, int64_t Long) {
    F.Called = {Calls, 40 * Calls + 100000 * Long, Calls, 0, 100040};
    return worthTiming(F, profile());
  };
  EXPECT_EQ(Choice(64, 1), TimedIpoints::None);
  EXPECT_EQ(Choice(31, 1), TimedIpoints::Functions);  // too few to leave it out
  EXPECT_EQ(Choice(500, 2), TimedIpoints::Functions); // it lasts now and then
}

TEST(TimedChoice, HasNothingToGoByWithoutTimes) {
  FunctionTimes F = function(10, 1000, 0);
  F.Self = F.Inclusive = {};
  EXPECT_FALSE(worthTiming(F, profile()));
  EXPECT_FALSE(worthTiming(FunctionTimes(), profile()));
}

} // namespace
