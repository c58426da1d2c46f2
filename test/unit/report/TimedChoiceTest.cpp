//===- TimedChoiceTest.cpp - Which functions are worth timing -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/TimedChoice.h"
#include "gtest/gtest.h"

using namespace ipoint::analysis;
using ipoint::database::TimedIpoints;

namespace {

TimeModel timeOf(double Mean, uint64_t Count) {
  TimeModel T;
  T.Corrected.Mean = Mean;
  T.Corrected.Count = Count;
  return T;
}

/// A function with one loop, which calls nothing.
FunctionModel function(const char *Name, uint64_t Calls, double Mean,
                       uint64_t Iterations) {
  FunctionModel F;
  F.Name = Name;
  F.Status = FunctionStatus::Run;
  F.Calls = Calls;
  F.Self = F.Inclusive = timeOf(Mean, Calls);
  LoopModel L;
  L.Head = "for.1/condition";
  L.Body = "for.1/body";
  F.Loops = {L};
  for (auto [Block, Visits] : {std::pair("entry", Calls),
                               {"for.1/condition", Calls + Iterations},
                               {"for.1/body", Iterations},
                               {"end/exit", Calls}}) {
    BlockModel B;
    B.Name = Block;
    B.Visits = Visits;
    F.Blocks.push_back(B);
  }
  return F;
}

/// Timed probes take 20 ticks, records of paths none.
ReportModel reportOf(std::vector<FunctionModel> Functions) {
  ReportModel R;
  ProbeModel P;
  P.TimedMean = 20;
  R.Clock.Probes = {P};
  R.Functions = std::move(Functions);
  return R;
}

TimedChoice choose(const ReportModel &R, double Overhead) {
  llvm::Expected<TimedChoice> C = chooseTimed(R, Overhead);
  EXPECT_TRUE(bool(C));
  return C ? *C : TimedChoice();
}

TEST(TimedChoice, TakesNothingShorterThanTenProbes) {
  TimedChoice C = choose(
      reportOf({function("short", 10, 199, 0), function("long", 10, 200, 0)}),
      100);
  ASSERT_EQ(C.Functions.size(), 1u);
  EXPECT_EQ(C.Functions[0].Function, 1u);
  EXPECT_EQ(C.Functions[0].Timed, TimedIpoints::Functions);
  EXPECT_EQ(C.TooShort, 1u);
  EXPECT_EQ(C.Ran, 2u);
}

TEST(TimedChoice, TimesBlocksWhereTheyLast) {
  // Ten rounds of a loop: 23 readings a call by blocks.
  TimedChoice C = choose(reportOf({function("blocks", 1, 23 * 200, 10)}), 100);
  ASSERT_EQ(C.Functions.size(), 1u);
  EXPECT_EQ(C.Functions[0].Timed, TimedIpoints::Blocks);
  EXPECT_DOUBLE_EQ(C.Functions[0].Probes, 23);
  EXPECT_DOUBLE_EQ(C.Timing, 23 * 20);
  C = choose(reportOf({function("calls", 1, 22 * 200, 10)}), 100);
  ASSERT_EQ(C.Functions.size(), 1u);
  EXPECT_EQ(C.Functions[0].Timed, TimedIpoints::Functions);
}

TEST(TimedChoice, StaysWithinTheLimit) {
  // 40 ticks a call on 400, and on 4,000: both would cost 0.02 and 0.18 of all.
  ReportModel R = reportOf(
      {function("often", 1000, 400, 0), function("seldom", 10, 4000, 0)});
  TimedChoice C = choose(R, 1.05);
  ASSERT_EQ(C.Functions.size(), 1u);
  EXPECT_EQ(C.Functions[0].Function, 1u);
  EXPECT_EQ(C.TooDear, 1u);
  EXPECT_LE(C.expected(), 1.05);
  EXPECT_EQ(choose(R, 1.1).Functions.size(), 2u);
}

TEST(TimedChoice, LeavesATenthForTimesWhereCountingTakesAll) {
  ReportModel R = reportOf({function("seldom", 10, 4000, 0)});
  R.Clock.Probes[0].UntimedMean = 1000;
  TimedChoice C = choose(R, 1.5);
  EXPECT_EQ(C.Functions.size(), 1u);
  EXPECT_GT(C.expected(), 1.5);
}

TEST(TimedChoice, GoesByTheMeasuredPlainProgram) {
  ReportModel R = reportOf({function("often", 1000, 400, 0)});
  R.Traces.resize(2);
  ClosureInput Input;
  Input.Plain = 100000;
  R.Closure.emplace().Inputs = {Input};
  TimedChoice C = choose(R, 1.5);
  EXPECT_TRUE(C.IsPlainMeasured);
  EXPECT_DOUBLE_EQ(C.Plain, 200000);
}

TEST(TimedChoice, HasNothingToGoByWithoutTimes) {
  FunctionModel F = function("counted", 10, 0, 0);
  F.Self = F.Inclusive = std::nullopt;
  llvm::Expected<TimedChoice> C = chooseTimed(reportOf({F}), 1.5);
  EXPECT_FALSE(bool(C));
  llvm::consumeError(C.takeError());
}

} // namespace
