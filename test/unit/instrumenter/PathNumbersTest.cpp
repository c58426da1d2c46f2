//===- PathNumbersTest.cpp - Paths come back from their numbers -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/PathNumbers.h"
#include "database/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ipoint;
using namespace ipoint::database;

namespace {

using Random = std::mt19937_64;
using Pair = std::pair<uint32_t, uint32_t>;

unsigned below(Random &R, unsigned End) { return R() % End; }

/// A graph with its numbers. Ipoint 0 is the entry.
struct Numbered {
  std::vector<Pair> Transitions;
  std::vector<bool> MustEnd;
  PathNumbers Numbers;

  Numbered(std::set<Pair> Pairs, std::vector<bool> Must, uint64_t Limit)
      : Transitions(Pairs.begin(), Pairs.end()), MustEnd(std::move(Must)),
        Numbers(numberPaths({0, MustEnd, Transitions}, Limit)) {}
  Numbered(std::set<Pair> Pairs, size_t Ipoints)
      : Numbered(std::move(Pairs), std::vector<bool>(Ipoints),
                 pathLimit(Ipoints)) {}

  uint32_t count() const { return MustEnd.size(); }
  bool ends(uint32_t I) const { return Numbers.Encodings[I] == Encoding::Path; }

  Unit unit() const {
    Unit U;
    U.Functions.push_back({"f", 0, 1, 1, 1, std::nullopt});
    U.Functions[0].R = Records::Paths;
    for (uint32_t I = 0; I != count(); ++I) {
      Ipoint &P = U.Ipoints.emplace_back();
      P.K = I ? Kind::Join : Kind::Entry;
      P.E = Numbers.Encodings[I];
      P.PathBase = Numbers.Bases[I];
    }
    for (auto [T, Increment] : llvm::zip_equal(Transitions, Numbers.Increments))
      U.Transitions.push_back({T.first, T.second, Increment});
    return U;
  }
};

/// Nested branches, loops and switches, as a body has them.
class Body {
public:
  Body(Random &R, unsigned Most) : R(R), Most(Most) {
    std::vector<uint32_t> Out = statements({0}, 0);
    add(Out);
  }
  std::set<Pair> Pairs;
  uint32_t Count = 1;

private:
  uint32_t add(const std::vector<uint32_t> &From) {
    for (uint32_t F : From)
      Pairs.insert({F, Count});
    return Count++;
  }
  std::vector<uint32_t> statements(std::vector<uint32_t> At, unsigned Depth) {
    for (unsigned N = 1 + below(R, 4); N && Count < Most; --N)
      At = statement(At, Depth);
    return At;
  }
  std::vector<uint32_t> statement(const std::vector<uint32_t> &At,
                                  unsigned Depth) {
    if (Depth == 6)
      return {add(At)};
    switch (below(R, 4)) {
    case 0: { // if, perhaps with else, perhaps without a join of its own
      std::vector<uint32_t> Out = statements({add(At)}, Depth + 1);
      std::vector<uint32_t> Other =
          below(R, 2) ? At : statements({add(At)}, Depth + 1);
      Out.insert(Out.end(), Other.begin(), Other.end());
      return below(R, 4) ? std::vector{add(Out)} : Out;
    }
    case 1: { // switch
      std::vector<uint32_t> Out;
      for (unsigned N = 1 + below(R, 8); N; --N)
        for (uint32_t Last : statements({add(At)}, Depth + 1))
          Out.push_back(Last);
      return {add(Out)};
    }
    case 2: { // while
      uint32_t Head = add(At);
      for (uint32_t Last : statements({add({Head})}, Depth + 1))
        Pairs.insert({Last, Head});
      return {Head};
    }
    default:
      return {add(At)};
    }
  }

  Random &R;
  unsigned Most;
};

Numbered structured(Random &R, unsigned Most) {
  Body B(R, Most);
  std::vector<bool> Must(B.Count);
  for (uint32_t I = 1; I != B.Count; ++I)
    Must[I] = below(R, 10) == 0;
  return {B.Pairs, Must, below(R, 2) ? pathLimit(B.Count) : 1 + below(R, 40)};
}

/// Any graph: what `goto` makes.
Numbered irreducible(Random &R) {
  uint32_t Count = 2 + below(R, 40);
  std::set<Pair> Pairs;
  for (unsigned N = below(R, 4 * Count); N; --N)
    Pairs.insert({below(R, Count), 1 + below(R, Count - 1)});
  std::vector<bool> Must(Count);
  for (uint32_t I = 1; I != Count; ++I)
    Must[I] = below(R, 12) == 0;
  return {Pairs, Must, below(R, 2) ? pathLimit(Count) : 1 + below(R, 20)};
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
  llvm::SmallVector<uint32_t> Path, Decoded;
  for (; Walks && !Starts.empty(); --Walks) {
    uint32_t At = Starts[below(R, Starts.size())];
    uint64_t Number = *N.Numbers.Bases[At];
    Path = {At};
    do {
      ASSERT_LE(Path.size(), N.count());
      ASSERT_FALSE(From[At].empty());
      uint32_t T = From[At][below(R, From[At].size())];
      Number += N.Numbers.Increments[T];
      Path.push_back(At = N.Transitions[T].second);
    } while (!N.ends(At));
    ASSERT_LT(Number, N.Numbers.Total);
    ASSERT_TRUE(Table.decode(At, Number, Decoded));
    ASSERT_EQ(Path, Decoded);
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

TEST(PathNumbers, EndInCyclesWithoutABody) {
  Numbered N({{0, 1}, {1, 2}, {2, 1}, {2, 3}}, 4);
  EXPECT_TRUE(N.ends(1));
  EXPECT_FALSE(N.ends(2));
}

TEST(PathNumbers, EndAtSharedTargetsThatNothingTellsApart) {
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

/// What a damaged database says: each number that decodes is that of the path
/// which it decodes to, and whatever check() lets pass decodes.
TEST(PathTable, RefusesNumbersThatStandForNothing) {
  Random R(4);
  unsigned Refused = 0;
  for (unsigned I = 0; I != 3000 && !HasFatalFailure(); ++I) {
    Numbered N = irreducible(R);
    for (unsigned Changes = 1 + below(R, 2); Changes; --Changes) {
      uint32_t At = below(R, N.count());
      uint32_t T = below(R, N.Transitions.size() + 1);
      switch (below(R, 3)) {
      case 0:
        N.Numbers.Encodings[At] = static_cast<Encoding>(below(R, 3));
        break;
      case 1:
        N.Numbers.Bases[At] = below(R, 30);
        break;
      default:
        if (T != N.Transitions.size())
          N.Numbers.Increments[T] = below(R, 8);
      }
    }
    Unit U = N.unit();
    PathTable Table(U);
    bool IsWhole = !Table.check();
    Refused += !IsWhole;
    llvm::SmallVector<uint32_t> Path;
    std::set<std::vector<uint32_t>> Seen;
    for (uint32_t Last = 0; Last != N.count(); ++Last)
      for (uint64_t Number = 0; Number != 64; ++Number) {
        if (!Table.decode(Last, Number, Path))
          continue;
        ASSERT_EQ(Path.back(), Last);
        bool IsNew = Seen.insert({Path.begin(), Path.end()}).second;
        ASSERT_TRUE(IsNew || !IsWhole);
      }
  }
  EXPECT_GT(Refused, 1000u);
  EXPECT_LT(Refused, 3000u);
}

} // namespace
