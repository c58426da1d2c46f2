//===- OffCpuTimesTest.cpp - How long a thread was off CPU ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "callstack/Rebuilder.h"
#include "count/Collector.h"
#include "trace/SwitchReader.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::trace;

namespace {

TEST(OffCpuTimes, AddsUpWhatOverlaps) {
  OffCpuTimes T;
  EXPECT_EQ(T.within(0, 1000), 0u);
  T.add({100, 150, OffCpuSpan::Waits});
  T.add({200, 210, OffCpuSpan::Preempted});
  T.add({300, 400, OffCpuSpan::Interrupted});
  EXPECT_EQ(T.within(0, 1000), 60u);
  EXPECT_EQ(T.within(0, 100), 0u);
  EXPECT_EQ(T.within(120, 205), 35u);
  EXPECT_EQ(T.within(150, 200), 0u);
  EXPECT_EQ(T.within(210, 400), 0u);
  EXPECT_EQ(T.within(140, 110), 0u);
}

TEST(OffCpuTimes, AtEndsAPartWithinTheSlackIsNone) {
  OffCpuTimes T;
  T.add({100, 150, OffCpuSpan::Waits});
  T.add({200, 210, OffCpuSpan::Preempted});
  EXPECT_EQ(T.within(0, 115, 20), 0u);
  EXPECT_EQ(T.within(0, 125, 20), 25u);
  EXPECT_EQ(T.within(135, 400, 20), 10u);
  EXPECT_EQ(T.within(125, 205, 20), 25u);
  EXPECT_EQ(T.touching(149, 201), 60u);
  EXPECT_EQ(T.touching(150, 200), 0u);
  EXPECT_EQ(T.wholly(100, 150), 50u);
  EXPECT_EQ(T.wholly(101, 500), 10u);
}

TEST(OffCpuTimes, KeepsTheSumInBoundedMemory) {
  OffCpuTimes Few(64), All;
  for (uint64_t I = 0; I != 10000; ++I)
    for (OffCpuTimes *T : {&Few, &All})
      T->add({100 * I, 100 * I + 1 + I % 7, OffCpuSpan::Waits});
  EXPECT_EQ(Few.within(0, 1000000), All.within(0, 1000000));
  // No more is in between two moments than surely was, and no less in a probe.
  for (uint64_t From = 0; From < 1000000; From += 12347)
    for (uint64_t To : {From + 50, From + 5000, From + 400000}) {
      EXPECT_LE(Few.within(From, To), All.within(From, To));
      EXPECT_GE(Few.touching(From, To), All.touching(From, To));
      EXPECT_GE(Few.wholly(From, To), All.wholly(From, To));
    }
  EXPECT_GT(Few.within(123456, 765432), All.within(123456, 765432) * 8 / 10);
}

/// A stream in which f is called, and may time its calls; the thread was off
/// CPU from 3,000 to 3,500, and whenever else a test says.
class TimedCalls : public testing::Test {
protected:
  static constexpr uint64_t Slack = 20;
  OffCpuTimes Times;
  std::vector<std::pair<uint32_t, uint64_t>> Records; ///< untimed, by id

