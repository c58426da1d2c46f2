//===- VisitLogTest.cpp - What the rounds of the second pass need ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/exclude/VisitLog.h"
#include "gtest/gtest.h"
#include <string>

using namespace ipoint::analysis;

namespace {

/// Writes down what it reads.
class Reader : public VisitLogReader {
public:
  void startStream() override { note({0}); }
  void visit(const LoggedVisit &V) override {
    note({1, V.Block, V.Depth, V.At, V.Ticks, V.Probes.Timed, V.Probes.Untimed,
          V.Count, V.CallsOut, V.IsHandlers, V.IsRecorded[Recorded::Switch],
          V.IsRecorded[Recorded::Handler], V.IsRecorded[Recorded::Kernel]});
  }
  void untimed(const LoggedUntimed &V) override {
    note({6, V.Depth, V.Ticks, V.CallsOut, V.IsHandlers});
  }
  void count(uint32_t Block, uint64_t Visits) override {
    note({3, Block, Visits});
  }
  void interrupted(uint32_t Block, Recorded::Kind Kind,
                   uint64_t Response) override {
    note({4, Block, Kind, Response});
  }
  void end(const LoggedEnd &E) override {
    const CallTimes &A = E.Times;
    note({5, E.Depth, E.IsHandler, E.HasTimes, E.Function, E.Node, A.SelfUsable,
          A.InclusiveUsable, A.Self, A.SelfProbes.Timed, A.SelfProbes.Untimed,
          A.Inclusive, A.InclusiveProbes.Timed, A.InclusiveProbes.Untimed});
  }

  std::string Text;

private:
  void note(std::initializer_list<uint64_t> Numbers) {
    for (uint64_t N : Numbers)
      Text += std::to_string(N) + ' ';
    Text += '\n';
  }
};

/// Sends \p Rounds times each type of event to \p To and to \p Log.
void fill(VisitLogReader &Log, Reader &To, unsigned Rounds) {
  Log.startStream();
  To.startStream();
  for (unsigned I = 0; I < Rounds; ++I) {
    // Damaged times go back.
    LoggedVisit V = {
        I,          I + 1,      I % 3 ? 100 * I : UINT64_MAX - I,
        77 * I,     {I, 2},     I,
        I % 3 == 0, I % 5 == 0, {I % 7 == 0, I % 4 == 0, I % 6 == 0}};
    Log.visit(V);
    To.visit(V);
    Log.count(I, UINT64_MAX);
    To.count(I, UINT64_MAX);
    Recorded::Kind Kind = Recorded::All[I % Recorded::Kinds];
    Log.interrupted(I, Kind, 3);
    To.interrupted(I, Kind, 3);
    LoggedUntimed U = {I, 5 * I, I % 3 == 0, I % 2 == 0};
    Log.untimed(U);
    To.untimed(U);
    LoggedEnd E;
    E.Depth = I + 1;
    E.IsHandler = I % 2;
    E.HasTimes = I % 3;
    if (E.HasTimes) {
      E.Function = I;
      E.Node = I + 9;
      E.Times.SelfUsable = I % 2;
      E.Times.InclusiveUsable = I % 5 == 0;
      E.Times.Self = UINT64_MAX;
      E.Times.SelfProbes = {1, I};
      E.Times.Inclusive = I;
      E.Times.InclusiveProbes = {UINT64_MAX, UINT64_MAX};
    }
    Log.end(E);
    To.end(E);
  }
}

TEST(VisitLog, ReplaysWhatItReceived) {
  for (unsigned Rounds : {0, 1, 100, 10'000}) {
    VisitLog Log(16 << 20);
    Reader Sent, Read, Again;
    fill(Log, Sent, Rounds);
    ASSERT_TRUE(Log.isWhole());
    Log.read(Read);
    Log.read(Again);
    EXPECT_EQ(Read.Text, Sent.Text);
    EXPECT_EQ(Again.Text, Sent.Text);
  }
}

TEST(VisitLog, KeepsNoMoreThanItMay) {
  VisitLog Log(200'000);
  Reader Sent, Read;
  fill(Log, Sent, 10'000);
  EXPECT_FALSE(Log.isWhole());
  Log.read(Read);
  EXPECT_EQ(Read.Text, "");
}

TEST(LoggedTimes, AreThoseThatMayBeInterrupted) {
  Decision V;
  EXPECT_TRUE(LoggedTimes::of(V).isEmpty());
  V.State = FilterState::Applied;
  V.Instead.Ticks = 50;
  V.Interrupted = {{0, 9}, {100, 200}, {300, UINT64_MAX}};
  LoggedTimes T = LoggedTimes::of(V);
  EXPECT_TRUE(T.has(9) && T.has(100) && T.has(250));
  EXPECT_FALSE(T.has(10) || T.has(99));
  V.Watched = {{80, 90}};
  EXPECT_TRUE(LoggedTimes::of(V).has(80));
  EXPECT_TRUE(LoggedTimes::of(V).IsCounted);
  EXPECT_FALSE(T.IsCounted);
  V.State = FilterState::Refused;
  EXPECT_TRUE(LoggedTimes::of(V).has(80));
  EXPECT_FALSE(LoggedTimes::of(V).has(9));
}

TEST(LoggedTimes, CoverThoseThatAreNoMore) {
  LoggedTimes Some = {10, 100, false};
  EXPECT_TRUE(Some.covers(Some));
  EXPECT_TRUE(Some.covers({0, UINT64_MAX, false}));
  EXPECT_TRUE(Some.covers({5, 100, false}));
  EXPECT_FALSE(Some.covers({11, 100, false}));
  EXPECT_FALSE(Some.covers({10, 99, false}));
  EXPECT_FALSE(Some.covers({10, 100, true}));
  LoggedTimes More = Some;
  More.add({11, 99, true});
  EXPECT_TRUE(More.covers(Some) && More.covers({11, 99, true}));
}

} // namespace
