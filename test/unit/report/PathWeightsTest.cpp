//===- PathWeightsTest.cpp - What adding up numbers of paths takes --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "callstack/Rebuilder.h"
#include "overhead/Clock.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::analysis;
using database::Encoding;
using database::Kind;

namespace {

constexpr uint32_t First = 256, Entry = 256, Body = 258, Exit = 263;

/// A loop with an if and an else in it, as the instrumenter numbers it: entry
/// and exit are timed.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  addFunction(U, "f",
              {{Kind::Condition, "for.1/condition"},
               {Kind::Body, "for.1/body"},
               {Kind::Then, "for.1/body/if.1/then"},
               {Kind::Else, "for.1/body/if.1/else"},
               {Kind::Join, "for.1/body/if.1/join"},
               {Kind::Join, "for.1/join"}});
  U.Functions[0].S = database::Store::Paths;
  U.Transitions = {{0, 1}, {1, 2}, {1, 6, 1}, {2, 3}, {2, 4, 2},
                   {3, 5}, {4, 5}, {5, 1},    {6, 7}};
  for (uint32_t I = 1; I != 7; ++I) {
    U.Ipoints[I].E = Encoding::Sum;
    U.Ipoints[I].Timed = false;
  }
  U.Ipoints[0].PathBase = 0;
  U.Ipoints[2].E = U.Ipoints[7].E = Encoding::Path;
  U.Ipoints[2].PathBase = 2;
  return P;
}

database::PathTable::Sums sumsOf(const database::PathTable &T, uint32_t Last,
                                 uint64_t Number) {
  llvm::SmallVector<uint32_t, 8> Path;
  std::optional<database::PathTable::Loop> In;
  EXPECT_TRUE(T.decode(Last - First, Number, Path, In));
  return T.sumsOf(Path, In);
}

TEST(PathSums, AreTheStatementsOfAPath) {
  database::Program P = makeProgram();
  database::PathTable T(P.Units[0]);
  // From the entry, where the number is set to 0, to the body, where it is set.
  database::PathTable::Sums S = sumsOf(T, Body, 0);
  EXPECT_TRUE(S.IsSummed);
  EXPECT_FALSE(S.HasMore);
  EXPECT_EQ(S.Adds, 0U);
  EXPECT_EQ(S.Sets, 1U);
  EXPECT_EQ(S.Clears, 1U);
  // Round by the else, which adds.
  S = sumsOf(T, Body, 4);
  EXPECT_EQ(S.Adds, 1U);
  EXPECT_EQ(S.Sets, 1U);
  EXPECT_EQ(S.Clears, 0U);
  // By the else and out of the loop. Behind the exit nothing is set.
  S = sumsOf(T, Exit, 5);
  EXPECT_EQ(S.Adds, 2U);
  EXPECT_EQ(S.Sets, 0U);
}

TEST(PathSums, OfARecordThatAddsAreKnown) {
  database::Program P = makeProgram();
  database::Unit &U = P.Units[0];
  U.Transitions[2].Increment = 0;
  U.Transitions[8].Increment = 1;
  U.Transitions[1].Increment = 3;
  database::PathTable T(U);
  database::PathTable::Sums S = sumsOf(T, Exit, 1);
  EXPECT_TRUE(S.HasMore);
  EXPECT_EQ(S.Adds, 0U);
}

TEST(PathSums, AreNoneWhereAllNumbersAre0) {
  database::Program P = makeProgram();
  database::Unit &U = P.Units[0];
  for (database::Transition &T : U.Transitions)
    T.Increment = 0;
  U.Transitions = {{0, 1}, {1, 6}, {6, 7}};
  U.Ipoints[2].PathBase.reset();
  U.Ipoints[2].E = Encoding::Sum;
  database::PathTable::Sums S = sumsOf(database::PathTable(U), Exit, 0);
  EXPECT_FALSE(S.IsSummed);
  EXPECT_EQ(S.Clears, 0U);
}

/// Keeps the probes of the last call.
class ProbeSink : public UnhurriedSink {
public:
  using UnhurriedSink::finish;
  using UnhurriedSink::UnhurriedSink;
  void finish(uint32_t, const Activation &A) { Last = A; }

  Activation Last;
};

TEST(PathWeights, OfRecordsAndTheirStatementsAreAddedUp) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  Symbols.setRecordWeight(9);
  PathWeights W;
  W.Record = 10;
  W.Add = 3;
  W.Set = 2;
  W.Clear = 1;
  Symbols.addPathWeights(First, 8, W);
  ProbeSink Sink(Symbols);
  Rebuilder<ProbeSink> Events(Symbols, Sink);
  Events.timed(Entry, 1000);
  Events.untimed(Body, 0); // 10 + 1 + 2
  Events.untimed(Body, 4); // 10 + 3 + 2
  Events.untimed(Body, 2); // 10 + 2
  Events.untimed(Exit, 5); // 10 + 2 · 3
  Events.timed(Exit, 2000);
  EXPECT_TRUE(Sink.Last.SelfUsable);
  EXPECT_EQ(Sink.Last.SelfProbes, (ProbeCount{1, 13 + 15 + 12 + 16}));
  EXPECT_EQ(Sink.Last.InclusiveProbes, (ProbeCount{1, 56}));
}

TEST(PathWeights, AreOneForEachRecordWhereNothingIsKnown) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  ProbeSink Sink(Symbols);
  Rebuilder<ProbeSink> Events(Symbols, Sink);
  Events.timed(Entry, 1000);
  Events.untimed(Body, 0);
  Events.untimed(Exit, 5);
  Events.timed(Exit, 2000);
  EXPECT_EQ(Sink.Last.SelfProbes, (ProbeCount{1, 2}));
}

ClockModel makeClock(double Untimed, SumModel S) {
  ClockModel C;
  ProbeModel &P = C.Probes.emplace_back();
  P.IsUsed = true;
  P.UntimedMean = P.UntimedMeanRecorded = Untimed;
  C.Sums = S;
  return C;
}

TEST(PathWeights, AreExactWhereFewPartsAreEnough) {
  ClockModel C = makeClock(30, {33, 2, 3, 2, 1});
  setUntimedWeight(C);
  EXPECT_EQ(C.UntimedWeight, 30U);
  EXPECT_EQ(overheadsOf(C).front().UntimedMean, 1);
  C = makeClock(27, {24, 0, 3, 3, 3});
  setUntimedWeight(C);
  EXPECT_EQ(C.UntimedWeight, 9U);
}

TEST(PathWeights, AreNearlySoElse) {
  ClockModel C = makeClock(300.001, {33.007, 2, 3, 2, 1});
  setUntimedWeight(C);
  EXPECT_EQ(C.UntimedWeight, 1024U);
  C.UntimedWeight = 1;
  C.Probes.push_back(C.Probes.front());
  C.Probes.front().UntimedMean = 30;
  C.Probes.back().UntimedMean = 60;
  C.Sums = SumModel{30, 0, 3, 3, 3};
  setUntimedWeight(C);
  EXPECT_EQ(C.UntimedWeight, 1024U);
}

TEST(PathWeights, AreNoneWhereUntimedProbesTakeNothing) {
  ClockModel C = makeClock(0, {0, 0, 1, 0, 0});
  setUntimedWeight(C);
  EXPECT_FALSE(C.Sums);
  EXPECT_EQ(C.UntimedWeight, 1U);
}

} // namespace
