//===- CountedPathsTest.cpp - What counts of paths and loops say --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberedGraph.h"
#include "database/Counts.h"
#include "database/Times.h"
#include <gtest/gtest.h>
#include <map>

using namespace ipoint;
using namespace ipoint::database;

namespace {

/// What the code of a function that stores sums counts, and what follows from
/// it.
class Sums {
public:
  explicit Sums(const Numbered &N)
      : N(N), U(N.unit()), From(N.count()), Variables(N.count()) {
    for (auto [Index, T] : llvm::enumerate(N.Transitions))
      From[T.first].push_back(Index);
  }

  /// A call that goes any way, unless it takes too long.
  void call(Random &R) {
    Sums Before = *this;
    uint32_t At = 0;
    uint64_t Number = 0;
    for (unsigned Steps = 0; !From[At].empty(); ++Steps) {
      if (Steps == 2000) {
        Taken = Before.Taken;
        Paths = Before.Paths;
        Visits = Before.Visits;
        Variables = Before.Variables;
        return;
      }
      uint32_t T = From[At][below(R, From[At].size())];
      ++Taken[N.Transitions[T]];
      // What a target with one source adds, its text does.
      Number += N.Numbers.Increments[T];
      visit(At = N.Transitions[T].second, Number);
    }
    for (uint64_t Left : Variables)
      EXPECT_EQ(Left, 0u);
  }

  void expectAllKnown() {
    PathTable Table(U);
    std::optional<PathTable::Fault> Fault = Table.check();
    ASSERT_FALSE(Fault) << Fault->Why << ' ' << Fault->Index;
    std::map<Pair, uint64_t> Known;
    std::map<uint32_t, uint64_t> Left;
    std::map<uint32_t, const CountedLoop *> LoopOf;
    for (const CountedLoop &L : Table.summedLoops())
      for (uint32_t I : L.ipoints())
        LoopOf[I] = &L;
    for (auto [Path, Times] : Paths) {
      llvm::SmallVector<uint32_t> Ids;
      std::optional<PathTable::Loop> In;
      ASSERT_TRUE(Table.decode(Path.first, Path.second, Ids, In));
      for (size_t I = 1; I != Ids.size(); ++I) {
        const CountedLoop *L = LoopOf[Ids[I - 1]];
        if (L && LoopOf[Ids[I]] == L)
          continue;
        Left[Ids[I - 1]] += Times;
        Known[{Ids[I - 1], Ids[I]}] += Times;
      }
    }
    auto Of = [](auto &Map, llvm::ArrayRef<uint32_t> Ipoints) {
      return llvm::to_vector(
          llvm::map_range(Ipoints, [&](uint32_t I) { return Map[I]; }));
    };
    for (const CountedLoop &L : Table.summedLoops()) {
      auto Inside = L.taken(Of(Visits, L.counters()), Of(Left, L.ipoints()));
      for (auto [T, Times] : llvm::zip_equal(L.transitions(), Inside))
        if (Times != 0)
          Known[T] += Times;
    }
    EXPECT_EQ(Known, Taken);
  }

  size_t loops() const { return PathTable(U).summedLoops().size(); }

private:
  void visit(uint32_t At, uint64_t &Number) {
    for (uint32_t I : N.Numbers.Added[At])
      Visits[I] += std::exchange(Variables[N.Numbers.Counter[I]], 0);
    if (N.Numbers.Encodings[At] == Encoding::Count)
      ++Variables[N.Numbers.Counter[At]];
    if (!N.ends(At))
      return;
    ++Paths[{At, Number}];
    Number = N.Numbers.Bases[At].value_or(0);
  }

  const Numbered &N;
  Unit U;
  std::vector<std::vector<uint32_t>> From;
  std::map<Pair, uint64_t> Taken;
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> Paths; // by last and number
  std::map<uint32_t, uint64_t> Visits;
  std::vector<uint64_t> Variables;
};

/// Each path has a count for itself, and so has each ipoint that counts in a
/// loop.
void expectCountsApart(const Numbered &N) {
  Unit U = N.unit();
  assignCounts(U);
  PathTable Table(U);
  std::optional<CountFault> Fault;
  std::vector<CountedPath> Counted = countedPaths(U, Table, Fault);
  ASSERT_FALSE(Fault) << Fault->Why;
  size_t Counts = 0, Used = 0;
  Table.forEachCounted([&](const PathTable::Way &Path) {
    const Ipoint &Last = U.Ipoints[Path.Last];
    const CountedPath &Own = Counted.at(*Last.CountAt + Path.Number);
    EXPECT_TRUE(Own.Last == Path.Last && Own.Number == Path.Number);
    EXPECT_FALSE(Own.IsRounds);
    ++Counts;
    return true;
  });
  for (auto [I, P] : llvm::enumerate(U.Ipoints)) {
    if (P.E != Encoding::Count)
      continue;
    EXPECT_TRUE(Counted.at(*P.RoundsAt).IsRounds);
    EXPECT_EQ(Counted.at(*P.RoundsAt).Last, I);
    ++Counts;
  }
  for (const CountedPath &C : Counted)
    Used += C.Last != CountedPath::Unused && !C.IsState;
  EXPECT_EQ(Used, Counts);
  // Its ipoints are timed: in place, as it stores sums.
  EXPECT_EQ(timesInPlace(U).OfFunction.at(0), U.Counts - 2);
  for (uint64_t Inclusive : {0, 1}) {
    const CountedPath &Own = Counted.at(U.Counts - 2 + Inclusive);
    EXPECT_TRUE(Own.IsState && Own.Last == 0 && Own.Number == Inclusive);
  }
}

TEST(CountedPaths, HaveCountsApart) {
  Random R(3);
  for (unsigned I = 0; I != 2000 && !HasFatalFailure(); ++I) {
    Numbered N =
        I % 2 ? irreducible(R, true) : structured(R, 1 + below(R, 80), true);
    if (N.Numbers.Total < 5000)
      expectCountsApart(N);
  }
}

TEST(CountedPaths, TransitionsFollowFromSums) {
  Random R(4);
  size_t Loops = 0;
  for (unsigned I = 0; I != 2000 && !HasFailure(); ++I) {
    Numbered N =
        I % 4 ? structured(R, 1 + below(R, 80), true) : irreducible(R, true);
    Sums S(N);
    for (unsigned Calls = 0; Calls != 10; ++Calls)
      S.call(R);
    S.expectAllKnown();
    Loops += S.loops();
  }
  EXPECT_GT(Loops, 200u);
}

TEST(CountedPaths, HaveFewUnusedCounts) {
  // A switch in a loop, whose cases fall through: each of them ends a path.
  std::set<Pair> Pairs = {{0, 1}};
  constexpr uint32_t Cases = 300;
  for (uint32_t I = 2; I != Cases; ++I) {
    Pairs.insert({1, I});
    Pairs.insert({I, I + 1});
  }
  Pairs.insert({Cases, 1});
  Numbered N(Pairs, std::vector<bool>(Cases + 1), 256);
  Unit U = N.unit();
  U.Functions[0].S = Store::Sums;
  assignCounts(U);
  size_t Paths = 0;
  PathTable(U).forEachCounted(
      [&](const PathTable::Way &) { return ++Paths != 0; });
  EXPECT_LE(U.Counts, 2 * Paths);
}

} // namespace
