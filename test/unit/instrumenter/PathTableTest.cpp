//===- PathTableTest.cpp - Damaged numbers are refused ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberedGraph.h"
#include <gtest/gtest.h>

using namespace ipoint;
using namespace ipoint::database;

namespace {

TEST(PathTable, RefusesOneNumberForTwoPathsFromTheEntry) {
  Numbered N({{0, 1}, {0, 2}, {1, 3}, {2, 3}}, 4);
  EXPECT_FALSE(PathTable(N.unit()).check());
  N.Numbers.Increments.assign(N.Transitions.size(), 0);
  std::optional<PathTable::Fault> Fault = PathTable(N.unit()).check();
  ASSERT_TRUE(Fault);
  EXPECT_TRUE(Fault->OfTransition);
}

TEST(PathTable, RefusesWhatIsNoLoopOfSums) {
  // for (…) { if (…) …; }: 1 condition, 2 body, 3 then, 4 join; 5 behind it.
  std::set<Pair> Pairs = {{0, 1}, {1, 2}, {2, 3}, {2, 4},
                          {3, 4}, {4, 1}, {1, 5}};
  PathPlaces Places;
  Places.HasSums = true;
  Places.MustEnd.resize(6);
  Numbered N(Pairs, Places, pathLimit(6));
  Unit Right = N.unit();
  auto IsRefused = [&](Unit U) { return PathTable(U).check().has_value(); };
  ASSERT_EQ(PathTable(Right).summedLoops().size(), 1u);
  EXPECT_FALSE(IsRefused(Right));
  auto At = [](Unit &U, Pair P) -> Transition & {
    return *llvm::find_if(U.Transitions, [&](const Transition &T) {
      return Pair(T.Source, T.Target) == P;
    });
  };
  Unit U = Right;
  U.Ipoints[3].E = Encoding::Sum; // does not count
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Ipoints[4].E = Encoding::Count; // counts without need
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Ipoints[2].E = Encoding::Path; // a path ends within
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  At(U, {3, 4}).IsRound = true; // goes round without the head
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({0, 3, 0, false}); // a second entry
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({3, 1, 0, false}); // a round that is none
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({3, 2, 0, false}); // a cycle within
  EXPECT_TRUE(IsRefused(U));
}

/// What a damaged database says: each number that decodes is that of the path
/// which it decodes to, and whatever check() lets pass decodes.
TEST(PathTable, RefusesNumbersThatStandForNothing) {
  Random R(4);
  unsigned Refused = 0;
  for (unsigned I = 0; I != 3000 && !HasFatalFailure(); ++I) {
    Numbered N = irreducible(R, I % 2);
    for (unsigned Changes = 1 + below(R, 2); Changes; --Changes) {
      uint32_t At = below(R, N.count());
      uint32_t T = below(R, N.Transitions.size() + 1);
      switch (below(R, 4)) {
      case 0:
        N.Numbers.Encodings[At] = static_cast<Encoding>(below(R, 4));
        break;
      case 3:
        if (T != N.Transitions.size())
          N.Numbers.Rounds[T] = !N.Numbers.Rounds[T];
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
        std::optional<PathTable::Loop> In;
        if (!Table.decode(Last, Number, Path, In))
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
