//===- LinearProgramTest.cpp - Linear programs ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearPrograms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>
#include <map>

using namespace ipoint::program_tests;

/// CoinUtils 2.11 loses some bytes where it presolves (presolve_dupmajor()).
extern "C" const char *__lsan_default_suppressions();
extern "C" const char *__lsan_default_suppressions() {
  return "leak:libCoinUtils";
}

namespace {

TEST(LinearProgram, HasAKnownOptimumAndPrices) {
  Solution S = solve(wyndor());
  ASSERT_EQ(S.Is, Solution::Optimal);
  EXPECT_NEAR(S.Value, 36, 1e-9);
  EXPECT_NEAR(S.Columns[0], 2, 1e-9);
  EXPECT_NEAR(S.Columns[1], 6, 1e-9);
  EXPECT_NEAR(S.Prices[0], 0, 1e-9);
  EXPECT_NEAR(S.Prices[1], 1.5, 1e-9);
  EXPECT_NEAR(S.Prices[2], 1, 1e-9);
}

TEST(LinearProgram, PricesOfLowerBoundsAndEqualitiesHaveTheirSign) {
  // At least 3 of what costs 2; two that add up to 10, of which one gains 4.
  LinearProgram P;
  uint32_t A = P.addColumn("a", -2), B = P.addColumn("b", 4),
           C = P.addColumn("c", 1);
  P.addRow({3, Infinity, {{A, 1}}, ""});
  P.addRow({10, 10, {{B, 1}, {C, 1}}, ""});
  P.addRow({-1, 7, {{B, 1}}, ""});
  Solution S = solve(P);
  ASSERT_EQ(S.Is, Solution::Optimal);
  EXPECT_NEAR(S.Value, -6 + 28 + 3, 1e-9);
  EXPECT_NEAR(S.Prices[0], -2, 1e-9);
  EXPECT_NEAR(S.Prices[1], 1, 1e-9);
  EXPECT_NEAR(S.Prices[2], 3, 1e-9);
}

TEST(LinearProgram, TermsOfOneColumnAddUp) {
  LinearProgram P;
  uint32_t A = P.addColumn("a", 1), B = P.addColumn("b", 1);
  P.Columns[B].Upper = 5;
  P.addRow({-Infinity, 12, {{A, 1}, {B, 1}, {A, 2}}, ""});
  P.addRow({-Infinity, Infinity, {}, "nothing"});
  EXPECT_NEAR(solve(P).Value, 5 + 7.0 / 3, 1e-9);
}

TEST(LinearProgram, IsSolvedAgainWithOtherCostsAndBounds) {
  Solver S(wyndor());
  EXPECT_NEAR(solve(S).Value, 36, 1e-9);
  S.setCost(1, 1);
  EXPECT_NEAR(solve(S).Value, 12 + 3, 1e-9);
  S.setRowBounds(2, -Infinity, 24);
  EXPECT_NEAR(solve(S).Value, 12 + 6, 1e-9);
  S.setCost(0, 1e15);
  S.setRowBounds(0, -Infinity, Infinity);
  EXPECT_NEAR(solve(S).Value, 8e15, 1);
  S.setRowBounds(1, 26, Infinity);
  EXPECT_EQ(solve(S).Is, Solution::Infeasible);
  S.setRowBounds(1, -Infinity, 12);
  EXPECT_NEAR(solve(S).Value, 8e15, 1);
  S.setRowBounds(2, -Infinity, Infinity);
  EXPECT_EQ(solve(S).Is, Solution::Unbounded);
}

TEST(LinearProgram, ARayGrowsWithoutEndAndGains) {
  // Only b and c can grow, together.
  LinearProgram P = wyndor();
  uint32_t B = P.addColumn("b", 2), C = P.addColumn("c", -1),
           D = P.addColumn("d", 1);
  P.addRow({-1, 1, {{B, 1}, {C, -1}}, ""});
  P.addRow({-Infinity, 9, {{D, 1}, {B, -0.0}}, ""});
  Solution S = solve(P);
  ASSERT_EQ(S.Is, Solution::Unbounded);
  ASSERT_EQ(S.Columns.size(), 5u);
  EXPECT_GT(S.Columns[B], 0);
  EXPECT_NEAR(S.Columns[B], S.Columns[C], 1e-9);
  for (uint32_t Other : {0u, 1u, D})
    EXPECT_EQ(S.Columns[Other], 0);
}

TEST(LinearProgram, WithoutBoundsLoopsAreInTheRay) {
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    Graph G(Seed);
    G.build(2, 8, 10);
    if (G.Bounds.empty())
      continue;
    size_t Which = Seed % G.Bounds.size();
    Row &Bound = G.P.Rows[G.Bounds[Which]];
    Bound.Upper = Infinity;
    Solution S = solve(G.P);
    ASSERT_EQ(S.Is, Solution::Unbounded) << Seed;
    EXPECT_GT(S.Columns[Bound.Terms.back().first], 0) << Seed;
    double Gain = 0;
    for (const auto &[I, C] : llvm::enumerate(G.P.Columns)) {
      EXPECT_GE(S.Columns[I], 0);
      Gain += S.Columns[I] * C.Cost;
    }
    EXPECT_GT(Gain, 0);
    for (const Row &R : G.P.Rows) {
      double Sum = 0;
      for (auto [Column, Factor] : R.Terms)
        Sum += S.Columns[Column] * Factor;
      if (!std::isinf(R.Upper)) {
        EXPECT_LE(Sum, 1e-6);
      }
      if (!std::isinf(R.Lower)) {
        EXPECT_GE(Sum, -1e-6);
      }
    }
  }
}

