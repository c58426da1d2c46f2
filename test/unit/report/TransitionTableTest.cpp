//===- TransitionTableTest.cpp - Transitions, found without a search ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program/TransitionTable.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace ipoint::analysis;

namespace {

/// Blocks of several functions, each with its columns, and transitions in them.
struct Program {
  std::vector<uint32_t> Begin = {0}, Targets, Columns;

  void addFunction(const std::vector<std::vector<uint32_t>> &Next) {
    auto First = static_cast<uint32_t>(Columns.size());
    for (uint32_t Block = 0; Block < Next.size(); ++Block) {
      Columns.push_back(Block);
      for (uint32_t To : Next[Block])
        Targets.push_back(First + To);
      Begin.push_back(static_cast<uint32_t>(Targets.size()));
    }
  }
  TransitionTable table() const { return {Begin, Targets, Columns}; }
};

/// What a decoder finds for each pair of blocks must be what was put in.
void expectExactly(const Program &P) {
  TransitionTable T = P.table();
  auto Blocks = static_cast<uint32_t>(P.Columns.size());
  std::set<uint32_t> Rows = {T.emptyRow()};
  for (uint32_t From = 0; From < Blocks; ++From) {
    EXPECT_TRUE(Rows.insert(T.rowOf(From)).second) << "two blocks in a row";
    EXPECT_EQ(T.blockAt(T.rowOf(From)), From);
    for (uint32_t To = 0; To < Blocks; ++To) {
      uint32_t Edge = None;
      for (uint32_t E = P.Begin[From]; E != P.Begin[From + 1]; ++E)
        if (P.Targets[E] == To)
          Edge = E;
      uint32_t Slot = T.rowOf(From) + P.Columns[To];
      ASSERT_LT(Slot, T.slots().size());
      bool Found = T.slots()[Slot].To == T.rowOf(To);
      EXPECT_EQ(Found, Edge != None) << From << " to " << To;
      if (Found) {
        EXPECT_EQ(T.slots()[Slot].Edge, Edge);
      }
    }
  }
  for (uint32_t To = 0; To < Blocks; ++To)
    EXPECT_NE(T.slots()[T.emptyRow() + P.Columns[To]].To, T.rowOf(To));
}

TEST(TransitionTable, OfNothingHasARowWithoutTransitions) {
  TransitionTable T = Program{}.table();
  EXPECT_LT(T.emptyRow(), T.slots().size());
  EXPECT_EQ(T.blockAt(T.emptyRow()), None);
}

TEST(TransitionTable, HasTheTransitionsOfOneFunction) {
  Program P;
  P.addFunction({{1, 2}, {3}, {3, 2}, {}});
  expectExactly(P);
}

TEST(TransitionTable, DistinguishesFunctionsThatShareColumns) {
  Program P;
  for (int I = 0; I < 5; ++I)
    P.addFunction({{1, 2}, {3}, {3}, {}});
  P.addFunction({{}});
  expectExactly(P);
}

TEST(TransitionTable, DistinguishesTwoExitsOfOneFunction) {
  // Neither has transitions, and slots of other rows lie where theirs would.
  Program P;
  P.addFunction({{1}, {}});
  P.addFunction({{1, 2, 3}, {}, {}, {1, 2}});
  expectExactly(P);
}

TEST(TransitionTable, HasTheTransitionsOfLargeFunctions) {
  std::mt19937 Random(1);
  Program P;
  for (uint32_t Size : {1u, 40u, 150u, 3u, 80u}) {
    std::vector<std::vector<uint32_t>> Next(Size);
    for (std::vector<uint32_t> &N : Next) {
      std::set<uint32_t> To;
      for (uint32_t Count = Random() % 4; Count; --Count)
        To.insert(Random() % Size);
      N.assign(To.begin(), To.end());
    }
    P.addFunction(Next);
  }
  expectExactly(P);
}

TEST(TransitionTable, IsDense) {
  // A chain through each of many functions: one transition for each block.
  Program P;
  for (int I = 0; I < 100; ++I) {
    std::vector<std::vector<uint32_t>> Next(50);
    for (uint32_t B = 0; B + 1 < 50; ++B)
      Next[B] = {B + 1};
    P.addFunction(Next);
  }
  EXPECT_LT(P.table().slots().size(), 4 * P.Targets.size());
}

} // namespace
