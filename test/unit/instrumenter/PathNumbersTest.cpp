//===- PathNumbersTest.cpp - Paths come back from their numbers -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-011

#include "NumberedGraph.h"
#include <gtest/gtest.h>

using namespace ipoint;
using namespace ipoint::database;

namespace {

/// The ipoints of a walk that ended at \p Last with that number, having come so
/// often to where a loop is counted. Empty if there is no such walk.
llvm::SmallVector<uint32_t> decoded(const PathTable &Table, uint32_t Last,
                                    uint64_t Number, uint64_t Visits) {
  llvm::SmallVector<uint32_t> Path, Result;
  std::optional<PathTable::Loop> In;
  if (!Table.decode(Last, Number, Path, In) || Visits < (In && In->Counts))
    return {};
  if (!In)
    return Visits ? Result : Path;
  Result.append(Path.begin(), Path.begin() + In->Head + 1);
  for (uint64_t Round = In->Counts; Round != Visits; ++Round)
    llvm::append_range(Result, In->Round);
  Result.append(Path.begin() + In->Head + 1, Path.end());
  return Result;
}

/// Walks from where paths begin, at random, and decodes what the walk adds up.
void expectWalksBack(const Numbered &N, Random &R, unsigned Walks) {
  Unit U = N.unit();
  PathTable Table(U);
  std::optional<PathTable::Fault> Fault = Table.check();
  ASSERT_FALSE(Fault) << Fault->Why << ' ' << Fault->OfTransition << ' '
                      << Fault->Index;
  std::vector<std::vector<uint32_t>> From(N.count());
  std::vector<unsigned> Sources(N.count());
  for (auto [Index, T] : llvm::enumerate(N.Transitions)) {
    From[T.first].push_back(Index);
    ++Sources[T.second];
  }
  for (auto [Index, T] : llvm::enumerate(N.Transitions))
    ASSERT_TRUE(N.Numbers.Increments[Index] == 0 || Sources[T.second] == 1);
  for (uint32_t I = 1; I != N.count(); ++I)
    ASSERT_TRUE(N.ends(I) || !N.MustEnd[I]);
  ASSERT_LT(N.Numbers.Total, EndOfPaths);
  std::vector<uint32_t> Starts;
  for (uint32_t I = 0; I != N.count(); ++I)
    if (N.Numbers.Bases[I])
      Starts.push_back(I);
  llvm::SmallVector<uint32_t> Path;
  for (; Walks && !Starts.empty(); --Walks) {
    uint32_t At = Starts[below(R, Starts.size())];
    uint64_t Number = *N.Numbers.Bases[At], Visits = 0;
    Path = {At};
    do {
      ASSERT_TRUE(N.Numbers.CountBits || Path.size() <= N.count());
      ASSERT_FALSE(From[At].empty());
      uint32_t T = From[At][below(R, From[At].size())];
      Number += N.Numbers.Increments[T];
      Path.push_back(At = N.Transitions[T].second);
      Visits += N.Numbers.Encodings[At] == Encoding::Count;
    } while (!N.ends(At));
    ASSERT_LT(Number, N.Numbers.Total);
    if (N.Numbers.CountBits) {
      ASSERT_LE(N.Numbers.Total, Table.stride(At));
      ASSERT_TRUE(Visits == 0 || N.Numbers.HasCount[At]);
      ASSERT_TRUE(Visits == 0 || N.Plain.empty() || !N.Plain[At]);
    }
    ASSERT_EQ(Path, decoded(Table, At, Number, Visits));
  }
}

TEST(PathNumbers, ComeBackFromStructuredGraphs) {
  Random R(1);
  for (unsigned I = 0; I != 3000 && !HasFatalFailure(); ++I)
    expectWalksBack(structured(R, 1 + below(R, 80)), R, 40);
}

TEST(PathNumbers, ComeBackFromAnyGraph) {
  Random R(2);
  for (unsigned I = 0; I != 5000 && !HasFatalFailure(); ++I)
    expectWalksBack(irreducible(R), R, 40);
}

TEST(PathNumbers, AreFewForBranches) {
  // if (a) b; if (c) d; return;
  Numbered N({{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}, 5);
  EXPECT_EQ(N.Numbers.Total, 4u);
  for (uint32_t I = 0; I != 4; ++I)
    EXPECT_FALSE(N.ends(I));
  EXPECT_TRUE(N.ends(4));
  EXPECT_EQ(N.Numbers.Bases[0], 0u);
  EXPECT_EQ(N.Numbers.Bases[4], std::nullopt);
}

TEST(PathNumbers, EndAtTheBodyOfALoop) {
  // entry -> head -> body -> head, head -> exit
  Numbered N({{0, 1}, {1, 2}, {2, 1}, {1, 3}}, {false, false, true, false},
             pathLimit(4));
  EXPECT_FALSE(N.ends(1));
  EXPECT_TRUE(N.ends(2));
  EXPECT_TRUE(N.ends(3));
}

/// With one body and any number of counters.
Numbered withLoops(std::set<Pair> Pairs, uint32_t Count,
                   std::set<uint32_t> Bodies, std::set<uint32_t> Records = {}) {
  PathPlaces Places;
  Places.MustEnd.resize(Count);
  for (uint32_t I = 0; I != Count; ++I) {
    Places.Bodies.push_back(Bodies.count(I));
    Places.Records.push_back(Records.count(I));
  }
  Places.Counters = Places.Bodies;
  Places.Plain.resize(Count);
  return {Pairs, Places, pathLimit(Count)};
}

TEST(CountedLoops, HaveOneRecord) {
  // entry -> head -> body -> head, head -> exit
  Numbered N = withLoops({{0, 1}, {1, 2}, {2, 1}, {1, 3}}, 4, {2});
  EXPECT_FALSE(N.ends(1));
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.Numbers.HasCount[3]);
  EXPECT_EQ(N.Numbers.CountBits, 0u);
}

TEST(CountedLoops, HaveARecordBetweenThem) {
  // Two of them, and a join between.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 4}, {4, 5}, {5, 4}, {4, 6}}, 7,
      {2, 5});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.ends(3));
  EXPECT_EQ(N.Numbers.Encodings[5], Encoding::Count);
}