TEST(LinearProgram, WhatCannotBeIsInfeasible) {
  LinearProgram P = wyndor();
  P.addRow({5, Infinity, {{0, 1}}, ""});
  EXPECT_EQ(solve(P).Is, Solution::Infeasible);
  // Also where something else could grow without end.
  P.addColumn("free", 1);
  EXPECT_EQ(solve(P).Is, Solution::Infeasible);
  LinearProgram Crossed = wyndor();
  Crossed.Rows[0].Lower = 5;
  EXPECT_EQ(solve(Crossed).Is, Solution::Infeasible);
  Crossed = wyndor();
  Crossed.Columns[0].Lower = 3;
  Crossed.Columns[0].Upper = 2;
  EXPECT_EQ(solve(Crossed).Is, Solution::Infeasible);
}

TEST(LinearProgram, NestedLoopsWithLargeNumbersAreSolvedToTheTick) {
  // Loops in loops, of 1e9 iterations in all; the innermost block takes 1e6,
  // what is around it up to 1e15 ticks.
  LinearProgram P;
  uint32_t Outer = P.addColumn("entry", 1e15);
  P.addRow({1, 1, {{Outer, 1}}, ""});
  double Expected = 1e15, Count = 1;
  for (auto [Bound, Cost] : {std::pair(1e3, 1e12), {1e5, 7}, {10.0, 1e6}}) {
    uint32_t Inner = P.addColumn("body", Cost);
    P.addRow({-Infinity, 0, {{Inner, 1}, {Outer, -Bound}}, ""});
    Outer = Inner;
    Expected += (Count *= Bound) * Cost;
  }
  uint32_t Huge = P.addColumn("huge", 3);
  P.addRow({-Infinity, 0, {{Huge, 1}, {0, -1e9}}, ""});
  Expected += 3e9;
  Solution S = solve(P);
  ASSERT_EQ(S.Is, Solution::Optimal);
  EXPECT_NEAR(S.Value, Expected, 1e-12 * Expected);
  EXPECT_NEAR(S.Columns[Huge], 1e9, 1);
  EXPECT_NEAR(S.Prices[0], Expected, 1e-12 * Expected);
}

TEST(LinearProgram, FlowHasItsPricesAndWhatTheyPromise) {
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    Graph G(Seed);
    G.build(3, 10, 1000);
    Solver S(G.P);
    Solution Before = solve(S);
    ASSERT_EQ(Before.Is, Solution::Optimal);
    EXPECT_NEAR(Before.Value, std::round(Before.Value), 1e-11 * Before.Value);
    // The root's price is all of it.
    EXPECT_NEAR(Before.Prices[0], Before.Value, 1e-6 * Before.Value);
    S.setRowBounds(0, 3, 3);
    EXPECT_NEAR(solve(S).Value, 3 * Before.Value, 1e-11 * Before.Value);
    S.setRowBounds(0, 1, 1);
    for (const auto &[I, C] : llvm::enumerate(G.P.Columns))
      S.setCost(uint32_t(I), 2 * C.Cost);
    EXPECT_NEAR(solve(S).Value, 2 * Before.Value, 1e-11 * Before.Value);
  }
}

