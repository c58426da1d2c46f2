//===- AwayTimesTest.cpp - How long a thread was off CPU ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/AwayTimes.h"
#include "ProgramBuilder.h"
#include "callstack/Rebuilder.h"
#include "count/Collector.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::trace;

namespace {

TEST(AwayTimes, AddsUpWhatOverlaps) {
  AwayTimes T;
  EXPECT_EQ(T.within(0, 1000), 0u);
  T.add({100, 150, Away::Waits});
  T.add({200, 210, Away::Preempted});
  T.add({300, 400, Away::Interrupted});
  EXPECT_EQ(T.within(0, 1000), 60u);
  EXPECT_EQ(T.within(0, 100), 0u);
  EXPECT_EQ(T.within(120, 205), 35u);
  EXPECT_EQ(T.within(150, 200), 0u);
  EXPECT_EQ(T.within(210, 400), 0u);
  EXPECT_EQ(T.within(140, 110), 0u);
}

TEST(AwayTimes, KeepsTheSumInBoundedMemory) {
  AwayTimes Few(64), All;
  for (uint64_t I = 0; I != 10000; ++I)
    for (AwayTimes *T : {&Few, &All})
      T->add({100 * I, 100 * I + 1 + I % 7, Away::Waits});
  EXPECT_EQ(Few.within(0, 1000000), All.within(0, 1000000));
  // At an edge a span of many times is taken in proportion.
  uint64_t Exact = All.within(123456, 765432);
  EXPECT_NEAR(double(Few.within(123456, 765432)), double(Exact), 20);
  EXPECT_EQ(Exact, All.within(123456, 500000) + All.within(500000, 765432));
}

/// A call of f that ended at 5,000 after \p Ticks; the thread was off CPU from
/// 3,000 to 3,500 and from 4,990 on for 12. \p IsEndKnown: its time is
/// recorded.
analysis::FunctionStats called(uint64_t Ticks, bool IsEndKnown = true) {
  database::Program P;
  database::Unit &U = addUnit(P);
  addFunction(U, "f");
  U.Transitions.push_back({0, 1});
  analysis::SymbolTable Symbols(P, {true});
  analysis::Collector All(Symbols, {5, 1, 4, 1},
                          std::vector<std::optional<analysis::Thresholds>>(
                              Symbols.blocks().size()));
  All.startStream();
  analysis::StreamState State(Symbols, nullptr, /*Slack=*/20, nullptr);
  auto Times = std::make_shared<AwayTimes>();
  Times->add({3000, 3500, Away::Waits});
  Times->add({4990, 5002, Away::Waits});
  State.AllAway = std::move(Times);
  analysis::Rebuilder<analysis::Collector> Events(Symbols, All,
                                                  std::move(State));
  Events.timed(256, 1000);
  Events.timed(257, 1100);
  if (IsEndKnown)
    Events.untimed(IPOINT_ID_CALL_END, 5000);
  Events.untimed(IPOINT_ID_CALL, ipoint_call_payload(256, Ticks));
  Events.end();
  return std::move(All.Functions[0]);
}

TEST(AwayTimes, AreNoPartOfCallsThatWereTimedByThemselves) {
  analysis::FunctionStats F = called(3000);
  EXPECT_EQ(F.Called.raw().moments().Sum, 3000u - 510);
  ASSERT_TRUE(F.CalledInterrupted);
  EXPECT_EQ(F.CalledInterrupted->Response.moments().Sum, 3000u);
  EXPECT_EQ(F.CalledInterrupted->Away.moments().Sum, 510u);
  // Of a call that began within it, the rest.
  EXPECT_EQ(called(1700).Called.raw().moments().Sum, 1700u - 210);
}

TEST(AwayTimes, AreLeftInCallsWhereTheyAreNotKnown) {
  for (bool IsEndKnown : {true, false}) {
    // No longer than the clocks may differ, or no time of an end.
    analysis::FunctionStats F = called(IsEndKnown ? 1000 : 3000, IsEndKnown);
    EXPECT_EQ(F.Called.raw().moments().Sum, IsEndKnown ? 1000u : 3000u);
    EXPECT_FALSE(F.CalledInterrupted);
  }
}

} // namespace