TEST(CountedLoops, HaveOtherLoopsBehindThem) {
  // Nothing between the heads of the two.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 4}, {4, 3}, {3, 5}}, 6, {2, 4});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.ends(4));
}

TEST(CountedLoops, LieInOtherLoops) {
  // Head 1 and body 2, in it head 3 and body 4.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 1}, {1, 5}}, 6, {2, 4});
  EXPECT_TRUE(N.ends(2));
  EXPECT_EQ(N.Numbers.Encodings[4], Encoding::Count);
  EXPECT_FALSE(N.ends(1));
  EXPECT_FALSE(N.ends(3));
}

TEST(CountedLoops, GoRoundInOneWayAndCallNothing) {
  std::set<Pair> Loop = {{0, 1}, {1, 2}, {2, 1}, {1, 3}};
  EXPECT_TRUE(withLoops(Loop, 4, {2}, {1}).ends(2));
  std::set<Pair> Branch = {{0, 1}, {1, 2}, {2, 3}, {2, 4},
                           {3, 4}, {4, 1}, {1, 5}};
  EXPECT_TRUE(withLoops(Branch, 6, {2}).ends(2));
  std::set<Pair> Forever = {{0, 1}, {1, 2}, {2, 1}};
  EXPECT_TRUE(withLoops(Forever, 3, {2}).ends(2));
}

TEST(CountedLoops, MayBeLeftInSeveralWays) {
  // From the head, and by a break.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {5, 1}, {1, 4}}, 6, {2});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_EQ(N.Numbers.Total, 2u);
  EXPECT_EQ(N.Numbers.CountBits, 1u);
}

TEST(PathNumbers, EndInCyclesWithoutABody) {
  Numbered N({{0, 1}, {1, 2}, {2, 1}, {2, 3}}, 4);
  EXPECT_TRUE(N.ends(1));
  EXPECT_FALSE(N.ends(2));
}

TEST(PathNumbers, EndAtSharedTargetsThatNothingDistinguishes) {
  // From 0 and 1 to both 2 and 3.
  Numbered N({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}, 5);
  EXPECT_TRUE(N.ends(2));
  EXPECT_TRUE(N.ends(3));
  EXPECT_TRUE(N.ends(4));
}

/// Time and numbers of functions as long as SQLite's longest, and longer.
TEST(PathNumbers, StayBelowTheLimitInLongFunctions) {
  constexpr uint32_t Branches = 20000;
  std::set<Pair> Chain, Cases, Gotos;
  for (uint32_t I = 0; I != Branches; ++I) {
    Chain.insert({{2 * I, 2 * I + 1}, {2 * I, 2 * I + 2}});
    Chain.insert({2 * I + 1, 2 * I + 2});
    Cases.insert({{0, I + 1}, {I + 1, Branches + 1}});
  }
  for (uint32_t I = 1; I != 800; ++I)
    for (uint32_t J = 1; J != 800; ++J)
      Gotos.insert({{0, I}, {I, J}});
  Random R(3);
  Numbered Long(Chain, 2 * Branches + 1);
  expectWalksBack(Long, R, 2000);
  EXPECT_LT(llvm::count(Long.Numbers.Encodings, Encoding::Path), 2000);
  Numbered Switch(Cases, Branches + 2);
  expectWalksBack(Switch, R, 2000);
  EXPECT_EQ(Switch.Numbers.Total, Branches);
  expectWalksBack(Numbered(Gotos, 800), R, 2000);
}

} // namespace