  void SetUp() override {
    Times.add({3000, 3500, OffCpuSpan::Waits});
    addFunction(addUnit(P), "f");
    P.Units[0].Transitions.push_back({0, 1});
  }
  void call(uint64_t End, uint64_t Ticks) {
    Records.push_back({IPOINT_ID_CALL_END, End & IPOINT_VALUE_MASK});
    Records.push_back({IPOINT_ID_CALL, ipoint_call_payload(256, Ticks)});
  }
  void longProbe(uint64_t From, uint64_t To) {
    Records.push_back({IPOINT_ID_PROBE_END, To & IPOINT_VALUE_MASK});
    Records.push_back({IPOINT_ID_PROBE, To - From});
  }
  /// With a time at \p Last before these.
  analysis::FunctionStats read(uint64_t Last = 1100) {
    analysis::SymbolTable Symbols(P, {true});
    analysis::Collector All(Symbols, {5, 1, 4, 1});
    All.startStream();
    analysis::StreamState State(Symbols, nullptr, Slack, nullptr);
    State.AllOffCpu = std::make_shared<OffCpuTimes>(Times);
    analysis::Rebuilder<analysis::Collector> Events(Symbols, All,
                                                    std::move(State));
    Events.timed(256, First);
    Events.timed(257, Last);
    for (auto [Id, Payload] : Records)
      Events.untimed(Id, Payload);
    Events.end();
    return std::move(All.Functions[0]);
  }
  /// The time of the one call.
  uint64_t time() {
    analysis::FunctionStats F = read();
    EXPECT_EQ(F.Called.raw().moments().Count, 1u);
    return uint64_t(F.Called.raw().moments().Sum);
  }
  uint64_t First = 1000; ///< time

private:
  database::Program P;
};

TEST_F(TimedCalls, HaveNoTimeOffCpu) {
  call(5000, 3000);
  analysis::FunctionStats F = read();
  EXPECT_EQ(F.Called.raw().moments().Sum, 3000u - 500);
  ASSERT_TRUE(F.CalledInterrupted);
  EXPECT_EQ(F.CalledInterrupted->Response.moments().Sum, 3000u);
  EXPECT_EQ(F.CalledInterrupted->OffCpu.moments().Sum, 500u);
}

TEST_F(TimedCalls, ThatBeganWhileOffCpuHaveTheRest) {
  call(5000, 1700);
  EXPECT_EQ(time(), 1700u - 200);
}

TEST_F(TimedCalls, HaveBothOfTwoTimesOffCpu) {
  Times.add({4000, 4100, OffCpuSpan::Preempted});
  call(5000, 3000);
  EXPECT_EQ(time(), 3000u - 600);
}

TEST_F(TimedCalls, DoNotEndWithATimeOffCpuInTheProbeBehindThem) {
  Times.add({4990, 5900, OffCpuSpan::Preempted}); // clocks differ
  call(5000, 3000);
  longProbe(5000, 6000);
  EXPECT_EQ(time(), 3000u - 500);
}

TEST_F(TimedCalls, LoseNoTimeOffCpuOfProbesWithin) {
  // Those of a call within: a probe has its beginning and end.
  Times.add({3600, 4100, OffCpuSpan::Preempted});
  longProbe(3590, 4085);
  call(5000, 2700);
  EXPECT_EQ(time(), 2700u - 500);
}

TEST_F(TimedCalls, LoseTimesOffCpuThatOnlyTouchProbes) {
  Times.add({3600, 4100, OffCpuSpan::Preempted});
  longProbe(4090, 4500);
  longProbe(4510, 4600);
  call(5000, 2700);
  EXPECT_EQ(time(), 2700u - 1000);
}

TEST_F(TimedCalls, AreNoShorterForAProbeAtTheirBeginning) {
  // What it took is in no time, so it is not known where they began.
  Times.add({3600, 4100, OffCpuSpan::Preempted});
  longProbe(3590, 4110);
  call(5000, 1000);
  call(5000, 1200);
  analysis::FunctionStats F = read();
  EXPECT_EQ(F.Called.raw().moments().Sum, 2200u);
}

TEST_F(TimedCalls, MayHaveWaitedForRoomInTheRing) {
  Times.add({20000, 20500, OffCpuSpan::Waits});
  call(uint64_t(5000) + (uint64_t(1) << 40), 3000);
  EXPECT_EQ(read(9000).Called.raw().moments().Sum, 3000u - 500);
}

TEST_F(TimedCalls, KeepWhatIsNotKnownToBeTheirs) {
  First = 3300; // what was probes' before is not recorded
  Records = {{IPOINT_ID_CALL, ipoint_call_payload(256, 3000)}}; // no end
  EXPECT_EQ(read(3400).Called.raw().moments().Sum, 3000u);
  Records.clear();
  call(5000, 3000);
  EXPECT_EQ(read(3400).Called.raw().moments().Sum, 3000u - 200);
  // Longer than clocks may differ, or longer than the call.
  Times = OffCpuTimes();
  Times.add({4000, 4000 + Slack, OffCpuSpan::Waits});
  EXPECT_EQ(read(3400).Called.raw().moments().Sum, 3000u);
}

TEST(OffCpuTimes, KnowsWhereABeginningIsMissing) {
  OffCpuTimes T;
  T.add({99, 100, OffCpuSpan::Waits, true});
  EXPECT_EQ(T.within(0, 200), 0u);
  EXPECT_TRUE(T.mayMiss(50, 100));
  EXPECT_TRUE(T.mayMiss(100, 150));
  EXPECT_FALSE(T.mayMiss(101, 200));
  EXPECT_FALSE(T.mayMiss(0, 99));
}

} // namespace