TEST(LinearProgram, ASmallestConflictNeedsEachOfItsRows) {
  unsigned Several = 0;
  for (unsigned Seed = 0; Seed < 30; ++Seed) {
    Graph G(Seed);
    G.build(2, 10, 10);
    // Facts: some hold, and some that cannot, together with others.
    std::mt19937 Random(Seed);
    std::vector<uint32_t> Facts = G.Bounds;
    auto Any = [&] { return uint32_t(Random() % G.P.Columns.size()); };
    for (unsigned I = 0; I < 12; ++I) {
      Row Fact;
      for (unsigned Term = 0; Term < 3; ++Term)
        Fact.Terms.emplace_back(Any(), double(1 + Random() % 3));
      if (I % 2)
        Fact.Upper = double(Random() % 4);
      else
        Fact.Lower = double(1 + Random() % 40);
      Facts.push_back(G.P.addRow(Fact));
    }
    Solution S = solve(G.P);
    if (S.Is != Solution::Infeasible)
      continue;
    auto Conflict = smallestConflict(G.P, Facts);
    ASSERT_TRUE(bool(Conflict)) << llvm::toString(Conflict.takeError());
    ASSERT_FALSE(Conflict->empty());
    Several += Conflict->size() > 1;
    auto With = [&](std::optional<uint32_t> Without) {
      LinearProgram P = G.P;
      for (LinearProgram::Column &C : P.Columns)
        C.Cost = 0; // else what is left may be unbounded
      for (uint32_t R : Facts)
        if (R == Without || !llvm::is_contained(*Conflict, R)) {
          P.Rows[R].Lower = -Infinity;
          P.Rows[R].Upper = Infinity;
        }
      return solve(P).Is;
    };
    EXPECT_EQ(With(std::nullopt), Solution::Infeasible) << Seed;
    for (uint32_t R : *Conflict)
      EXPECT_EQ(With(R), Solution::Optimal) << Seed;
  }
  EXPECT_GE(Several, 10u);
}

TEST(LinearProgram, AConflictOfRowsThatStayIsEmpty) {
  LinearProgram P = wyndor();
  uint32_t Fact = P.addRow({-Infinity, 1, {{1, 1}}, ""});
  P.addRow({5, Infinity, {{0, 1}}, ""});
  auto Conflict = smallestConflict(P, {Fact});
  ASSERT_TRUE(bool(Conflict));
  EXPECT_TRUE(Conflict->empty());
  P.Rows.pop_back();
  Conflict = smallestConflict(P, {Fact});
  ASSERT_FALSE(bool(Conflict));
  llvm::consumeError(Conflict.takeError());
}

/// A path of 591, where two rows are alike. Clp 1.17 removes one of them before
/// it solves the program, and returns prices that prove nothing.
TEST(LinearProgram, WhatPresolvingLeavesWithoutAProofIsSolvedAsItIs) {
  LinearProgram P;
  for (int Column = 0; Column != 14; ++Column)
    P.addColumn("");
  P.Columns[10].Cost = 590;
  P.Columns[13].Cost = 1;
  P.addRow({1, 1, {{0, 1}}, "root"});
  for (const Terms &Flow :
       std::initializer_list<Terms>{{{0, 1}, {1, -1}},
                                    {{1, 1}, {2, -1}, {3, -1}},
                                    {{4, 1}, {6, -1}},
                                    {{6, 1}, {7, -1}},
                                    {{3, 1}, {4, -1}, {5, -1}, {7, 1}},
                                    {{5, 1}, {8, -1}, {9, -1}},
                                    {{8, 1}, {10, -1}},
                                    {{9, 1}, {11, -1}},
                                    {{10, 1}, {11, 1}, {12, -1}},
                                    {{12, 1}, {13, -1}}})
    P.addRow({0, 0, Flow, "flow"});
  for (uint32_t Column : {6, 11, 11})
    P.addRow({-Infinity, 0, {{0, -1}, {Column, 1}}, "bound"});
  Solution S = solve(P);
  EXPECT_EQ(S.Is, Solution::Optimal);
  EXPECT_NEAR(S.Value, 591, 1e-9);
}

} // namespace
